import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createRuleStore } from '../../../main/core/permissions/ruleStore.ts';
import { makeRule } from './fixtures.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rules-'));
  file = path.join(folder, 'data/rules.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const put = (text: string): void => {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
};
const onDisk = (): { rules: { id: string }[] } => JSON.parse(readFileSync(file, 'utf8'));

describe('adding and removing', () => {
  test('lasting rules go to the file, the others live with the process', async () => {
    const store = createRuleStore({ file });
    let changes = 0;
    store.onChange(() => {
      changes += 1;
    });
    const rules = [
      makeRule('allow mcp__a__x(path in /d)'),
      makeRule('allow mcp__a__x', { scope: { kind: 'project', folder: '/p' } }),
      makeRule('allow mcp__a__x', { scope: { kind: 'conversation', conversationId: 'c' } }),
      makeRule('allow mcp__a__x', { scope: { kind: 'once', callId: 'c' } }),
      makeRule('allow mcp__a__x', { source: 'command-line' }),
    ];
    const saved = rules.map((rule) => store.add(rule));
    expect(store.list()).toEqual(rules);
    expect(await Promise.all(saved)).toEqual(rules.map(() => ({ ok: true, value: undefined })));
    expect(onDisk().rules).toEqual(rules.slice(0, 2));
    expect(changes).toBe(5);
    expect(createRuleStore({ file }).list()).toEqual(rules.slice(0, 2));
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('removing takes effect at once, on disk soon', async () => {
    const store = createRuleStore({ file });
    const [a, b, c] = [makeRule('allow mcp__a__x'), makeRule('deny mcp__a__y'), makeRule('ask mcp__a__z', { source: 'command-line' })];
    for (const rule of [a, b, c]) await store.add(rule);
    const removed = store.remove(a.id);
    expect(store.list()).toEqual([b, c]);
    expect((await removed).ok).toBe(true);
    expect(onDisk().rules).toEqual([b]);
    expect((await store.remove(c.id)).ok).toBe(true);
    expect(await store.remove(a.id)).toMatchObject({ ok: false, error: { code: 'host.not_found' } });
  });

  test('a rule with the same id replaces the old one', async () => {
    const store = createRuleStore({ file });
    const rule = makeRule('allow mcp__a__x');
    await store.add(rule);
    await store.add({ ...rule, effect: 'deny' });
    expect(store.list()).toEqual([{ ...rule, effect: 'deny' }]);
    expect(onDisk().rules).toHaveLength(1);
  });

  test("two processes do not lose each other's rules", async () => {
    const [one, two] = [createRuleStore({ file }), createRuleStore({ file })];
    await Promise.all(Array.from({ length: 10 }, (_, i) => (i % 2 ? one : two).add(makeRule(`allow mcp__a__t${i}`))));
    expect(onDisk().rules).toHaveLength(10);
  });

  test('a change that cannot be saved holds for the session and says so', async () => {
    mkdirSync(file, { recursive: true });
    const store = createRuleStore({ file });
    const rule = makeRule('deny mcp__a__x');
    expect(await store.add(rule)).toMatchObject({ ok: false, error: { code: 'host.unavailable' } });
    expect(store.list()).toEqual([rule]);
  });
});

describe('a bad file', () => {
  test.each([
    ['not JSON', '{ "rules": ['],
    ['no object', '[]'],
    ['null', 'null'],
    ['rules that are no list', '{"rules":{}}'],
    ['empty', ''],
  ])('%s gives no rule, is kept aside and is reported', (_, text) => {
    put(text);
    const store = createRuleStore({ file });
    expect(store.list()).toEqual([]);
    expect(store.degraded).toBe(true);
    expect(store.problem).toMatchObject({ code: 'config.syntax', aside: expect.stringContaining('rules.bad-') });
    expect(readFileSync(store.problem?.aside ?? '', 'utf8')).toBe(text);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('bad entries are left out, the good ones count', async () => {
    const good = makeRule('deny mcp__a__x');
    put(JSON.stringify({ rules: [{ id: 'x', effect: 'allow' }, good, null, { ...good, effect: 'perhaps' }] }));
    const store = createRuleStore({ file });
    expect(store.list()).toEqual([good]);
    expect(store.degraded).toBe(true);
    expect(store.problem?.message).toMatch(/3 of 4/);
    // The next change ends the state; what was bad is still aside, once.
    createRuleStore({ file });
    expect((await store.add(makeRule('allow mcp__a__y'))).ok).toBe(true);
    expect(store.degraded).toBe(false);
    expect(onDisk().rules).toHaveLength(2);
    expect(readdirSync(path.dirname(file)).filter((name) => name.includes('.bad-'))).toHaveLength(1);
  });

  test('a file that cannot be read is not written over', async () => {
    mkdirSync(file, { recursive: true });
    const store = createRuleStore({ file });
    expect(store.degraded).toBe(true);
    expect((await store.add(makeRule('allow mcp__a__y'))).ok).toBe(false);
    expect(store.degraded).toBe(true);
    expect(statSync(file).isDirectory()).toBe(true);
  });

  test('no file is no problem', () => {
    const store = createRuleStore({ file });
    expect([store.degraded, store.problem, store.list()]).toEqual([false, undefined, []]);
    expect(existsSync(file)).toBe(false);
  });
});
