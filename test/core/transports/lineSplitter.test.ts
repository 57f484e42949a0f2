import { describe, expect, test } from 'vitest';
import { LineSplitter } from '../../../main/core/transports/lineSplitter.ts';
import { seededRandom } from '../../fakes/seededRandom.ts';

/** Splits and writes down what came out: `line`, or `long:` with the joined pieces. */
function split(chunks: Buffer[], longFrom: number): string[] {
  const out: string[] = [];
  let long: Buffer[] = [];
  const splitter = new LineSplitter(
    {
      line: (bytes) => out.push(bytes.toString()),
      longPart: (bytes) => long.push(bytes),
      longEnd: () => {
        out.push(`long:${Buffer.concat(long).toString()}`);
        long = [];
      },
    },
    longFrom,
  );
  for (const chunk of chunks) splitter.push(chunk);
  splitter.end();
  expect(long).toEqual([]);
  return out;
}

const cut = (bytes: Buffer, random: () => number, most: number): Buffer[] => {
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + Math.floor(random() * most);
    chunks.push(bytes.subarray(at, at + size));
    at += size;
  }
  return chunks;
};

describe('LineSplitter', () => {
  test('gives the same lines however the bytes are cut', () => {
    for (let seed = 1; seed <= 100; seed += 1) {
      const random = seededRandom(seed);
      const lines = Array.from({ length: Math.floor(random() * 20) }, () => 'é🎉x\r'.repeat(Math.floor(random() * 30)));
      const tail = random() < 0.5 ? '' : 'tail';
      const text = lines.map((line) => `${line}\n`).join('') + tail;
      const expected = [...lines, ...(tail ? [tail] : [])].map((line) => (Buffer.byteLength(line) > 64 ? `long:${line}` : line));
      expect(split(cut(Buffer.from(text), random, 40), 64), `seed ${seed}`).toEqual(expected);
    }
  });

  test('a line of the longest short length is short, one more byte is long', () => {
    expect(split([Buffer.from('1234\n12345\n')], 4)).toEqual(['1234', 'long:12345']);
  });

  test('an empty stream has no line, blank lines are lines', () => {
    expect(split([], 10)).toEqual([]);
    expect(split([Buffer.from('\n\n')], 10)).toEqual(['', '']);
  });

  test('each byte of a long line is handed on once, without a copy of what came before', () => {
    let handed = 0;
    const splitter = new LineSplitter({ line: () => undefined, longPart: (bytes) => (handed += bytes.length), longEnd: () => undefined }, 1000);
    const chunk = Buffer.alloc(1000, 'x');
    for (let at = 0; at < 5000; at += 1) splitter.push(chunk);
    expect(handed).toBe(5_000_000);
  });
});
