import type { ModelMessage, ModelPart } from '../models/model.ts';

type Assistant = Extract<ModelMessage, { role: 'assistant' }>;
type ToolAnswer = Extract<ModelMessage, { role: 'tool' }>;
type User = Extract<ModelMessage, { role: 'user' }>;
type ToolCall = Extract<ModelPart, { kind: 'tool-call' }>;

export const NO_RESULT = '(no result: the call was interrupted)';
const NOTHING = '(no content)';
const CONTINUE = 'Please continue.';

/** Providers trim before they look. */
const isEmpty = (text: unknown): boolean => typeof text !== 'string' || text.trim() === '';
const textOr = (text: unknown, other: string): string => (typeof text === 'string' && !isEmpty(text) ? text.toWellFormed() : other);

/**
 * The history as every provider accepts it, whatever a crash, a stop or a poisoned result left behind: each tool call is followed by
 * exactly one answer, in the order of the calls, and no answer stands alone; ids are unique and plain; nothing is empty; user and assistant
 * alternate; the first and last turns are not the assistant's. A good history stays as it is. Pure.
 */
export function repairHistory(messages: readonly ModelMessage[]): ModelMessage[] {
  const turns = answered(messages);
  const merged: ModelMessage[] = [];
  for (const message of turns) {
    const last = merged.at(-1);
    if (last?.role === 'user' && message.role === 'user') merged[merged.length - 1] = joinUsers(last, message);
    else if (last?.role === 'assistant' && message.role === 'assistant')
      merged[merged.length - 1] = { role: 'assistant', parts: [...last.parts, ...message.parts] };
    else merged.push(message);
  }
  const first = merged[0];
  if (first === undefined) return [];
  const opened: ModelMessage[] = first.role === 'user' ? merged : [{ role: 'user', text: CONTINUE }, ...merged];
  return opened.at(-1)?.role === 'assistant' ? [...opened, { role: 'user', text: CONTINUE }] : opened;
}

/** Puts each answer behind its call, makes up the missing ones, and drops what is empty or belongs to nothing. */
function answered(messages: readonly ModelMessage[]): ModelMessage[] {
  const answers = pairUp(messages);
  const ids = new Set<string>();
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role === 'user') return repairUser(message);
    return message.role === 'assistant' ? repairAssistant(message, answers, ids) : [];
  });
}

/**
 * Which answer belongs to which call: the next one with its id, unless a later message has called with the same id by then,
 * because some providers count anew in every step.
 */
function pairUp(messages: readonly ModelMessage[]): Map<ToolCall, ToolAnswer> {
  const answers = new Map<ToolCall, ToolAnswer>();
  const open = new Map<string, ToolCall[]>();
  for (const message of messages) {
    if (message.role === 'assistant') {
      const calls = message.parts.filter((part) => part.kind === 'tool-call');
      for (const call of calls) open.set(call.id, []);
      for (const call of calls) open.get(call.id)?.push(call);
    } else if (message.role === 'tool') {
      const call = open.get(message.callId)?.shift();
      if (call) answers.set(call, message);
    }
  }
  return answers;
}

function repairUser(message: User): User[] {
  const images = message.images ?? [];
  if (isEmpty(message.text) && images.length === 0) return [];
  return [{ role: 'user', text: textOr(message.text, '(image)'), ...(images.length > 0 ? { images } : {}) }];
}

const joinUsers = (a: User, b: User): User => {
  const images = [...(a.images ?? []), ...(b.images ?? [])];
  return { role: 'user', text: `${a.text}\n\n${b.text}`, ...(images.length > 0 ? { images } : {}) };
};

function repairAssistant(message: Assistant, answers: Map<ToolCall, ToolAnswer>, ids: Set<string>): ModelMessage[] {
  const results: ToolAnswer[] = [];
  const parts = message.parts.flatMap((part): ModelPart[] => {
    if (part.kind === 'text') return isEmpty(part.text) ? [] : [{ ...part, text: part.text.toWellFormed() }];
    // Reasoning may be empty: some providers send only its signature, and want it back.
    if (part.kind === 'reasoning') return isEmpty(part.text) && part.providerData === undefined ? [] : [part];
    const call: ToolCall = { ...part, id: freshId(part.id, ids), name: plainName(part.name), arguments: plainArguments(part.arguments) };
    results.push(answerTo(call, answers.get(part)));
    return [call];
  });
  // Reasoning alone is no turn.
  return parts.some((part) => part.kind !== 'reasoning') ? [{ role: 'assistant', parts }, ...results] : [];
}

function answerTo(call: ToolCall, answer: ToolAnswer | undefined): ToolAnswer {
  if (!answer) return { role: 'tool', callId: call.id, name: call.name, text: NO_RESULT, isError: true, images: [] };
  return {
    ...answer,
    callId: call.id,
    name: call.name,
    text: textOr(answer.text, NOTHING),
    isError: answer.isError === true,
    images: answer.images ?? [],
  };
}

const MAX_NAME = 64;
const plain = (text: unknown, otherwise: string): string =>
  String(text)
    .replace(/[^a-zA-Z0-9_-]/g, '_')
    .slice(0, MAX_NAME) || otherwise;

/** Ids as the strictest provider takes them. The same id twice gets a number. */
function freshId(id: string, used: Set<string>): string {
  const base = plain(id, 'call');
  let fresh = base;
  for (let n = 2; used.has(fresh); n += 1) fresh = `${base.slice(0, MAX_NAME - 8)}_${n}`;
  used.add(fresh);
  return fresh;
}

/** A name the model made up may hold anything; providers refuse it in the history too. */
const plainName = (name: string): string => plain(name, 'unknown_tool');

const plainArguments = (args: unknown): Record<string, unknown> =>
  typeof args === 'object' && args !== null && !Array.isArray(args) ? (args as Record<string, unknown>) : {};
