type Ref = { $: 'r'; v: number };
type Json = string | number | boolean | null | Json[] | { [key: string]: Json } | Ref;

/**
 * Structured clone to JSON text and back. The source of this function is also injected into the preload's world,
 * so it closes over nothing but its argument: the globals of the world it runs in.
 */
export function makeCodec(G: typeof globalThis): { encode(value: unknown): string; decode(text: string): unknown } {
  const VIEWS =
    'Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array Uint32Array Float32Array Float64Array BigInt64Array BigUint64Array DataView'.split(
      ' ',
    );
  const ERRORS = ['EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'];
  const kindOf = (value: unknown): string => G.Object.prototype.toString.call(value).slice(8, -1);
  const refuse = (what: string): Error => new G.Error(`An object could not be cloned: ${what}.`);

  function toBase64(bytes: Uint8Array): string {
    let text = '';
    for (let i = 0; i < bytes.length; i += 0x8000) text += G.String.fromCharCode.apply(null, [...bytes.subarray(i, i + 0x8000)]);
    return G.btoa(text);
  }
  function fromBase64(text: string): Uint8Array<ArrayBuffer> {
    const raw = G.atob(text);
    const bytes = new G.Uint8Array(raw.length);
    for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
    return bytes;
  }
  function put(target: object, key: string, value: unknown): void {
    G.Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  }

  function encode(root: unknown): string {
    const seen = new G.Map<object, number>();
    function walkObject(value: object): Json {
      const known = seen.get(value);
      if (known !== undefined) return { $: 'r', v: known };
      seen.set(value, seen.size);
      if (G.Array.isArray(value)) return value.map(walk);
      const kind = kindOf(value);
      if (value instanceof G.Date || kind === 'Date') return { $: 'd', v: (value as Date).getTime() };
      if (kind === 'RegExp') return { $: 'x', v: (value as RegExp).source, f: (value as RegExp).flags };
      if (kind === 'Map') return { $: 'm', v: [...(value as Map<unknown, unknown>)].map(([k, v]) => [walk(k), walk(v)]) };
      if (kind === 'Set') return { $: 's', v: [...(value as Set<unknown>)].map(walk) };
      if (kind === 'ArrayBuffer') return { $: 'b', v: toBase64(new G.Uint8Array(value as ArrayBuffer)) };
      if (G.ArrayBuffer.isView(value)) {
        return {
          $: 't',
          c: VIEWS.includes(kind) ? kind : 'Uint8Array',
          v: toBase64(new G.Uint8Array(value.buffer, value.byteOffset, value.byteLength)),
        };
      }
      if (kind === 'Error' || value instanceof G.Error) {
        const error = value as Error;
        return { $: 'e', n: G.String(error.name), m: G.String(error.message) };
      }
      if (kind !== 'Object') throw refuse(`#<${kind}>`);
      const out: { [key: string]: Json } = {};
      for (const key of G.Object.keys(value)) put(out, key, walk((value as Record<string, unknown>)[key]));
      return G.Object.hasOwn(out, '$') ? { $: 'o', v: out } : out;
    }
    function walk(value: unknown): Json {
      switch (typeof value) {
        case 'string':
        case 'boolean':
          return value;
        case 'number':
          if (G.Object.is(value, -0)) return { $: 'n', v: '-0' };
          return G.Number.isFinite(value) ? value : { $: 'n', v: G.String(value) };
        case 'undefined':
          return { $: 'u' };
        case 'bigint':
          return { $: 'i', v: value.toString() };
        case 'function':
          throw refuse(value.name ? `function ${value.name}` : 'a function');
        case 'symbol':
          throw refuse('a symbol');
        default:
          return value === null ? null : walkObject(value as object);
      }
    }
    return G.JSON.stringify(walk(root));
  }

  function decode(text: string): unknown {
    const refs: unknown[] = [];
    function keep<T>(value: T): T {
      refs.push(value);
      return value;
    }
    function fill(target: object, source: object): object {
      for (const key of G.Object.keys(source)) put(target, key, walk((source as Record<string, unknown>)[key]));
      return target;
    }
    function walkTagged(json: Record<string, unknown>): unknown {
      const { v } = json;
      switch (json.$) {
        case 'o':
          return fill(keep({}), v as object);
        case 'u':
          return undefined;
        case 'n':
          return v === '-0' ? -0 : G.Number(v);
        case 'i':
          return G.BigInt(v as string);
        case 'r':
          return refs[v as number];
        case 'd':
          return keep(new G.Date(v as number));
        case 'x':
          return keep(new G.RegExp(v as string, json.f as string));
        case 'm': {
          const map = keep(new G.Map());
          for (const [key, value] of v as [unknown, unknown][]) map.set(walk(key), walk(value));
          return map;
        }
        case 's': {
          const set = keep(new G.Set());
          for (const value of v as unknown[]) set.add(walk(value));
          return set;
        }
        case 'b':
          return keep(fromBase64(v as string).buffer);
        case 't': {
          const bytes = fromBase64(v as string);
          const View = (G as unknown as Record<string, new (buffer: ArrayBuffer) => unknown>)[json.c as string];
          return keep(json.c === 'Uint8Array' || !View ? bytes : new View(bytes.buffer));
        }
        case 'e': {
          const known = ERRORS.includes(json.n as string) ? (G as unknown as Record<string, ErrorConstructor>)[json.n as string] : undefined;
          const error = new (known ?? G.Error)(json.m as string);
          if (error.name !== json.n) put(error, 'name', json.n);
          return keep(error);
        }
        default:
          throw new G.Error('This is no value of the bridge.');
      }
    }
    function walk(json: unknown): unknown {
      if (json === null || typeof json !== 'object') return json;
      if (!G.Array.isArray(json))
        return (json as { $?: unknown }).$ === undefined ? fill(keep({}), json) : walkTagged(json as Record<string, unknown>);
      const list = keep(new G.Array(json.length));
      for (let i = 0; i < json.length; i++) list[i] = walk(json[i]);
      return list;
    }
    return walk(G.JSON.parse(text));
  }
  return { encode, decode };
}
