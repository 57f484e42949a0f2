/** Arguments as a JSON object, or the text that could not be read as one (AGT-2). */
export type ParsedArguments = { arguments: Record<string, unknown>; argumentsText?: string };

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads what a model wrote as arguments. Nothing and `null` mean no arguments; some models wrap the object in a JSON string,
 * which is unwrapped once. Anything else that is not an object is handed back as text, so that the model can be told.
 */
export function parseArguments(text: string): ParsedArguments {
  if (text.trim() === '') return { arguments: {} };
  const first = parse(text);
  if (first === null || first === '') return { arguments: {} };
  const value = typeof first === 'string' ? parse(first) : first;
  return isObject(value) ? { arguments: value } : { arguments: {}, argumentsText: text };
}
