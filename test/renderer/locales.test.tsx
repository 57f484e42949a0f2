import { describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../preload/contract/errors.ts';
import { en } from '../../preload/contract/locales/en.ts';
import { zhCN } from '../../preload/contract/locales/zh-CN.ts';

/** Every text with its key. */
function flat(node: object, path = ''): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(node)) {
    const here = path ? `${path}.${key}` : key;
    if (typeof value === 'string') texts.set(here, value);
    else for (const [inner, text] of flat(value, here)) texts.set(inner, text);
  }
  return texts;
}
const placeholders = (text: string) => [...text.matchAll(/\{\{\s*([\w-]+)\s*\}\}/g)].map((match) => match[1] ?? '').sort();

const english = flat(en);
const chinese = flat(zhCN);

/** Texts that are the same in every language. */
const SAME =
  /^(?:common\.appName|servers\.(?:transport|importer\.pastePlaceholder|logsTab\.source|editor\.url)|form\.json|settings\.(?:model\.kinds|appearance\.languages)|common\.(?:bytes|kilobytes|megabytes))/;

describe('locales', () => {
  it('have the same keys', () => expect([...chinese.keys()].sort()).toEqual([...english.keys()].sort()));

  it('put the same values into every text', () => {
    const different = [...english].filter(([key, text]) => placeholders(chinese.get(key) ?? '').join() !== placeholders(text).join());
    expect(different.map(([key]) => key)).toEqual([]);
  });

  it('leave no text empty', () => {
    const empty = [...english, ...chinese].filter(([key, text]) => !text.trim() && key !== 'settings.mcp.unit.count');
    expect(empty.map(([key]) => key)).toEqual([]);
  });

  it('are translated', () => {
    const same = [...english].filter(([key, text]) => chinese.get(key) === text && /[a-z]{3}/i.test(text) && !SAME.test(key));
    expect(same.map(([key]) => key)).toEqual([]);
  });

  it('write Chinese with Chinese punctuation', () => {
    const half = [...chinese].filter(
      ([key, text]) => key !== 'servers.importer.pastePlaceholder' && /[\u4e00-\u9fff][,:;?!()]|[,;?!()][\u4e00-\u9fff]/.test(text),
    );
    expect(half.map(([key]) => key)).toEqual([]);
  });

  it('say every error code and what to do about it', () => {
    for (const code of ERROR_CODES) {
      for (const table of [english, chinese]) {
        expect(table.get(`errors.${code}.title`), code).toBeTruthy();
        expect(table.get(`errors.${code}.fix`), code).toBeTruthy();
      }
    }
  });

  it('have both plural forms wherever they have one', () => {
    for (const key of english.keys()) {
      if (key.endsWith('_one')) expect(english.has(key.replace(/_one$/, '_other')), key).toBe(true);
    }
  });
});
