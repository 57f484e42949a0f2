import { describe, expect, test } from 'vitest';
import { exactInResult, isExactNumber, mayHoldLongNumbers, parseExact, parseMessage, withTextNumbers } from '../../../main/core/base/exactJson.ts';
import { pick, seededRandom } from '../../fakes/seededRandom.ts';

const answer = (structuredContent: string, more = '') =>
  `{"jsonrpc":"2.0","id":7,"result":{"content":[],"structuredContent":${structuredContent}${more}}}`;
type Answer = { id: number; result: { structuredContent: Record<string, unknown>; bound?: unknown } };

describe('a message off the wire', () => {
  test.each(['9007199254740993', '-9223372036854775808', '123456789012345678901234567890', '1e400', '-0'])(
    'structured content keeps %s',
    (digits) => {
      const message = parseMessage(answer(`{"n":${digits}}`)) as Answer;
      expect(message.id).toBe(7);
      expect(JSON.stringify(message.result.structuredContent)).toBe(`{"n":${digits}}`);
    },
  );

  test('what a number can hold, and digits in text, stay what they are', () => {
    const text = '{"a":9007199254740991,"b":1764500000000000,"c":"9007199254740993","d":1.25,"e":-0.5,"f":"2026-01-02"}';
    expect((parseMessage(answer(text)) as Answer).result.structuredContent).toEqual(JSON.parse(text));
  });

  test('anywhere else numbers are numbers: bounds of schemas, ids, times', () => {
    const tools = '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"inputSchema":{"maximum":9223372036854775807}}]}}';
    expect(parseMessage(tools)).toEqual(JSON.parse(tools));
    const both = parseMessage(answer('{"n":9007199254740993}', ',"bound":9007199254740993')) as Answer;
    expect(both.result.bound).toBe(9007199254740992);
    expect(isExactNumber(both.result.structuredContent.n)).toBe(true);
  });

  test('a batch, message by message, and an error like any message', () => {
    const [one, two] = parseMessage(`[${answer('{"n":9007199254740993}')},{"id":2,"error":{"code":1,"data":9007199254740993}}]`) as [Answer, object];
    expect(isExactNumber(one.result.structuredContent.n)).toBe(true);
    expect(two).toEqual({ id: 2, error: { code: 1, data: 9007199254740992 } });
  });

  test('a message parsed in parts comes to the same', () => {
    const text = answer('[{"n":9007199254740993}]', ',"bound":9007199254740993');
    expect(JSON.stringify(exactInResult(parseExact(text)))).toBe(JSON.stringify(parseMessage(text)));
  });
});

test('the quick look misses nothing that a look at every place finds', () => {
  const next = seededRandom(11);
  const pieces = ['7', '123', '0'.repeat(15), '9'.repeat(16), 'e', 'E+', '-0', '-0.', '-', '.', 'a', '"', ',', ' words in between '];
  const everywhere = /\d{16}|\d[eE]\+?\d{3}|-0(?![\d.])/;
  let found = 0;
  for (let round = 0; round < 5_000; round += 1) {
    const text = Array.from({ length: 1 + Math.floor(next() * 8) }, () => pick(next, pieces)).join('');
    expect(mayHoldLongNumbers(text), text).toBe(everywhere.test(text));
    if (everywhere.test(text)) found += 1;
  }
  expect(found).toBeGreaterThan(500);
});

test('for showing and storing, digits become text; what holds none is shared', () => {
  expect(withTextNumbers(parseExact('{"a":[9007199254740993],"b":1}'))).toEqual({ a: ['9007199254740993'], b: 1 });
  const plain = { a: [1, { b: 'x' }] };
  expect(withTextNumbers(plain)).toBe(plain);
});
