import type { RawExchange } from '../../../preload/contract/chat.ts';

/** Texts in a raw view are shortened to this many UTF-16 units; an image as base64 tells nobody anything. */
const MAX_STRING = 4_000;
const MAX_TEXT = 300_000;

/** A call as it went over the wire, for people: JSON with long texts shortened and secrets taken out. */
export function rawExchange(request: unknown, response: unknown, redact: (text: string) => string): RawExchange {
  return { request: jsonText(request, redact), ...(response === undefined ? {} : { response: jsonText(response, redact) }) };
}

function jsonText(value: unknown, redact: (text: string) => string): string {
  const text = JSON.stringify(value, (_key, inner: unknown) => (typeof inner === 'string' ? shortened(inner) : inner), 2) ?? 'null';
  return redact(text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}\n… (${text.length} characters in all)` : text);
}

const shortened = (text: string): string => (text.length > MAX_STRING ? `${text.slice(0, 200)}… (${text.length} characters)` : text);
