import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFileLogger } from '../../../main/core/logs/fileLogger.ts';
import { createRedactor } from '../../../main/core/logs/redact.ts';
import { createStderrLogger } from '../../../main/core/logs/stderrLogger.ts';

let folder: string;
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-logs-'));
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const clock = { now: () => 1_800_000_000_000 };

test('one line each, in order, without secrets, and nobody can forge a line', async () => {
  const redact = createRedactor();
  redact.register('hunter2hunter2');
  const log = createFileLogger({ folder: path.join(folder, 'logs'), redact, clock });
  log.info('started', { env: { API_KEY: 'abc' }, port: 80 });
  log.warn('said hunter2hunter2\n2027 ERROR forged');
  log.error('odd', { big: 1n, nothing: undefined });
  await log.flush();
  expect(fs.readFileSync(log.file, 'utf8').split('\n')).toEqual([
    '2027-01-15T08:00:00.000Z INFO started {"env":{"API_KEY":"***"},"port":80}',
    '2027-01-15T08:00:00.000Z WARN said ***\\n2027 ERROR forged',
    '2027-01-15T08:00:00.000Z ERROR odd {"big":"1"}',
    '',
  ]);
  if (process.platform !== 'win32') expect(fs.statSync(log.file).mode & 0o777).toBe(0o600);
});

test('the folder stays bounded: old files are rotated out', async () => {
  const log = createFileLogger({ folder, redact: createRedactor(), clock, maxBytes: 2000, keep: 3 });
  for (let i = 0; i < 200; i += 1) {
    log.info(`line ${i} ${'x'.repeat(100)}`);
    await log.flush();
  }
  const files = fs.readdirSync(folder).sort();
  expect(files).toEqual(['quayside.1.log', 'quayside.2.log', 'quayside.log']);
  for (const file of files) expect(fs.statSync(path.join(folder, file)).size).toBeLessThanOrEqual(2200);
  expect(fs.readFileSync(log.file, 'utf8')).toContain('line 199');
});

test('a folder that cannot be written throws nothing', async () => {
  const blocked = path.join(folder, 'file');
  fs.writeFileSync(blocked, '');
  const log = createFileLogger({ folder: path.join(blocked, 'logs'), redact: createRedactor(), clock });
  log.error('lost');
  await log.flush();
  expect(fs.readFileSync(blocked, 'utf8')).toBe('');
});

test('the terminal is told warnings and errors, and more only when asked', () => {
  const lines: string[] = [];
  const options = { redact: createRedactor(), write: (text: string) => lines.push(text) };
  const quiet = createStderrLogger(options);
  quiet.info('hidden');
  quiet.warn('careful, token=abc', { a: 1 });
  createStderrLogger({ ...options, verbose: true }).info('shown', { password: 'abc' });
  expect(lines).toEqual(['warning: careful, token=***\n', 'info: shown {"password":"***"}\n']);
});
