import { describe, expect, test, vi } from 'vitest';
import { deferred } from '../../../main/core/base/deferred.ts';
import { type ChildEnvironmentOptions, createChildEnvironment, mergeEnvironment } from '../../../main/core/transports/childEnvironment.ts';

const APP = {
  PATH: '/usr/bin:/bin',
  HOME: '/home/ann',
  USER: 'ann',
  LANG: 'de_DE.UTF-8',
  LC_TIME: 'C',
  XDG_RUNTIME_DIR: '/run/user/1',
  HTTPS_PROXY: 'http://proxy.example.test:3128',
  no_proxy: 'localhost',
  NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
  SHELL: '/bin/zsh',
  TERM: '() { :; }',
  APP_SECRET: 'shh',
  OPENAI_API_KEY: 'shh',
  NODE_OPTIONS: '--inspect',
  ELECTRON_RUN_AS_NODE: '1',
  LD_PRELOAD: '/x.so',
};
const make = (more: Partial<ChildEnvironmentOptions> = {}): ReturnType<ReturnType<typeof createChildEnvironment>> =>
  createChildEnvironment({ env: APP, platform: 'linux', fromTerminal: true, folderExists: async () => false, ...more })();

describe('createChildEnvironment', () => {
  test('c19: a fixed list, never the app’s own variables', async () => {
    const { TERM, APP_SECRET, OPENAI_API_KEY, NODE_OPTIONS, ELECTRON_RUN_AS_NODE, LD_PRELOAD, ...rest } = APP;
    expect(await make()).toEqual({ ...rest, PATH: '/usr/bin:/bin:/usr/sbin:/sbin' });
  });

  test('c09: the login shell’s PATH goes first, then the app’s, then the usual folders that are there', async () => {
    const readPath = vi.fn(async () => '/home/ann/.nvm/bin:/usr/bin');
    const there = new Set(['/home/ann/.local/bin', '/snap/bin']);
    const env = await make({ fromTerminal: false, readPath, folderExists: async (folder) => there.has(folder), timeoutMs: 77 });
    expect(env.PATH).toBe('/home/ann/.nvm/bin:/usr/bin:/bin:/snap/bin:/home/ann/.local/bin:/usr/sbin:/sbin');
    expect(readPath).toHaveBeenCalledWith({ shell: '/bin/zsh', timeoutMs: 77, env: expect.not.objectContaining({ APP_SECRET: 'shh' }) });
  });

  test('a login shell that says nothing or fails leaves the app’s PATH', async () => {
    const expected = '/usr/bin:/bin:/usr/sbin:/sbin';
    expect((await make({ fromTerminal: false, readPath: async () => undefined })).PATH).toBe(expected);
    expect((await make({ fromTerminal: false, readPath: () => Promise.reject(new Error('no')) })).PATH).toBe(expected);
  });

  test('is worked out once; what a caller does to its copy stays with it', async () => {
    const readPath = vi.fn(async () => '/x');
    const environment = createChildEnvironment({ env: APP, platform: 'linux', fromTerminal: false, readPath, folderExists: async () => false });
    const [first, second] = await Promise.all([environment(), environment()]);
    first.PATH = 'changed';
    expect(second.PATH).not.toBe('changed');
    expect((await environment()).PATH).not.toBe('changed');
    expect(readPath).toHaveBeenCalledTimes(1);
  });

  test('a remembered PATH is used at once, and the fresh one as soon as the shell has answered', async () => {
    const shell = deferred<string | undefined>();
    const saved: string[] = [];
    const remembered = { load: async () => '/old', save: (value: string) => void saved.push(value) };
    const environment = createChildEnvironment({
      env: APP,
      platform: 'linux',
      fromTerminal: false,
      readPath: () => shell.promise,
      folderExists: async () => false,
      remembered,
    });
    expect((await environment()).PATH).toMatch(/^\/old:/);
    shell.resolve('/new');
    await vi.waitFor(async () => expect((await environment()).PATH).toMatch(/^\/new:/), 5000);
    expect(saved).toEqual(['/new']);
  });

  test('Windows: its own list, names in any case, no login shell', async () => {
    const readPath = vi.fn();
    const app = {
      Path: 'C:\\Windows',
      SystemRoot: 'C:\\Windows',
      APPDATA: 'C:\\a',
      'ProgramFiles(x86)': 'C:\\p',
      HOME: 'x',
      APP_SECRET: 'shh',
      ComSpec: 'cmd',
    };
    const env = await make({ env: app, platform: 'win32', fromTerminal: false, readPath });
    const { HOME, APP_SECRET, ...rest } = app;
    expect(env).toEqual(rest);
    expect(readPath).not.toHaveBeenCalled();
  });
});

describe('mergeEnvironment', () => {
  test('the entry’s own variables win', () => {
    expect(mergeEnvironment({ PATH: '/bin', A: '1' }, { A: '2', B: '3' }, 'linux')).toEqual({ PATH: '/bin', A: '2', B: '3' });
  });

  test('on Windows Path and PATH are one', () => {
    expect(mergeEnvironment({ Path: 'C:\\a', A: '1' }, { PATH: 'C:\\b' }, 'win32')).toEqual({ PATH: 'C:\\b', A: '1' });
  });
});
