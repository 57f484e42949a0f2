import { parseMessage } from '../base/exactJson.ts';

/** How many places of a line are tried; a line with more brackets than that is a log of objects. */
const TRIES = 24;

/**
 * Finds JSON objects in a line that is not JSON as a whole: text glued in front of or behind a message, colour codes,
 * two messages without a newline between them, UTF-16 read as UTF-8. `noise` is what is left of the line.
 */
export function salvage(line: string): { values: unknown[]; noise: string } {
  const text = line.includes('\0') ? line.replaceAll('\0', '') : line;
  const values: unknown[] = [];
  let noise = '';
  let kept = 0;
  let from = 0;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const start = text.indexOf('{', from);
    if (start < 0) break;
    const end = objectEnd(text, start);
    const value = end < 0 ? undefined : parsed(text.slice(start, end));
    if (value === undefined) {
      from = start + 1;
      continue;
    }
    // Some object in the middle of a log line stays part of that line.
    if (isMessage(value)) {
      noise += text.slice(kept, start);
      values.push(value);
      kept = end;
    }
    from = end;
  }
  return { values, noise: (noise + text.slice(kept)).trim() };
}

function isMessage(value: object): boolean {
  return 'jsonrpc' in value;
}

function parsed(text: string): object | undefined {
  try {
    return parseMessage(text) as object | undefined;
  } catch {
    return undefined;
  }
}

/** Behind the bracket that closes the object at `start`, or -1. */
function objectEnd(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (inString) {
      if (char === 0x5c) at += 1;
      else if (char === 0x22) inString = false;
    } else if (char === 0x22) inString = true;
    else if (char === 0x7b) depth += 1;
    else if (char === 0x7d) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return -1;
}
