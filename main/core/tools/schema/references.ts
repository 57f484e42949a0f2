import type { JsonSchema } from '../../../../preload/contract/tools.ts';
import { isObject, put, without } from './keywords.ts';
import { mapChildren, mapDeep, visitSchemas } from './mapSchema.ts';
import type { SchemaNotes } from './notes.ts';

const SAFE_NAME = /^[a-zA-Z0-9_.-]{1,64}$/;
const LOCAL = '#/$defs/';
const IDENTITY = ['$id', 'id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$schema', '$vocabulary', 'definitions'];

/** The target of `#/$defs/NAME` in its document; undefined for any other reference. */
export function definitionNamed(root: JsonSchema, reference: unknown): JsonSchema | undefined {
  if (typeof reference !== 'string' || !reference.startsWith(LOCAL) || !isObject(root.$defs)) return undefined;
  const name = reference.slice(LOCAL.length);
  const found = Object.hasOwn(root.$defs, name) ? root.$defs[name] : undefined;
  return isObject(found) ? found : undefined;
}

/**
 * Brings every reference into one of two forms: `#` or `#/$defs/NAME`, with the target under the root's `$defs`. Pointers
 * into other places, anchors, `$id`s, `definitions` and `$dynamicRef` all end there, so that later rules may move things.
 * A reference that leads nowhere, or out of the document, is never fetched: the place takes any value, with a note.
 */
export function toLocalReferences(root: JsonSchema, notes: SchemaNotes): JsonSchema {
  if (!mentionsReferences(root)) return without(root, ['$schema', '$id']);
  return new Relocation(root, notes).run();
}

function mentionsReferences(root: JsonSchema): boolean {
  let found = false;
  visitSchemas(root, (node) => {
    found ||=
      typeof node.$ref === 'string' || '$dynamicRef' in node || '$defs' in node || 'definitions' in node || '$anchor' in node || '$id' in node;
  });
  return found;
}

class Relocation {
  readonly #root: JsonSchema;
  readonly #notes: SchemaNotes;
  /** Target in the original document → its name under `$defs`. */
  readonly #names = new Map<JsonSchema, string>();
  readonly #taken = new Set<string>();
  readonly #targets: JsonSchema = {};
  readonly #anchors = new Map<string, JsonSchema>();

  constructor(root: JsonSchema, notes: SchemaNotes) {
    this.#root = root;
    this.#notes = notes;
    visitSchemas(root, (node) => this.#remember(node));
  }

  run(): JsonSchema {
    const body = this.#rewrite(without(this.#root, ['$defs']));
    const found = Object.keys(this.#targets).length > 0 ? { ...body, $defs: this.#targets } : body;
    const endless = endlessReferences(found);
    if (endless.size === 0) return found;
    this.#notes.add('', 'a reference leads back to itself without an end, any value is taken there');
    const cut = mapDeep(found, (node) => (typeof node.$ref === 'string' && endless.has(node.$ref) ? without(node, ['$ref']) : node));
    return withoutUnusedDefinitions(cut);
  }

  /** Names by which a schema can be meant: `$anchor`, `$dynamicAnchor`, and `$id` (draft-04 `id`) whole or as `#name`. */
  #remember(node: JsonSchema): void {
    for (const [key, prefix] of [
      ['$anchor', '#'],
      ['$dynamicAnchor', '#'],
      ['$id', ''],
      ['id', ''],
    ] as const) {
      const name = node[key];
      if (typeof name === 'string' && name !== '' && !this.#anchors.has(prefix + name)) this.#anchors.set(prefix + name, node);
    }
  }

  #rewrite(node: JsonSchema): JsonSchema {
    const reference = node.$ref ?? node.$dynamicRef;
    const inner = mapChildren(without(node, IDENTITY), (child, place) =>
      place.keyword === '$defs' || !isObject(child) ? child : this.#rewrite(child),
    );
    const clean = without(inner, ['$defs']);
    if (typeof reference !== 'string') return clean;
    const target = this.#find(reference);
    if (target === undefined) {
      this.#notes.add('', `the reference ${reference.slice(0, 80)} leads nowhere in this schema, any value is taken there`);
      return without(clean, ['$ref']);
    }
    const address = target === this.#root ? '#' : LOCAL + this.#nameOf(target, reference);
    return clean.$ref === address ? clean : { ...clean, $ref: address };
  }

  #nameOf(target: JsonSchema, reference: string): string {
    const known = this.#names.get(target);
    if (known !== undefined) return known;
    const last = decodeToken(reference.split(/[/#]/).at(-1) ?? '');
    let name = SAFE_NAME.test(last) && last !== '__proto__' ? last : last.replace(/[^a-zA-Z0-9_.-]+/g, '_').slice(0, 48) || 'def';
    for (let n = 2; this.#taken.has(name); n += 1) name = `${name.replace(/_\d+$/, '')}_${n}`;
    this.#names.set(target, name);
    this.#taken.add(name);
    // Reserved before the walk goes on, so that recursion finds the name.
    put(this.#targets, name, {});
    put(this.#targets, name, this.#rewrite(target));
    return name;
  }

  #find(reference: string): JsonSchema | undefined {
    if (reference === '#' || reference === '') return this.#root;
    const byName = this.#anchors.get(reference) ?? this.#anchors.get(reference.replace(/^.*\//, ''));
    if (!reference.startsWith('#/')) {
      const own = typeof this.#root.$id === 'string' && reference.startsWith(`${this.#root.$id}#/`);
      return own ? this.#follow(reference.slice(reference.indexOf('#'))) : byName;
    }
    return this.#follow(reference) ?? byName;
  }

  /** A JSON pointer in the original document; only places that can hold a schema count. */
  #follow(pointer: string): JsonSchema | undefined {
    let node: unknown = this.#root;
    for (const token of pointer.slice(2).split('/').map(decodeToken)) {
      if (Array.isArray(node)) node = node[Number(token)];
      else if (isObject(node) && Object.hasOwn(node, token)) node = node[token];
      else return undefined;
    }
    if (typeof node === 'boolean') return node ? {} : { not: {} };
    return isObject(node) ? node : undefined;
  }
}

/** Keywords whose subschemas judge the same value; a ring of these and references never comes to an end. */
const IN_PLACE = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'];

/** References that close such a ring. Lawful recursion goes through a property or an item and is not meant. */
function endlessReferences(root: JsonSchema): Set<string> {
  const endless = new Set<string>();
  const done = new Set<JsonSchema>();
  const follow = (node: JsonSchema, path: ReadonlySet<JsonSchema>): void => {
    if (done.has(node)) return;
    const inner = new Set([...path, node]);
    const target = node.$ref === '#' ? root : definitionNamed(root, node.$ref);
    if (target && inner.has(target)) endless.add(String(node.$ref));
    else if (target) follow(target, inner);
    for (const keyword of IN_PLACE) for (const child of [node[keyword]].flat()) if (isObject(child)) follow(child, inner);
    done.add(node);
  };
  visitSchemas(root, (node) => {
    if (typeof node.$ref === 'string') follow(node, new Set());
  });
  return endless;
}

function decodeToken(token: string): string {
  try {
    return decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return token.replaceAll('~1', '/').replaceAll('~0', '~');
  }
}

/** Leaves out definitions that nothing refers to any more. */
export function withoutUnusedDefinitions(root: JsonSchema): JsonSchema {
  if (!isObject(root.$defs)) return root;
  const used = new Set<string>();
  const follow = (node: JsonSchema): void => {
    visitSchemas(node, (inner) => {
      const target = definitionNamed(root, inner.$ref);
      if (target === undefined) return;
      const name = String(inner.$ref).slice(LOCAL.length);
      if (used.has(name)) return;
      used.add(name);
      follow(target);
    });
  };
  follow(without(root, ['$defs']));
  const names = Object.keys(root.$defs);
  if (used.size === names.length) return root;
  return used.size === 0
    ? without(root, ['$defs'])
    : {
        ...root,
        $defs: without(
          root.$defs,
          names.filter((name) => !used.has(name)),
        ),
      };
}
