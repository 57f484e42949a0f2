import type { JsonSchema } from '../../../../../preload/contract/tools.ts';
import { isObject, without } from '../keywords.ts';
import { mapDeep } from '../mapSchema.ts';

/**
 * Moonshot: "when using anyOf, type should be defined in anyOf items instead of the parent schema". The type moves into the
 * branches that have none; where a branch names its own, that one counts. Says the same to everyone else.
 */
export function withTypesInBranches(root: JsonSchema): JsonSchema {
  return mapDeep(root, (node) => {
    if (!Array.isArray(node.anyOf) || node.type === undefined) return node;
    const anyOf = node.anyOf.map((branch) =>
      isObject(branch) && branch.type === undefined && branch.$ref === undefined ? { type: node.type, ...branch } : branch,
    );
    return { ...without(node, ['type']), anyOf };
  });
}

/** Moonshot (and OpenAI in strict mode) refuse words beside a `$ref`: the reference becomes the one branch of a choice. */
export function withBareReferences(root: JsonSchema): JsonSchema {
  return mapDeep(root, (node) => {
    if (typeof node.$ref !== 'string' || Object.keys(node).length === 1 || node.$defs !== undefined) return node;
    const { $ref, ...rest } = node;
    return { ...rest, anyOf: [{ $ref }] };
  });
}
