import { describe, expect, test } from 'vitest';
import { maskEntry } from '../../../main/core/transports/entryMask.ts';
import { StderrRing } from '../../../main/core/transports/stderrRing.ts';

const read = (...chunks: string[]): string[] => {
  const lines: string[] = [];
  const ring = new StderrRing(
    (text) => text.replaceAll('secret', '***'),
    (line) => lines.push(line),
  );
  for (const chunk of chunks) ring.push(Buffer.from(chunk));
  ring.end();
  expect(ring.last(100)).toEqual(lines);
  return lines;
};

describe('StderrRing', () => {
  test.each<[string, string[], string[]]>([
    ['lines over chunks', ['one\ntw', 'o\n'], ['one', 'two']],
    ['no newline at the end', ['last'], ['last']],
    ['blank lines and CR', ['\r\n\n  \na\r\n'], ['a']],
    ['colours', ['\u001b[31mred\u001b[0m\n'], ['red']],
    ['a secret', ['my secret\n'], ['my ***']],
    ['a progress bar', ['1 %\r50 %\r100 %\n'], ['100 %']],
  ])('%s', (_, chunks, expected) => {
    expect(read(...chunks)).toEqual(expected);
  });

  test('a very long line is cut and marked, the next one is whole', () => {
    const [long, next] = read(`${'x'.repeat(1_000_000)}\nnext\n`);
    expect(long?.length).toBeLessThanOrEqual(4001);
    expect(next).toBe('next');
  });
});

describe('maskEntry', () => {
  const mask = maskEntry({
    env: { DEMO_TOKEN: 'hunter2-hunter2', MODE: 'production', FILE: '/home/ann/notes.json', DATABASE: 'abcdefgh12345678ijklmnop' },
    args: ['--api-key', 'plain-secret-1', '--name=ann-of-green', '--password=opensesame', 'sk-abcdefghijklmnop1234'],
  });
  test.each([
    ['a value of env', 'bad: hunter2-hunter2!', 'bad: ***!'],
    ['one that looks like a token', 'db abcdefgh12345678ijklmnop', 'db ***'],
    ['an argument behind a flag', 'got plain-secret-1', 'got ***'],
    ['an argument with its name', 'got opensesame', 'got ***'],
    ['a vendor’s shape', 'key sk-abcdefghijklmnop1234', 'key ***'],
    ['harmless values stay', 'production /home/ann/notes.json ann-of-green', 'production /home/ann/notes.json ann-of-green'],
  ])('%s', (_, text, expected) => {
    expect(mask(text)).toBe(expected);
  });
});
