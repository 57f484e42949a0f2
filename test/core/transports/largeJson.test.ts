import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { LargeJson, type LargeJsonResult } from '../../../main/core/transports/largeJson.ts';
import { seededRandom } from '../../fakes/seededRandom.ts';

const NO_LIMIT = 1e9;

/** Whole numbers below a limit; a failing run can be repeated by its seed. */
function random(seed: number): (below: number) => number {
  const next = seededRandom(seed);
  return (below) => Math.floor(next() * below);
}

const PIECES = ['a', 'word ', '"', '\\', '\n', '\u0001', 'é', '读取', '🎉', '{', '}', '[', ']', ',', ':', '\u2028', '\ud800', '\\u0041'];

function randomText(next: (below: number) => number, length: number): string {
  let text = '';
  while (text.length < length) text += PIECES[next(PIECES.length)];
  return text;
}

function randomValue(next: (below: number) => number, depth: number): unknown {
  switch (next(depth > 5 ? 5 : 9)) {
    case 0:
      return null;
    case 1:
      return next(2) === 0;
    case 2:
      return (next(2_000_000) - 1_000_000) / 128;
    case 3:
      return randomText(next, next(40));
    case 4:
      return randomText(next, next(12) === 0 ? 20_000 + next(20_000) : next(300));
    case 5:
    case 6:
      return Array.from({ length: next(depth === 0 ? 150 : 5) }, () => randomValue(next, depth + 1 + next(2)));
    default:
      return Object.fromEntries(
        Array.from({ length: next(6) }, (_, at) => [
          next(9) === 0 ? '__proto__' : `${randomText(next, next(12))}${at}`,
          randomValue(next, depth + 1),
        ]),
      );
  }
}

function read(bytes: Buffer, next: (below: number) => number, maxBytes = NO_LIMIT): LargeJsonResult {
  const reader = new LargeJson(maxBytes);
  const most = 1 + next(next(6) === 0 ? 64 : 70_000);
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + next(most);
    reader.feed(bytes.subarray(at, at + size));
    at += size;
  }
  return reader.finish();
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe('LargeJson', () => {
  test('reads what JSON.parse reads, however the bytes are cut', () => {
    for (let seed = 1; seed <= 60; seed += 1) {
      const next = random(seed);
      const value = { jsonrpc: '2.0', id: seed, result: [randomValue(next, 0), randomValue(next, 0), randomText(next, next(50_000))] };
      const text = JSON.stringify(value, null, next(3) === 0 ? '\t' : undefined).replaceAll('\n', ' ');
      const result = read(Buffer.from(text), next);
      expect(result.kind, `seed ${seed}`).toBe('value');
      if (result.kind === 'value') expect(JSON.stringify(result.value) === JSON.stringify(JSON.parse(text)), `seed ${seed}`).toBe(true);
    }
  });

  /** Long lists of one kind are cut at guessed borders; each of these holds texts and nestings that look like a border and are none. */
  const LISTS: Record<string, (next: (below: number) => number, at: number) => unknown> = {
    objects: (_, at) => ({ id: at, name: `item },{ ${at}`, tags: ['a', '","', '],['] }),
    'objects with lists of objects': (next, at) => ({ id: at, rows: Array.from({ length: next(40) }, (_unused, row) => ({ row, text: '"},{"' })) }),
    lists: (next) => [[1, 2], Array.from({ length: next(9) }, () => ['],[', 3])],
    texts: (next, at) => (next(3) === 0 ? '\\",\\"' : `${at} "," \\`),
    numbers: (next) => next(1_000_000) / 8 - 7,
    'many kinds': (next, at) => [null, true, at, 'a,b', { a: [at] }, [at, {}]][next(6)],
    'one long list in each': (next, at) => ({ at, list: Array.from({ length: 1_000 + next(9_000) }, (_unused, k) => ({ k })) }),
  };
  test.each(Object.entries(LISTS))('cuts a long list of %s where its elements end', (_, make) => {
    for (let seed = 1; seed <= 3; seed += 1) {
      const next = random(seed);
      const items: unknown[] = [];
      for (let size = 0; size < 200_000; size += JSON.stringify(items.at(-1)).length) items.push(make(next, items.length));
      const tight = JSON.stringify({ jsonrpc: '2.0', id: seed, result: { structuredContent: { items }, after: 'the list' } });
      for (const text of [tight, tight.replaceAll(',', ', ')]) {
        // A border that is damaged anywhere is found out as well.
        const at = text.indexOf('"items":') + 9 + next(text.length - 60);
        for (const line of [text, `${text.slice(0, at)}},{${text.slice(at)}`, text.slice(0, at) + text.slice(at + 1)]) {
          const expected = parsed(line);
          const got = read(Buffer.from(line), next);
          if (expected === undefined) expect(got.kind === 'value' ? got.rest.trim() : got.kind).not.toBe('');
          else expect(isDeepStrictEqual(got, { kind: 'value', value: expected, rest: '' })).toBe(true);
        }
      }
    }
  });

  test.each(['1,', '"a",', '[1],', '{"k":1},'])('a comma behind the last of many elements is one too many: %s', (element) => {
    const reader = new LargeJson(NO_LIMIT);
    reader.feed(Buffer.from(`{"id":4,"result":[${element.repeat(10)}`));
    reader.feed(Buffer.from(element.repeat(50_000)));
    reader.feed(Buffer.from(`${element.repeat(20_000)}]}`));
    expect(reader.finish().kind).toBe('invalid');
  });

  test('refuses what JSON.parse refuses', () => {
    let refused = 0;
    for (let seed = 1; seed <= 120; seed += 1) {
      const next = random(seed);
      const bytes = Buffer.from(
        JSON.stringify({ id: seed, result: [randomText(next, 30_000), randomValue(next, 0), [1, 2, { a: randomText(next, 30_000) }]] }),
      );
      // One byte is changed or left out; the newline never occurs inside a line.
      const at = next(bytes.length);
      const broken = next(2) === 0 ? Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]) : Buffer.from(bytes);
      if (broken.length === bytes.length) broken[at] = '"{}[],:1 x\\'.charCodeAt(next(11));
      let expected: unknown;
      let valid = true;
      try {
        expected = JSON.parse(broken.toString('utf8'));
      } catch {
        valid = false;
      }
      const result = read(broken, next);
      const accepted = result.kind === 'value' && result.rest.trim() === '';
      expect(accepted, `seed ${seed}`).toBe(valid && typeof expected === 'object' && expected !== null);
      if (accepted) expect(JSON.stringify(result.value) === JSON.stringify(expected), `seed ${seed}`).toBe(true);
      else refused += 1;
    }
    expect(refused).toBeGreaterThan(25);
  });

  test.each([
    ['a comma too many', '[1,2,]'],
    ['two commas', '[1,,2]'],
    ['a member without a value', '{"a":}'],
    ['a bracket of the other kind', '{"a":[1}'],
    ['no end', '{"a":[1'],
    ['a bare number', '12'],
  ])('invalid: %s', (_, text) => {
    for (const filler of ['', `"${'x'.repeat(40_000)}",`]) {
      const wrapped = `{"big":[${filler}${text}]}`;
      expect(read(Buffer.from(text === '12' ? text : wrapped), random(1)).kind).toBe('invalid');
    }
  });

  test.each([
    ['[', ' ]'],
    ['{"k":', ' }'],
  ])('a comma in front of the end, in two pieces: %s', (opened, closed) => {
    const reader = new LargeJson(NO_LIMIT);
    reader.feed(Buffer.from(`{"a":${opened}"${'x'.repeat(40_000)}",`));
    reader.feed(Buffer.from(`${closed}}`));
    expect(reader.finish().kind).toBe('invalid');
  });

  test('keeps what stands behind the value', () => {
    const text = `{"a":"${'x'.repeat(100_000)}"} Content-Length: 12`;
    expect(read(Buffer.from(text), random(3))).toMatchObject({ kind: 'value', rest: ' Content-Length: 12' });
  });

  test.each([
    ['in front of the result', `{"jsonrpc":"2.0","id":7,"result":{"text":"${'y'.repeat(200_000)}"}}`],
    ['behind the result', `{"result":{"id":99,"text":["${'y'.repeat(200_000)}\\"id\\": 5"]},"jsonrpc":"2.0","id":7}`],
    ['behind a long text', `{"result":"${'y'.repeat(200_000)}","id":7}`],
  ])('over the limit the id is still found %s', (_, text) => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const bytes = Buffer.from(text);
      expect(read(bytes, random(seed), 60_000)).toEqual({ kind: 'oversize', id: 7, bytes: bytes.length });
    }
  });

  test('an invalid message still tells its id', () => {
    const text = `{"result":{"a":NaN,"text":"${'y'.repeat(200_000)}"},"id":"seven"}`;
    expect(read(Buffer.from(text), random(3))).toEqual({ kind: 'invalid', id: 'seven' });
  });

  test('deep nesting ends in a value or a refusal, not in an overflow or a standstill', () => {
    const deep = `{"id":1,"result":${'['.repeat(300)}"${'z'.repeat(50_000)}"${']'.repeat(300)}}`;
    expect(read(Buffer.from(deep), random(5)).kind).toBe('value');
    const abyss = Buffer.from(`{"id":1,"result":${'['.repeat(3_000_000)}`);
    const reader = new LargeJson(NO_LIMIT);
    for (let at = 0; at < abyss.length; at += 65_536) reader.feed(abyss.subarray(at, at + 65_536));
    expect(reader.finish()).toEqual({ kind: 'invalid', id: 1 });
  });

  test('a key named __proto__ stays a plain member', () => {
    const text = `{"id":1,"__proto__":{"polluted":"${'p'.repeat(100_000)}"},"list":[{"__proto__":1}]}`;
    const result = read(Buffer.from(text), random(9));
    if (result.kind !== 'value') throw new Error('not read');
    expect(Object.getPrototypeOf(result.value)).toBe(Object.prototype);
    expect(Object.keys(result.value as object)).toEqual(['id', '__proto__', 'list']);
  });
});
