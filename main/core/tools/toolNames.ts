import { createHash } from 'node:crypto';

/** Providers accept `[a-zA-Z0-9_-]{1,64}` (OpenAI, Anthropic) and a letter first (Google). */
export const MAX_NAME = 64;
const PREFIX = 'mcp__';
/** 36^10 ≈ 2^51.7: two of 100,000 odd names meet with a chance of one in a million; the table refuses the second (TOL-3). */
const HASH_LENGTH = 10;
/** A part that goes into a name as it is: safe characters, no `__` inside, no `_` at its edges. */
const PLAIN = /^(?!_)(?!.*__)[a-zA-Z0-9_-]+(?<!_)$/;

/**
 * The model-facing name of a tool: `mcp__<server>__<tool>` (TOL-3). A pure function of the pair, so it is the same in every
 * order and after every restart.
 *
 * Injective in two families that cannot meet: a plain name holds exactly two `__` and splits in one way only; every other
 * pair ends in a third `__` and a hash over the whole original pair.
 */
export function toolName(server: string, tool: string): string {
  if (PLAIN.test(server) && PLAIN.test(tool)) {
    const name = `${PREFIX}${server}__${tool}`;
    if (name.length <= MAX_NAME) return name;
  }
  const room = MAX_NAME - PREFIX.length - 2 - 2 - HASH_LENGTH;
  const [readableServer, readableTool] = [readable(server) || 'server', readable(tool) || 'tool'];
  const forServer = Math.max(Math.min(readableServer.length, Math.floor(room * 0.4)), room - readableTool.length);
  const first = trim(readableServer.slice(0, forServer));
  const second = trim(readableTool.slice(0, room - first.length));
  return `${PREFIX}${first}__${second}__${pairHash(server, tool)}`;
}

/** What of a part can be shown: everything unsafe becomes one `_`. */
const readable = (part: string): string => trim(part.slice(0, 4 * MAX_NAME).replace(/[^a-zA-Z0-9-]+/g, '_'));
const trim = (part: string): string => part.replace(/^_+|_+$/g, '');

function pairHash(server: string, tool: string): string {
  // JSON keeps the border between the parts and escapes lone surrogates, which UTF-8 would all turn into U+FFFD.
  const digest = createHash('sha256')
    .update(JSON.stringify([server, tool]))
    .digest('hex');
  return BigInt(`0x${digest.slice(0, 32)}`)
    .toString(36)
    .slice(-HASH_LENGTH)
    .padStart(HASH_LENGTH, '0');
}
