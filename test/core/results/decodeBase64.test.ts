import { describe, expect, test } from 'vitest';
import { Base64Error, decodeBase64, unwrapDataUrl } from '../../../main/core/results/decodeBase64.ts';
import { seededRandom } from '../../fakes/seededRandom.ts';

const decode = (text: string): Buffer => Buffer.concat([...decodeBase64(text)]);

test('every length, alphabet and padding', () => {
  const random = seededRandom(2);
  for (let n = 0; n < 200; n += 1) {
    const bytes = Buffer.from(Array.from({ length: n }, () => Math.floor(random() * 256)));
    for (const text of [bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('base64').replace(/=+$/, '')]) {
      expect(decode(text)).toEqual(bytes);
      expect(decode(text.replace(/(.{5})/g, '$1\r\n'))).toEqual(bytes);
    }
  }
});

test('megabytes with line breaks, cut at any place', () => {
  const bytes = Buffer.alloc(3_500_000, 'quayside!');
  expect(decode(bytes.toString('base64')).equals(bytes)).toBe(true);
  expect(decode(bytes.toString('base64').replace(/(.{76})/g, '$1\n')).equals(bytes)).toBe(true);
});

test.each(['not base64 !!!', 'AAA=AAAA', '=AAA', 'A', 'AAAAA', 'AA==AA==', 'AAA===', 'Ä', 'AAAA\u0000', '{"a":1}'])('%s is refused', (text) => {
  expect(() => decode(text)).toThrow(Base64Error);
});

test('an error late in a large text is found', () => {
  expect(() => decode(`${'A'.repeat(2_000_000)}!AAA`)).toThrow(Base64Error);
  expect(() => decode(`${'A'.repeat(1_048_574)}==${'A'.repeat(100)}`)).toThrow(Base64Error);
});

describe('data: addresses', () => {
  test.each([
    ['AAAA', { text: 'AAAA' }],
    ['data:image/png;base64,AAAA', { text: 'AAAA', mimeType: 'image/png' }],
    ['DATA:image/png;charset=x;base64,AAAA', { text: 'AAAA', mimeType: 'image/png' }],
    ['data:;base64,AAAA', { text: 'AAAA' }],
  ])('%s', (text, expected) => {
    expect(unwrapDataUrl(text)).toEqual(expected);
  });
  test('text that is not Base64', () => {
    expect(() => unwrapDataUrl('data:text/plain,hello')).toThrow(Base64Error);
  });
});
