import type { ModelRequest } from '../model.ts';
import type { Choice } from './chooseTool.ts';
import { fillArguments } from './fillArguments.ts';

const ASKS_AGAIN =
  /^\s*(?:那么?|还有|换成|改成|再(?:查|看)(?:一下)?)?\s*.{1,20}(?:呢|怎么样)\s*[?？]?\s*$|^\s*(?:那|换成|改成)\s*.{1,20}$|^\s*(?:and|what about|how about|same for|now)\s+.{1,40}$/iu;

/**
 * 「那上海呢」, "what about Paris": the call before once more with the values that are new. Undefined when this is no such question, or
 * when nothing new is in it.
 */
export function followUp(question: string, request: ModelRequest, now: number): Choice | undefined {
  if (!ASKS_AGAIN.test(question)) return undefined;
  const before = request.messages
    .flatMap((message) => (message.role === 'assistant' ? message.parts.flatMap((part) => (part.kind === 'tool-call' ? [part] : [])) : []))
    .at(-1);
  const tool = before && request.tools.find((candidate) => candidate.name === before.name);
  if (!before || !tool) return undefined;
  const filled = fillArguments(question, tool, now);
  if (filled.sure === 0) return undefined;
  const values = { ...before.arguments, ...filled.values };
  return { tool, filled: { values, sure: filled.sure, missing: filled.missing.filter((field) => !Object.hasOwn(values, field.name)) } };
}
