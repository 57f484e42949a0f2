import type { JsonSchema, QuarantinedTool, ToolAnnotations } from '../../../preload/contract/tools.ts';
import { atOnce } from '../base/inSlices.ts';
import type { Raw } from '../servers/session.ts';
import { headerFault } from './headerParameters.ts';
import { isObject, typesOf } from './schema/keywords.ts';

/** A definition that can be used, with the odd parts repaired. `definition` is untouched. */
export interface SalvagedTool {
  original: string;
  title?: string;
  description?: string;
  annotations: ToolAnnotations;
  /** The schema arguments are checked against: as it came, or an open object where that is no schema for objects. */
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
  /** What was repaired, in plain English with the JSON pointer. */
  notes: string[];
  definition: Raw;
}

export interface SalvageOptions {
  headers?: boolean;
}

export interface Salvage {
  definitions: SalvagedTool[];
  quarantined: QuarantinedTool[];
}

/** Longest name that is adopted; the protocol recommends at most 128. */
const MAX_NAME = 1024;
/** Deeper definitions are no description of a tool but an attempt on the reader's stack. */
const MAX_DEPTH = 128;
const MAX_VALUES = 100_000;
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/**
 * Judges a list tool by tool (TOL-2): what can be repaired is repaired and marked, what cannot is quarantined with its reason
 * and place, and no tool costs another one. `headers` turns on the check of `x-mcp-header` (2026-07-28 over HTTP).
 */
export const salvage = (server: string, items: readonly unknown[], options: SalvageOptions = {}): Salvage =>
  atOnce(salvaging(server, items, options));

/** The same, a step a tool. */
export function* salvaging(server: string, items: readonly unknown[], options: SalvageOptions = {}): Generator<void, Salvage> {
  const definitions: SalvagedTool[] = [];
  const quarantined: QuarantinedTool[] = [];
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const fault = faultOf(item, seen, options.headers ?? false);
    if (fault) quarantined.push({ server, original: fault.original ?? `#${index + 1}`, reason: fault.reason, pointer: `/${index}${fault.pointer}` });
    else {
      const definition = item as Raw & { name: string };
      seen.set(definition.name, index);
      definitions.push(repaired(definition.name, definition));
    }
    yield;
  }
  return { definitions, quarantined };
}

interface Fault {
  /** Absent when the entry has no usable name; its place in the list stands for it. */
  original?: string;
  reason: string;
  pointer: string;
}

/** Why a tool cannot be used at all. */
function faultOf(item: unknown, seen: ReadonlyMap<string, number>, headers: boolean): Fault | undefined {
  if (!isObject(item)) return { reason: 'The entry is not an object.', pointer: '' };
  const { name } = item;
  if (name === undefined || name === null) return { reason: 'The tool has no name.', pointer: '/name' };
  if (typeof name !== 'string') return { reason: 'The name is not text.', pointer: '/name' };
  if (name === '') return { original: '', reason: 'The name is empty.', pointer: '/name' };
  if (name.length > MAX_NAME) {
    const reason = `The name has ${name.length} characters; at most ${MAX_NAME} are taken.`;
    return { original: `${name.slice(0, 100)}…`, reason, pointer: '/name' };
  }
  const first = seen.get(name);
  if (first !== undefined) return { original: name, reason: `Entry ${first + 1} of the list has the same name; that one is used.`, pointer: '/name' };
  if (isExcessive(item)) {
    return {
      original: name,
      reason: `The definition is nested deeper than ${MAX_DEPTH} levels or holds more than ${MAX_VALUES} values.`,
      pointer: '',
    };
  }
  const header = headers ? headerFault(item.inputSchema) : undefined;
  return header && { original: name, reason: `${header.reason}.`, pointer: `/inputSchema${header.pointer}` };
}

function repaired(original: string, definition: Raw): SalvagedTool {
  const notes: string[] = [];
  const tool: SalvagedTool = {
    original,
    annotations: annotationsOf(definition.annotations, notes),
    inputSchema: inputSchemaOf(definition.inputSchema, notes),
    notes,
    definition,
  };
  const title = text(definition, 'title', notes) ?? tool.annotations.title;
  if (title !== undefined) tool.title = title;
  const description = text(definition, 'description', notes);
  if (description !== undefined) tool.description = description;
  if (isObject(definition.outputSchema)) tool.outputSchema = definition.outputSchema;
  else if (definition.outputSchema !== undefined) notes.push('/outputSchema: not an object; results are not checked');
  return tool;
}

function text(definition: Raw, field: 'title' | 'description', notes: string[]): string | undefined {
  const value = definition[field];
  if (typeof value === 'string' || value === undefined) return value;
  const read = wordsIn(value);
  notes.push(read === undefined ? `/${field}: not text, left out` : `/${field}: not text; the words in it are used`);
  return read;
}

/** The words of a text that was written as a list of lines, as a content block or as a number. */
function wordsIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (isObject(value)) return typeof value.text === 'string' ? value.text : undefined;
  if (!Array.isArray(value)) return undefined;
  const lines = value.map((line: unknown) =>
    typeof line === 'string' ? line : isObject(line) && typeof line.text === 'string' ? line.text : undefined,
  );
  return lines.length > 0 && lines.every((line) => line !== undefined) ? lines.join('\n') : undefined;
}

/** A hint that is not a boolean spoils all hints: a server that writes them wrongly cannot be taken at its word for the others. */
function annotationsOf(value: unknown, notes: string[]): ToolAnnotations {
  if (value === undefined) return {};
  if (!isObject(value)) {
    notes.push('/annotations: not an object, left out');
    return {};
  }
  const annotations: ToolAnnotations = {};
  if (typeof value.title === 'string') annotations.title = value.title;
  const odd = HINTS.filter((hint) => typeof value[hint] !== 'boolean' && value[hint] !== undefined && value[hint] !== null);
  if (odd.length > 0) {
    for (const hint of odd) notes.push(`/annotations/${hint}: not true or false; all hints of this tool are left out`);
    return annotations;
  }
  for (const hint of HINTS) {
    const given = value[hint];
    if (typeof given === 'boolean') annotations[hint] = given;
  }
  return annotations;
}

/** Anything that cannot be a schema for an object becomes an open one (TOL-4): the tool stays usable, the server checks. */
function inputSchemaOf(given: unknown, notes: string[]): JsonSchema {
  const value = typeof given === 'string' ? (readSchema(given) ?? given) : given;
  if (value !== given) notes.push('/inputSchema: JSON text instead of a schema; the schema in it is used');
  if (!isObject(value)) {
    notes.push(`/inputSchema: ${value === undefined ? 'missing' : 'not an object'}; any arguments are taken`);
    return { type: 'object' };
  }
  const types = typesOf(value);
  if (types.length > 0 && !types.includes('object')) {
    notes.push(`/inputSchema/type: ${types.join(', ')} instead of object; any arguments are taken`);
    return { type: 'object' };
  }
  return value;
}

/** A schema that was encoded once more; kept small, because this runs over every tool of every list. */
function readSchema(text: string): JsonSchema | undefined {
  if (text.length > 1_000_000 || !text.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && !isExcessive(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The recursion ends with the depth it looks for, so the definition cannot overflow the stack here. */
function isExcessive(definition: Raw): boolean {
  let left = MAX_VALUES;
  const tooMuch = (value: object, depth: number): boolean => {
    if (depth > MAX_DEPTH) return true;
    // Object.values is the quickest way through the shapes that JSON.parse makes; this runs over every tool of every list.
    const children: unknown[] = Array.isArray(value) ? value : Object.values(value);
    left -= children.length;
    for (const child of children) if (typeof child === 'object' && child !== null && tooMuch(child, depth + 1)) return true;
    return left < 0;
  };
  return tooMuch(definition, 0);
}
