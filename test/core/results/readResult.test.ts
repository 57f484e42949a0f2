import { rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { TEXT } from '../../../main/core/results/fileKinds.ts';
import { createReadResult, readResultTool } from '../../../main/core/results/readResult.ts';
import { resultId } from '../../../main/core/results/resultStore.ts';
import { estimateTokens } from '../../../main/core/results/tokens.ts';
import { HIDDEN, makeProcess, makeStore, type TestStore } from './fixtures.ts';

let files: TestStore;
beforeEach(() => {
  files = makeStore();
});
afterEach(() => files.remove());

const whole = Array.from({ length: 3_000 }, (_, i) => `line ${i}: é漢字😀 and so on`).join('\n');
const next = (text: string): Record<string, unknown> | undefined => {
  const found = /read_result (\{[^}]*\})/.exec(text)?.[1];
  return found === undefined ? undefined : JSON.parse(found);
};

test('from the cut result to its end, nothing is lost and nothing twice', async () => {
  const limits = () => ({ maxTokens: 2_000, maxSide: 100, maxBytes: 100_000 });
  const { view } = await makeProcess(files.store, { limits })({ content: [{ type: 'text', text: whole }] });
  const read = createReadResult({ store: files.store, maxTokens: () => 2_000 });
  let all = view.text.slice(0, view.text.lastIndexOf('\n\n[The first'));
  let pages = 0;
  for (let call = next(view.text); call; pages += 1) {
    const { text, isError } = await read(call);
    expect(isError).toBe(false);
    expect(estimateTokens(text)).toBeLessThan(1_100);
    all += text.slice(0, text.lastIndexOf('\n\n['));
    call = next(text);
    if (!call) expect(text).toMatch(/\[End of the result\.\]$/);
  }
  expect(all).toBe(whole);
  expect(pages).toBeGreaterThan(10);
});

test('any offset gives whole characters', async () => {
  const { ref } = await files.store.saveText(['a😀é漢z'], TEXT);
  const read = createReadResult({ store: files.store, maxTokens: () => 100 });
  const bytes = Buffer.from('a😀é漢z');
  for (let offset = 0; offset < bytes.length; offset += 1) {
    const { text } = await read({ id: resultId(ref), offset });
    const page = text.replace(/\n\n\[End of the result\.\]$/, '');
    expect(page).not.toContain('\ufffd');
    expect('a😀é漢z'.endsWith(page)).toBe(true);
  }
  expect((await read({ id: resultId(ref), offset: 999 })).text).toBe('[End of the result.]');
});

test('the smallest limit still moves on', async () => {
  const { ref } = await files.store.saveText(['😀😀'], TEXT);
  const read = createReadResult({ store: files.store, maxTokens: () => 1 });
  const first = await read({ id: resultId(ref) });
  expect(next(first.text)).toEqual({ id: resultId(ref), offset: 4 });
});

test('hidden characters are removed on the way', async () => {
  const { ref } = await files.store.saveText(['a\u200b\u001b[31mb\u{E0041}'], TEXT);
  const { text } = await createReadResult({ store: files.store, maxTokens: () => 100 })({ id: resultId(ref) });
  expect(text).toMatch(/^ab\n/);
  expect(HIDDEN.test(text)).toBe(false);
});

describe('what cannot be read is said', () => {
  test.each<[args: Record<string, unknown>, reason: RegExp]>([
    [{}, /There is no saved result/],
    [{ id: 5 }, /There is no saved result 5/],
    [{ id: '../../etc/passwd' }, /There is no saved result/],
    [{ id: 'f'.repeat(24) }, /There is no saved result/],
    [{ id: 'known', offset: -1 }, /whole number/],
    [{ id: 'known', offset: 1.5 }, /whole number/],
    [{ id: 'known', offset: 'x' }, /whole number/],
  ])('%j', async (args, reason) => {
    const { ref } = await files.store.saveText(['x'], TEXT);
    const read = createReadResult({ store: files.store, maxTokens: () => 100 });
    const answer = await read(args.id === 'known' ? { ...args, id: resultId(ref) } : args);
    expect(answer.isError).toBe(true);
    expect(answer.text).toMatch(reason);
  });

  test('a file that went away in between', async () => {
    const { ref } = await files.store.saveText(['x'], TEXT);
    const read = createReadResult({ store: { textFile: () => ref.path }, maxTokens: () => 100 });
    rmSync(ref.path);
    expect(await read({ id: 'any' })).toMatchObject({ isError: true });
  });
});

test('the definition is a plain object schema', () => {
  expect(readResultTool.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  expect(readResultTool.inputSchema).toMatchObject({ type: 'object', required: ['id'] });
});
