import { describe, expect, it } from 'vitest';

const sources = import.meta.glob<string>('../../renderer/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
const IMPORT = /(?:from|import)\s*\(?\s*'([^']+)'/g;
const importsOf = (text: string) => [...text.matchAll(IMPORT)].map((match) => match[1] ?? '');
const inside = (folder: string) => Object.entries(sources).filter(([path]) => path.includes(`/renderer/${folder}/`));

describe('the window', () => {
  it('has files to look at', () => expect(Object.keys(sources).length).toBeGreaterThan(100));

  it('gives no store and no host to renderer/ui', () => {
    const wrong = inside('ui').flatMap(([path, text]) =>
      importsOf(text)
        .filter((name) => /zustand|\/host\/|\/features\//.test(name))
        .map((name) => `${path} → ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it('lets renderer/host know no feature', () => {
    const wrong = inside('host').filter(([, text]) => importsOf(text).some((name) => name.includes('/features/') || name.includes('/ui/')));
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  it('takes nothing of main but the contract', () => {
    const wrong = Object.entries(sources).filter(([, text]) => importsOf(text).some((name) => /(^|\/)main\/(core|electron|cli)/.test(name)));
    expect(wrong.map(([path]) => path)).toEqual([]);
  });

  it('writes no raw HTML and no style element', () => {
    const wrong = Object.entries(sources).filter(([, text]) => /dangerouslySetInnerHTML|<style[\s>]|innerHTML\s*=/.test(text));
    expect(wrong.map(([path]) => path)).toEqual([]);
  });
});
