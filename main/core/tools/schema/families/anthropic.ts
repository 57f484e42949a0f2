import type { JsonSchema } from '../../../../../preload/contract/tools.ts';
import { clipCharacters } from '../../../base/clipText.ts';
import { isObject, put, without } from '../keywords.ts';
import { mapChildren } from '../mapSchema.ts';

/** Anthropic: "Property keys should match pattern '^[a-zA-Z0-9_.-]{1,64}$'"; one other key refuses the whole request. */
const KEY = /^[a-zA-Z0-9_.-]{1,64}$/;
const MAX_TOLD = 300;

/**
 * Properties whose names Anthropic refuses (Chinese ones, for example) are told in the description of their object instead,
 * which stays open, so that the model can still give them; the check of the arguments knows them as they are.
 */
export function withPlainKeys(root: JsonSchema): JsonSchema {
  const out = mapChildren(withPlainOwnKeys(root), (child) => (isObject(child) ? withPlainKeys(child) : child));
  // Branches that were opened may fit together now, which `oneOf` would forbid.
  if (out.oneOf === root.oneOf || out.anyOf !== undefined) return out;
  const { oneOf, ...rest } = out;
  return { ...rest, anyOf: oneOf };
}

function withPlainOwnKeys(node: JsonSchema): JsonSchema {
  if (!isObject(node.properties)) return node;
  const odd = Object.keys(node.properties).filter((name) => !KEY.test(name));
  if (odd.length === 0) return node;
  const required = Array.isArray(node.required) ? node.required : [];
  const told = odd.map((name) => tell(name, (node.properties as JsonSchema)[name], required.includes(name)));
  const description = [node.description, `Also takes these properties, under exactly these names: ${told.join('; ')}`].filter(Boolean).join('\n');
  const properties: JsonSchema = {};
  for (const [name, child] of Object.entries(node.properties)) if (!odd.includes(name)) put(properties, name, child);
  const kept = required.filter((name) => !odd.includes(String(name)));
  const rest = without(node, ['required', 'additionalProperties', 'unevaluatedProperties']);
  return { ...rest, description, properties, ...(kept.length > 0 ? { required: kept } : {}) };
}

const tell = (name: string, schema: unknown, required: boolean): string =>
  `${JSON.stringify(name)}${required ? ' (required)' : ''} ${clipCharacters(JSON.stringify(schema), MAX_TOLD)}`;
