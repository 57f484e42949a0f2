import fs from 'node:fs';
import { expect, test } from 'vitest';
import { FIXES, fixFor } from '../../../main/core/trace/fixes.ts';
import { ERROR_CODES } from '../../../preload/contract/errors.ts';
import { TROUBLESHOOTING, troubleshootingPage } from '../../../scripts/troubleshooting.ts';

test('every failure to start, connect, sign in or reach a model has a way out', () => {
  const missing = ERROR_CODES.filter((code) => /^(config|spawn|connect|auth)\./.test(code) && !FIXES[code]);
  expect(missing).toEqual([]);
});

test('the finder’s own way out comes first', () => {
  expect(fixFor({ code: 'auth.required', message: 'm', fix: 'mine' })).toBe('mine');
  expect(fixFor({ code: 'auth.required', message: 'm' })).toBe(FIXES['auth.required']);
});

test('docs/troubleshooting.md is up to date (node scripts/troubleshooting.ts writes it)', () => {
  expect(fs.readFileSync(TROUBLESHOOTING, 'utf8')).toBe(troubleshootingPage());
});
