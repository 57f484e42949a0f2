import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createConversationStore } from '../../../main/core/conversations/conversationStore.ts';
import { openDatabase } from '../../../main/core/conversations/database.ts';
import { phraseQuery } from '../../../main/core/conversations/searchText.ts';
import type { ConversationStore } from '../../../main/core/conversations/store.ts';
import type { Message } from '../../../preload/contract/chat.ts';

let folder: string;
let store: ConversationStore;
const file = (): string => path.join(folder, 'quayside.db');
const open = (): ConversationStore => createConversationStore(openDatabase(file(), 1).db);
const message = (id: string, text: string, status: Message['status'] = 'done'): Message => ({
  id,
  role: 'user',
  createdAt: 1,
  status,
  parts: [{ kind: 'text', text }],
});

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'store-'));
  store = open();
});
afterEach(() => {
  store.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

test('conversations and messages survive a restart in order', () => {
  const { id } = store.create(5);
  store.update(id, { title: 'Trip', pinned: true, updatedAt: 9 });
  store.saveMessage(id, message('a', 'one'));
  store.saveMessage(id, message('b', 'two', 'streaming'));
  store.saveMessage(id, message('b', 'two and a half'));
  store.close();
  store = open();
  expect(store.list()).toEqual([{ id, title: 'Trip', autoTitle: true, createdAt: 5, updatedAt: 9, pinned: true, archived: false }]);
  expect(store.messages(id).map((m) => m.parts)).toEqual([[{ kind: 'text', text: 'one' }], [{ kind: 'text', text: 'two and a half' }]]);
});

test.each([
  ['天气', true],
  ['杭', true],
  ['杭州明天', true],
  ['州杭', false],
  ['umbr', true],
  ['UMBRELLA', true],
  ['take an', true],
  ['an take', false],
  ['"; DROP', false],
  ['%', false],
  ['   ', false],
])('search for %j finds the message: %s', (query, found) => {
  const { id } = store.create(1);
  store.saveMessage(id, message('a', '查一下杭州明天的天气, then take an umbrella'));
  expect(store.search(query, 10).length > 0).toBe(found);
});

test('search looks into titles, shows where, and follows edits and deletions', () => {
  const { id } = store.create(1);
  store.update(id, { title: '100% sure' });
  expect(store.search('100%', 10)).toHaveLength(1);
  store.saveMessage(id, message('a', `${'x '.repeat(60)}needle in the hay`));
  expect(store.search('needle', 10)[0]?.snippet).toContain('needle in the hay');
  store.saveMessage(id, message('a', 'gone'));
  expect(store.search('needle', 10)).toEqual([]);
  store.removeMessages(id, ['a']);
  expect(store.search('gone', 10)).toEqual([]);
});

test('a deleted conversation can be restored until the next start', () => {
  const { id } = store.create(1);
  store.saveMessage(id, message('a', 'precious'));
  store.remove(id, 2);
  expect(store.list()).toEqual([]);
  expect(store.search('precious', 5)).toEqual([]);
  store.restore(id);
  expect(store.messages(id)).toHaveLength(1);
  store.remove(id, 3);
  store.close();
  store = open();
  store.restore(id);
  expect(store.get(id)).toBeUndefined();
});

test('a damaged file is moved aside and the app goes on', () => {
  store.close();
  fs.writeFileSync(file(), 'this is no database, but long enough to look like a header '.repeat(40));
  const opened = openDatabase(file(), 42);
  expect(opened.movedAside).toBe(`${file()}.damaged-42`);
  expect(fs.readFileSync(`${file()}.damaged-42`, 'utf8')).toContain('no database');
  store = createConversationStore(opened.db);
  expect(store.list()).toEqual([]);
});

test('a store of a newer version is refused with the way out, and left as it is', () => {
  store.close();
  const { db } = openDatabase(file(), 1);
  db.exec('PRAGMA user_version = 99');
  db.close();
  expect(() => openDatabase(file(), 1)).toThrow(/newer version.*Update Quayside/);
  store = { close: () => undefined } as ConversationStore;
});

test('kill -9 loses nothing that was reported as saved', async () => {
  store.close();
  const program = `
    import { openDatabase } from ${JSON.stringify(path.resolve('main/core/conversations/database.ts'))};
    import { createConversationStore } from ${JSON.stringify(path.resolve('main/core/conversations/conversationStore.ts'))};
    const store = createConversationStore(openDatabase(${JSON.stringify(file())}, 1).db);
    const { id } = store.create(1);
    for (let i = 0; ; i++) { store.saveMessage(id, { id: 'm' + i, role: 'user', createdAt: i, status: 'done', parts: [{ kind: 'text', text: 'n' + i }] }); process.stdout.write(i + '\\n'); }`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.split('\n').length > 60) child.kill('SIGKILL');
    });
    child.on('close', () => resolve());
  });
  const saved = said.split('\n').length - 1;
  store = open();
  const id = store.list()[0]?.id ?? '';
  expect(store.messages(id).length).toBeGreaterThanOrEqual(saved);
});

test('phraseQuery never lets the text of the user become syntax', () => {
  expect(phraseQuery('a OR "b" NEAR(c)')).toBe('"a OR b NEAR c"');
  expect(phraseQuery('天气预报')).toBe('"天 气 预 报"');
  expect(phraseQuery('?!')).toBeUndefined();
});
