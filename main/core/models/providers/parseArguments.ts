import { readArguments } from '../../tools/arguments/readArguments.ts';

/** Arguments as a JSON object, or the text that could not be read as one (AGT-2). */
export type ParsedArguments = { arguments: Record<string, unknown>; argumentsText?: string };

/** Reads what a model wrote as arguments. What is no object is handed on as text, so that the model can be told. */
export function parseArguments(text: string): ParsedArguments {
  const read = readArguments(text);
  return read.ok ? { arguments: read.value } : { arguments: {}, argumentsText: text };
}
