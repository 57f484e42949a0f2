import type { Raw } from './session.ts';
import { isRaw } from './sessionErrors.ts';

/**
 * `Mcp-Param-*` headers of a call: arguments whose schema carries `x-mcp-header` (2026-07-28, Streamable HTTP, custom headers).
 * Null, absent and non-primitive arguments have no header; texts that a header cannot carry are wrapped in Base64.
 */
export function paramHeaders(definition: Raw | undefined, args: Raw): Record<string, string> {
  const headers: Record<string, string> = {};
  if (isRaw(definition?.inputSchema)) collect(definition.inputSchema, args, headers);
  return headers;
}

function collect(schema: Raw, value: unknown, headers: Record<string, string>): void {
  if (!isRaw(schema.properties) || !isRaw(value)) return;
  for (const [key, property] of Object.entries(schema.properties)) {
    if (!isRaw(property) || !Object.hasOwn(value, key)) continue;
    const name = property['x-mcp-header'];
    const text = asText(value[key]);
    if (typeof name === 'string' && HEADER_NAME.test(name) && text !== undefined) headers[`Mcp-Param-${name}`] = encode(text);
    collect(property, value[key], headers);
  }
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}

function encode(text: string): string {
  const plain = /^[\t\x20-\x7e]+$/.test(text) && text === text.trim() && !(text.startsWith('=?base64?') && text.endsWith('?='));
  return plain ? text : `=?base64?${Buffer.from(text, 'utf8').toString('base64')}?=`;
}

const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
