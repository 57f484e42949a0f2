import { parseMessage } from '../base/exactJson.ts';
import type { Inbound } from './jsonRpc.ts';
import { readWire } from './wireMessage.ts';

/** Over HTTP and WebSocket nothing but JSON-RPC is spoken, so a value is believed as soon as it can be read. */
const believed = (): boolean => true;

/**
 * JSON off the wire as messages; an array is taken element by element (batches were lawful until 2025-03-26, and servers still
 * send them). What is no message is left out.
 */
export function readMessages(value: unknown): Inbound[] {
  return (Array.isArray(value) ? value : [value]).flatMap((item: unknown) => {
    const reading = readWire(item, believed);
    return reading.kind === 'message' ? [reading.inbound] : [];
  });
}

/** The same from text; nothing when it is no JSON. Several messages may stand there, one a line. */
export function parseMessages(text: string): Inbound[] {
  return parse(text) ?? text.split('\n').flatMap((line) => (line.trim().startsWith('{') ? (parse(line) ?? []) : []));
}

function parse(text: string): Inbound[] | undefined {
  try {
    return readMessages(parseMessage(text));
  } catch {
    return undefined;
  }
}
