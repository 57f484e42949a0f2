import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNeedsAuthCache, NEEDS_AUTH_TTL_MS } from '../../../main/core/auth/needsAuthCache.ts';
import type { Logger } from '../../../main/core/ports.ts';
import { createPaths } from '../../../main/core/settings/paths.ts';

let home: string;
let now: number;
let logged: string[];
const logger: Logger = { info: (message) => logged.push(message), warn: (message) => logged.push(message), error: (message) => logged.push(message) };
const error = { code: 'auth.required' as const, message: 'The server asks for a sign-in.' };
const open = () => createNeedsAuthCache({ paths: createPaths(home), clock: { now: () => now, after: () => ({ cancel: () => undefined }) }, logger });
const file = (): string => path.join(home, 'caches', 'mcp-needs-auth-cache.json');

beforeEach(() => {
  home = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-auth-'));
  now = 1_000_000_000;
  logged = [];
});
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));

test('a finding is kept over runs for 15 minutes and logged; the file holds no secret', async () => {
  await open().remember('a', '["a","Bearer hunter2"]', error);
  expect(logged).toHaveLength(1);
  expect(open().get('a', '["a","Bearer hunter2"]')).toEqual({ since: now, error });
  expect(fs.readFileSync(file(), 'utf8')).not.toContain('hunter2');
  now += NEEDS_AUTH_TTL_MS - 1;
  expect(open().get('a', '["a","Bearer hunter2"]')).toBeDefined();
  now += 1;
  expect(open().get('a', '["a","Bearer hunter2"]')).toBeUndefined();
});

test('a changed entry, a sign-in and a clock set back make it invalid', async () => {
  const cache = open();
  await cache.remember('a', 'key 1', error);
  expect(cache.get('a', 'key 2')).toBeUndefined();
  expect(cache.get('b', 'key 1')).toBeUndefined();
  now -= 5000;
  expect(cache.get('a', 'key 1')).toBeUndefined();
  now += 5000;
  await cache.forget('a');
  expect(cache.get('a', 'key 1')).toBeUndefined();
});

test('many servers at once and two runs lose nothing; old findings are swept', async () => {
  const [one, two] = [open(), open()];
  await one.remember('old', 'k', error);
  now += NEEDS_AUTH_TTL_MS;
  await Promise.all(Array.from({ length: 12 }, (_, i) => (i % 2 ? one : two).remember(`s${i}`, 'k', error)));
  expect(Object.keys(JSON.parse(fs.readFileSync(file(), 'utf8')).servers).sort()).toEqual(Array.from({ length: 12 }, (_, i) => `s${i}`).sort());
});

test('a damaged file, odd names and a folder that cannot be written stop nobody', async () => {
  fs.mkdirSync(path.dirname(file()), { recursive: true });
  fs.writeFileSync(file(), '{"version":1,"servers":{"a":5}}');
  expect(open().get('a', 'k')).toBeUndefined();
  expect(open().get('toString', 'k')).toBeUndefined();
  await open().remember('constructor', 'k', error);
  expect(open().get('constructor', 'k')).toBeDefined();
  fs.rmSync(path.join(home, 'caches'), { recursive: true });
  fs.writeFileSync(path.join(home, 'caches'), 'in the way');
  await open().remember('a', 'k', error);
  expect(open().get('a', 'k')).toBeUndefined();
});
