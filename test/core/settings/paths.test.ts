import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createPaths, defaultHome, projectKey } from '../../../main/core/settings/paths.ts';

test.each([
  ['linux', { HOME: '/home/me' }, '/home/me/.config/Quayside'],
  ['linux', { HOME: '/home/me', XDG_CONFIG_HOME: '/cfg' }, '/cfg/Quayside'],
  ['linux', { HOME: '/home/me', XDG_CONFIG_HOME: 'relative' }, '/home/me/.config/Quayside'],
  ['darwin', { HOME: '/Users/me', XDG_CONFIG_HOME: '/cfg' }, '/Users/me/Library/Application Support/Quayside'],
  ['win32', { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' }, 'C:\\Users\\me\\AppData\\Roaming\\Quayside'],
  ['win32', { USERPROFILE: 'C:\\Users\\me' }, 'C:\\Users\\me\\AppData\\Roaming\\Quayside'],
  ['linux', { HOME: '/home/me', QUAYSIDE_HOME: '/data/q' }, '/data/q'],
  ['linux', { HOME: '/home/me', QUAYSIDE_HOME: ' ' }, '/home/me/.config/Quayside'],
] as const)('on %s with %j the data folder is %s', (platform, env, home) => expect(defaultHome(env, platform)).toBe(home));

test('every file lies in the data folder', () => {
  const paths = createPaths('/data/q');
  const { localServersFile, home, ...files } = paths;
  for (const file of [...Object.values(files), localServersFile('/some/where')]) expect(path.relative(home, file)).not.toMatch(/^\.\./);
  expect(new Set(Object.values(files)).size).toBe(Object.values(files).length);
});

test('a folder has one local file, however it is reached', () => {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-paths-')));
  try {
    const folder = path.join(root, 'project');
    fs.mkdirSync(folder);
    const paths = createPaths(root);
    expect(paths.localServersFile(`${folder}/`)).toBe(paths.localServersFile(folder));
    expect(paths.localServersFile(path.join(folder, '..', 'project'))).toBe(paths.localServersFile(folder));
    expect(paths.localServersFile(`${folder}2`)).not.toBe(paths.localServersFile(folder));
    if (process.platform === 'win32') return;
    fs.symlinkSync(folder, path.join(root, 'link'));
    expect(projectKey(path.join(root, 'link'))).toBe(folder);
  } finally {
    fs.rmSync(root, { recursive: true, force: true });
  }
});
