import { describe, expect, it } from 'vitest';
import { countHidden, visibleRuns } from '../../../renderer/ui/text/visibleText.ts';

const shown = (text: string) =>
  visibleRuns(text)
    .map((run) => (run.kind === 'text' ? run.text : `<${run.code}>`))
    .join('');

describe('visibleRuns', () => {
  it.each([
    ['a right-to-left override', 'photo\u202egnp.exe', 'photo<U+202E>gnp.exe'],
    ['a zero-width space', 'pay\u200bpal', 'pay<U+200B>pal'],
    ['tag characters', 'hi\u{e0041}', 'hi<U+E0041>'],
    ['an escape', '\u001b[31mred', '<U+001B>[31mred'],
    ['a byte order mark', '\ufeff{}', '<U+FEFF>{}'],
    ['a lone surrogate', 'x\ud800', 'x<U+D800>'],
    ['a Hangul filler', 'a\u3164b', 'a<U+3164>b'],
    ['an isolate', '\u2066x\u2069', '<U+2066>x<U+2069>'],
    ['a line separator', 'a\u2028b', 'a<U+2028>b'],
  ])('shows %s', (_, text, expected) => expect(shown(text)).toBe(expected));

  it.each(['plain', 'Zeilen\numbruch\tund Tab\r\n', '中文,标点。', 'é ñ ü', '❤️ and 👩‍🔬', '🇨🇳', ''])('leaves %j alone', (text) => {
    expect(shown(text)).toBe(text);
    expect(countHidden(text)).toBe(0);
  });

  it('shows a joiner that joins nothing', () => {
    expect(shown('a\u200db')).toBe('a<U+200D>b');
    expect(countHidden('a\u200db\u200bc')).toBe(2);
  });
});
