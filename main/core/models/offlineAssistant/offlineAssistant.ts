import { randomUUID } from 'node:crypto';
import type { Model, ModelEvent, ModelMessage, ModelRequest, ModelTool } from '../model.ts';
import { type Choice, chooseTool, type ToolSearch } from './chooseTool.ts';
import { followUp } from './followUp.ts';
import { phrases } from './phrases.ts';
import { originalName } from './rankTools.ts';
import { report } from './report.ts';
import { argumentSets } from './severalPlaces.ts';
import { isChinese } from './words.ts';

export interface OfflineAssistantOptions {
  search?: ToolSearch;
  /** Epoch milliseconds, for "tomorrow". */
  now?: () => number;
  newId?: () => string;
}

export const OFFLINE_MODEL_ID = 'offline';
const LISTED_TOOLS = 8;

/**
 * The assistant without a language model (AGT-4): matches the words of a request to a tool, fills in what the text holds, asks for the
 * rest in a form, and reports what came back. It is a Model like any other, so its calls pass the same gate.
 */
export function createOfflineAssistant(options: OfflineAssistantOptions = {}): Model {
  const now = options.now ?? Date.now;
  const newId = options.newId ?? (() => `offline_${randomUUID()}`);
  return {
    id: OFFLINE_MODEL_ID,
    async *stream(request, signal) {
      if (signal.aborted) return;
      yield* step(request, { search: options.search, now: now(), newId });
    },
  };
}

interface StepContext {
  search: ToolSearch | undefined;
  now: number;
  newId: () => string;
}

function* step(request: ModelRequest, context: StepContext): Generator<ModelEvent> {
  const results = trailingResults(request.messages);
  const question = lastQuestion(request.messages);
  if (results.length > 0) {
    yield* say(report(question, results, context.now));
    return;
  }
  const choice = wantsHelp(question)
    ? undefined
    : (followUp(question, request, context.now) ?? chooseTool(question, request.tools, context.now, context.search));
  if (!choice) yield* say(noToolText(question, request.tools));
  else if (choice.filled.missing.length > 0) yield* ask(question, choice);
  else yield* call(question, choice, context.newId);
}

function* say(text: string): Generator<ModelEvent> {
  yield { kind: 'text', text };
  yield { kind: 'finish', reason: 'end' };
}

function* call(question: string, choice: Choice, newId: () => string): Generator<ModelEvent> {
  const { tool } = choice;
  const sets = argumentSets(question, choice);
  const shown = sets.map((args) =>
    Object.entries(args)
      .map(([name, value]) => `${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`)
      .join(', '),
  );
  yield { kind: 'text', text: phrases(isChinese(question)).calling(titleOf(tool), shown.join('; ')) };
  for (const args of sets) yield { kind: 'tool-call', id: newId(), name: tool.name, arguments: args };
  yield { kind: 'finish', reason: 'tool-calls' };
}

function* ask(question: string, { tool, filled }: Choice): Generator<ModelEvent> {
  const missing = filled.missing.map(({ name, description }) => (description === '' ? name : `${name} (${description.slice(0, 60)})`)).join(', ');
  yield { kind: 'text', text: phrases(isChinese(question)).asks(titleOf(tool), missing) };
  yield { kind: 'form', tool: tool.name, title: titleOf(tool), inputSchema: tool.inputSchema, values: filled.values };
  yield { kind: 'finish', reason: 'end' };
}

function noToolText(question: string, tools: readonly ModelTool[]): string {
  const words = phrases(isChinese(question));
  if (tools.length === 0) return words.noTools;
  const lines = tools.slice(0, LISTED_TOOLS).map((tool) => `- ${titleOf(tool)} (\`${originalName(tool.name)}\`): ${firstSentence(tool.description)}`);
  return [wantsHelp(question) ? words.help : words.noMatch, words.toolList(lines.join('\n'), tools.length - lines.length), words.howTo].join('\n\n');
}

const wantsHelp = (question: string): boolean =>
  /^\s*(?:help|\?|hi|hello|hey|你好|您好|嗨|帮助|在吗)\s*[!！.。?？]*\s*$|what can you do|which tools|what tools|list (?:the |your |all )?tools|你(?:能|会|可以)(?:做|干)?(?:些)?什么|有(?:哪些|什么)工具|怎么用你/i.test(
    question,
  );

const titleOf = (tool: ModelTool): string => (tool.title && tool.title.trim() !== '' ? tool.title : originalName(tool.name));

const firstSentence = (text: string): string => {
  const line = text.split('\n', 1)[0] ?? '';
  const end = /[.。!！](?:\s|$)/.exec(line)?.index ?? line.length;
  return line.slice(0, Math.min(end, 100));
};

/** The results since the last answer of this assistant. */
function trailingResults(messages: readonly ModelMessage[]): Extract<ModelMessage, { role: 'tool' }>[] {
  const results: Extract<ModelMessage, { role: 'tool' }>[] = [];
  for (const message of messages.toReversed()) {
    if (message.role !== 'tool') break;
    results.unshift(message);
  }
  return results;
}

const lastQuestion = (messages: readonly ModelMessage[]): string => messages.findLast((message) => message.role === 'user')?.text ?? '';
