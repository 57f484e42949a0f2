import { describe, expect, test } from 'vitest';
import { MessageReader } from '../../../main/core/transports/messageReader.ts';
import { seededRandom } from '../../fakes/seededRandom.ts';

const MEGABYTE = 1024 * 1024;

/** Reads the bytes in chunks of random size and writes down what came out. */
function read(text: string | Buffer, options: { maxBytes?: number; seed?: number; end?: boolean } = {}): string[] {
  const { maxBytes = 64 * MEGABYTE, seed = 1, end = true } = options;
  const random = seededRandom(seed);
  const out: string[] = [];
  const reader = new MessageReader(
    {
      value: (value) => {
        const message = typeof value === 'object' && value !== null && 'jsonrpc' in value;
        if (message) out.push(JSON.stringify(value).slice(0, 80));
        return message;
      },
      noise: (line) => out.push(`noise: ${line.slice(0, 60)}`),
      oversize: (id, bytes) => out.push(`oversize: ${id} ${bytes}`),
      broken: (id) => out.push(`broken: ${id}`),
    },
    maxBytes,
  );
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    const size = 1 + Math.floor(random() * 100_000);
    reader.push(bytes.subarray(at, at + size));
    at += size;
  }
  if (end) reader.end();
  return out;
}

const message = (id: number, more: Record<string, unknown> = {}): string => JSON.stringify({ jsonrpc: '2.0', id, ...more });
const big = (id: number, length: number): string => message(id, { result: { text: 'x"\n'.repeat(length / 3) } });
const head = (text: string): string => text.slice(0, 80);

describe('MessageReader', () => {
  test.each<[string, string, string[]]>([
    ['blank lines, CR and blanks', `\r\n  \n${message(1)}\r\n\t${message(2)} \n`, [message(1), message(2)]],
    ['a BOM', `\ufeff${message(1)}\n`, [message(1)]],
    ['text in front', `npm start ${message(1)}\n`, [message(1), 'noise: npm start']],
    ['text behind', `${message(1)} ok\n`, [message(1), 'noise: ok']],
    ['two on a line', `${message(1)}${message(2)}\n`, [message(1), message(2)]],
    ['colours', `\u001b[32m${message(1)}\u001b[0m\n`, [message(1), 'noise: \u001b[32m\u001b[0m']],
    ['UTF-16', `${[...message(1)].join('\0')}\0\n`, [message(1)]],
    ['a list', `[${message(1)},${message(2)}]\n`, [message(1), message(2)]],
    ['an empty list', '[]\n', ['noise: []']],
    ['other JSON', '{"level":"info"}\n12\n"text"\nnull\n', ['noise: {"level":"info"}', 'noise: 12', 'noise: "text"', 'noise: null']],
    [
      'an answer that is broken',
      '{"jsonrpc":"2.0","id":5,"result":{"v":NaN}}\n',
      ['noise: {"jsonrpc":"2.0","id":5,"result":{"v":NaN}}', 'broken: 5'],
    ],
    ['no newline at the end', message(1), [message(1)]],
    ['objects in a log line', 'a {b} {"c":1} {"d":{"jsonrpc":1}}\n', ['noise: a {b} {"c":1} {"d":{"jsonrpc":1}}']],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('long and short messages keep their order', () => {
    for (let seed = 1; seed <= 5; seed += 1) {
      const texts = [message(1), big(2, 3 * MEGABYTE), message(3), 'noise', big(4, MEGABYTE), big(5, 600_000), message(6)];
      expect(read(texts.map((text) => `${text}\n`).join(''), { seed })).toEqual(
        texts.map((text) => (text === 'noise' ? 'noise: noise' : head(text))),
      );
    }
  });

  test('long lines: text in front, behind, a BOM, a batch', () => {
    const long = big(7, MEGABYTE);
    expect(read(`Loading ${long}\n`)).toEqual(['noise: Loading', head(long)]);
    expect(read(`${long}${message(8)} tail\n`)).toEqual([head(long), message(8), 'noise: tail']);
    expect(read(`\ufeff${long}\r\n`)).toEqual([head(long)]);
    expect(read(`[${long},${message(9)}]\n`)).toEqual([head(long), message(9)]);
  });

  test('a long line that is no JSON is one line of noise, and the stream goes on', () => {
    const got = read(`${'log '.repeat(MEGABYTE)}\n{"jsonrpc":"2.0","id":3,"result":[${'1,'.repeat(MEGABYTE)}]}\n${message(1)}\n`);
    expect(got.map((line) => line.slice(0, 12))).toEqual(['noise: log l', 'noise: {"jso', 'broken: 3', message(1).slice(0, 12)]);
  });

  test('over the limit: told with its id, and the stream goes on', () => {
    for (const maxBytes of [1000, 700_000]) {
      const got = read(`${big(3, MEGABYTE)}\n${message(4)}\n`, { maxBytes });
      expect(got[0]).toMatch(/^oversize: 3 /);
      expect(got.slice(1)).toEqual([message(4)]);
    }
  });

  test('an endless line takes no memory', () => {
    const reader = new MessageReader({ value: () => true, noise: () => undefined, oversize: () => undefined, broken: () => undefined }, MEGABYTE);
    const before = process.memoryUsage().rss;
    reader.push(Buffer.from('{"id":1,"result":"'));
    for (let at = 0; at < 400; at += 1) reader.push(Buffer.alloc(MEGABYTE, 'x'));
    expect((process.memoryUsage().rss - before) / MEGABYTE).toBeLessThan(200);
  });
});
