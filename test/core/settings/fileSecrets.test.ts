import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Logger } from '../../../main/core/ports.ts';
import { createFileSecrets, type Encryptor } from '../../../main/core/settings/fileSecrets.ts';

let folder: string;
let file: string;
let logged: string[];
const logger: Logger = {
  info: (message) => logged.push(message),
  warn: (message, details) => logged.push(`${message} ${JSON.stringify(details ?? {})}`),
  error: (message) => logged.push(message),
};
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-secrets-'));
  file = path.join(folder, 'home', 'secrets.json');
  logged = [];
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const backwards = (text: string): string => [...text].reverse().join('');
const encryptor: Encryptor = { encrypt: async (plain) => `enc:${backwards(plain)}`, decrypt: async (stored) => backwards(stored.slice(4)) };
const open = (given?: Encryptor) =>
  createFileSecrets({ file, lockFolder: path.join(folder, 'locks'), logger, ...(given ? { encryptor: given } : {}) });
const onDisk = (): string => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

test('a session secret never touches the disk', async () => {
  const secrets = open();
  await secrets.set('a', 'hunter2', 'session');
  expect(await secrets.get('a')).toBe('hunter2');
  expect(onDisk()).not.toContain('hunter2');
  expect(await open().get('a')).toBeUndefined();
});

test('a kept secret survives in a file only this user can read', async () => {
  await open().set('provider.apiKey', 'hunter2', 'file');
  expect(await open().get('provider.apiKey')).toBe('hunter2');
  if (process.platform === 'win32') return;
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  fs.chmodSync(file, 0o644);
  expect(await open().get('provider.apiKey')).toBe('hunter2');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(logged.join()).toMatch(/permissions/);
});

test('encryption: refused without the system, readable only with it, never plain on disk', async () => {
  expect(open().canEncrypt).toBe(false);
  await expect(open().set('a', 'hunter2', 'encrypted')).rejects.toMatchObject({ info: { code: 'host.unavailable' } });
  expect(open(encryptor).canEncrypt).toBe(true);
  await open(encryptor).set('a', 'hunter2', 'encrypted');
  expect(onDisk()).not.toContain('hunter2');
  expect(await open(encryptor).get('a')).toBe('hunter2');
  expect(await open().get('a')).toBeUndefined();
});

test('a locked key store means no secret, a word in the log, and nothing lost', async () => {
  await open(encryptor).set('a', 'hunter2', 'encrypted');
  const locked: Encryptor = { ...encryptor, decrypt: () => Promise.reject(new Error('locked')) };
  expect(await open(locked).get('a')).toBeUndefined();
  expect(logged.join()).toMatch(/decrypted/);
  expect(await open(encryptor).get('a')).toBe('hunter2');
});

test('it is known how each secret is kept, without its value', async () => {
  const secrets = open(encryptor);
  for (const [key, remember] of [
    ['a', 'session'],
    ['b', 'file'],
    ['c', 'encrypted'],
  ] as const)
    await secrets.set(key, 'hunter2', remember);
  expect(await Promise.all(['a', 'b', 'c', 'd'].map((key) => secrets.whereKept(key)))).toEqual(['session', 'file', 'encrypted', undefined]);
  expect(await open(encryptor).whereKept('a')).toBeUndefined();
});

test('the newest choice counts: no older copy is left anywhere', async () => {
  const secrets = open(encryptor);
  await secrets.set('a', 'first-value', 'file');
  await secrets.set('a', 'second-value', 'encrypted');
  expect(onDisk()).not.toMatch(/first-value|second-value/);
  await secrets.set('a', 'third-value', 'session');
  expect(JSON.parse(onDisk()).secrets).toEqual({});
  expect(await secrets.get('a')).toBe('third-value');
  await secrets.set('a', 'fourth-value', 'file');
  expect(await secrets.get('a')).toBe('fourth-value');
  await secrets.delete('a');
  expect(await secrets.get('a')).toBeUndefined();
  expect(onDisk()).not.toContain('fourth-value');
});

test('many at once and two processes of mind lose nothing', async () => {
  const [one, two] = [open(), open()];
  await Promise.all(Array.from({ length: 20 }, (_, i) => (i % 2 ? one : two).set(`k${i}`, `v${i}`, 'file')));
  const third = open();
  expect(await Promise.all(Array.from({ length: 20 }, (_, i) => third.get(`k${i}`)))).toEqual(Array.from({ length: 20 }, (_, i) => `v${i}`));
});

test('a damaged file is kept aside and does not stop the app', async () => {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, '{"secrets": {');
  expect(await open().get('a')).toBeUndefined();
  expect(fs.readdirSync(path.dirname(file)).some((name) => name.includes('broken'))).toBe(true);
  await open().set('a', 'hunter2', 'file');
  expect(await open().get('a')).toBe('hunter2');
  expect(logged.join()).not.toContain('hunter2');
});
