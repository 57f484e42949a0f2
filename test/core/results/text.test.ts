import { encode } from 'gpt-tokenizer';
import { describe, expect, test } from 'vitest';
import { joined, jsonPieces, PIECE, safeEnd, slices } from '../../../main/core/results/pieces.ts';
import { resultLimits } from '../../../main/core/results/resultLimits.ts';
import { jsonSize } from '../../../main/core/results/sizes.ts';
import { estimateTokens, TokenCounter } from '../../../main/core/results/tokens.ts';
import { headOf } from '../../../main/core/results/truncateText.ts';
import { Settings } from '../../../preload/contract/settings.ts';
import { pick, seededRandom } from '../../fakes/seededRandom.ts';

const bytes = (n: number, seed: number): Buffer => {
  const random = seededRandom(seed);
  return Buffer.from(Array.from({ length: n }, () => Math.floor(random() * 256)));
};

describe('the token estimate beside a real tokenizer', () => {
  const lines = (make: (i: number) => string, n = 300): string => Array.from({ length: n }, (_, i) => make(i)).join('\n');
  test.each<[title: string, text: string]>([
    ['English', 'The server lists its tools, and the person confirms every call before anything dangerous happens on this machine. '.repeat(60)],
    [
      'German',
      'Der Server liefert die Liste der Werkzeuge, und der Benutzer bestätigt jeden gefährlichen Aufruf, bevor er ausgeführt wird. '.repeat(60),
    ],
    ['Chinese', '仓库里的工具会把天气预报返回给模型，然后模型用中文回答用户的问题。每次调用都要经过权限检查，并写入审计日志。'.repeat(60)],
    ['Japanese', 'これはテストです。サーバーはツールの一覧を返します。ユーザーは設定を変更できます。'.repeat(60)],
    ['Korean', '서버는 도구 목록을 반환하고 사용자는 모든 위험한 호출을 확인합니다. '.repeat(60)],
    ['Russian', 'Сервер возвращает список инструментов, а пользователь подтверждает каждый вызов. '.repeat(60)],
    ['Arabic', 'يعيد الخادم قائمة الأدوات ويؤكد المستخدم كل استدعاء قبل التنفيذ. '.repeat(60)],
    ['code', lines((i) => `  const value${i} = readFile(path.join(root, 'item-${i}.json'), { encoding: 'utf8' });`)],
    [
      'JSON',
      JSON.stringify(Array.from({ length: 300 }, (_, i) => ({ id: i, name: `item ${i}`, url: `https://example.com/items/${i}`, ok: i % 2 === 0 }))),
    ],
    [
      'indented JSON',
      JSON.stringify(
        Array.from({ length: 200 }, (_, i) => ({ id: i, tags: ['a', 'b'] })),
        null,
        2,
      ),
    ],
    ['CSV', lines((i) => `2026-11-${(i % 28) + 1},${(i * 1.37).toFixed(2)},item ${i},OK`)],
    ['log', lines((i) => `2026-11-30T16:20:${i % 60}.123Z INFO [server-${i}] connected to 127.0.0.1:8080 in ${i}ms (attempt=3)`)],
    ['HTML', lines(() => '<div class="row"><span id="x">Hello world</span><a href="https://example.com/a/b?c=d">link</a></div>')],
    ['Base64', bytes(6_000, 3).toString('base64')],
    ['hexadecimal', bytes(4_000, 4).toString('hex')],
  ])('%s: not too few, not half as many again', (_, text) => {
    // The tokenizer is slow on long texts without spaces; cut in parts it counts the same to within a token a part.
    const real = Array.from({ length: Math.ceil(text.length / 1_000) }, (__, i) => encode(text.slice(i * 1_000, (i + 1) * 1_000)).length).reduce(
      (a, b) => a + b,
      0,
    );
    expect(estimateTokens(text) / real).toBeGreaterThan(0.93);
    expect(estimateTokens(text) / real).toBeLessThan(1.55);
  });

  test('reading in parts counts the same', () => {
    const random = seededRandom(5);
    const text = Array.from({ length: 3_000 }, () => pick(random, ['a', 'B', '7', ' ', '\n', '.', '漢', '😀', 'é'])).join('');
    const counter = new TokenCounter();
    for (let at = 0; at < text.length; at += 7) counter.read(text.slice(at, at + 7));
    expect(counter.tokens).toBeCloseTo(new TokenCounter().read(text) && Number(estimateTokens(text)), -1);
  });
});

describe('cutting', () => {
  test('a text that fits stays whole', () => {
    expect(headOf(['short ', 'text'], 100)).toEqual({ text: 'short text', cut: false });
    expect(headOf([], 100)).toEqual({ text: '', cut: false });
  });

  test('never more than the limit, never inside a character, always a beginning', () => {
    const random = seededRandom(9);
    for (let i = 0; i < 300; i += 1) {
      const parts = Array.from({ length: 12 }, () =>
        Array.from({ length: Math.floor(random() * 60) }, () => pick(random, ['word ', 'x', '\n', '😀', '漢字', '12', ', '])).join(''),
      );
      const limit = 1 + Math.floor(random() * 200);
      const { text, cut } = headOf(parts, limit);
      const whole = parts.join('');
      expect(whole.startsWith(text)).toBe(true);
      expect(text.isWellFormed()).toBe(true);
      expect(cut).toBe(text.length < whole.length);
      expect(estimateTokens(text)).toBeLessThanOrEqual(limit + 1);
    }
  });

  test('reads no further than it must', () => {
    function* endless(): Generator<string> {
      for (;;) yield 'more words '.repeat(100);
    }
    expect(headOf(endless(), 500).cut).toBe(true);
    const spaces = function* (): Generator<string> {
      for (;;) yield ' '.repeat(1_000);
    };
    expect(headOf(spaces(), 100).text.length).toBeLessThan(2_000);
  });

  test('prefers to end with a line', () => {
    const { text } = headOf([`${'some words in a line\n'.repeat(500)}`], 300);
    expect(text.endsWith('\n')).toBe(true);
  });
});

describe('pieces', () => {
  test('slices put together are the text, and split no pair', () => {
    for (const text of ['', 'a', `${'a'.repeat(PIECE - 1)}😀${'b'.repeat(PIECE)}😀`, `${'\ud800'.repeat(PIECE * 2)}`]) {
      const all = [...slices(text)];
      expect(all.join('')).toBe(text);
      if (text.isWellFormed()) expect(all.every((piece) => piece.isWellFormed())).toBe(true);
    }
    expect(safeEnd('a😀', 2)).toBe(1);
  });

  test('JSON in pieces is the same JSON', () => {
    const values: unknown[] = [
      null,
      5,
      'x',
      [],
      {},
      [1, [2, [3]]],
      { a: undefined, b: [undefined, () => 1], c: { d: 'é"\\\n' } },
      { big: 'ü😀"'.repeat(50_000), 'k"ey': 1 },
    ];
    for (const value of values) expect(JSON.parse([...jsonPieces(value)].join(''))).toEqual(JSON.parse(JSON.stringify(value)));
    expect([...jsonPieces({ n: 10n })].join('')).toBe('{"n":10}');
  });

  test('texts are joined by a line break', () => {
    expect([...joined([['a', 'b'], [], ['c']])].join('')).toBe('ab\n\nc');
  });

  test('the size of a value is found without walking all of it', () => {
    expect(jsonSize({ a: [1, 'xx'] }, 1_000)).toBeLessThan(40);
    expect(
      jsonSize(
        Array.from({ length: 1_000_000 }, () => 'x'),
        1_000,
      ),
    ).toBeGreaterThan(1_000);
    const cyclic: unknown[] = ['x'.repeat(10)];
    cyclic.push(cyclic);
    expect(jsonSize(cyclic, 1_000)).toBeGreaterThan(1_000);
  });
});

test.each([
  [undefined, 25_000],
  ['1000', 1_000],
  [' 1000 ', 1_000],
  ['0', 25_000],
  ['-5', 25_000],
  ['many', 25_000],
  ['', 25_000],
])('MAX_MCP_OUTPUT_TOKENS=%s', (value, expected) => {
  const limits = resultLimits(Settings.parse({}).results, value === undefined ? {} : { MAX_MCP_OUTPUT_TOKENS: value });
  expect(limits).toEqual({ maxTokens: expected, maxSide: 1568, maxBytes: 1_150_000 });
});
