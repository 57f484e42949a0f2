import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { findBrowser } from '../../host/browser/findBrowser.ts';
import { browserFlags } from '../../host/browser/flags.ts';
import { locateApp, parseCommandLine } from '../../host/commandLine.ts';
import { guardedEmitter, guardObject } from '../../host/guard.ts';
import { makeCodec } from '../../host/page/codec.ts';

describe('command line', () => {
  test('a driver’s modules, switches, the app, and the app’s own arguments are told apart', () => {
    const parsed = parseCommandLine(['-r', 'loader.js', '--inspect=0', '--remote-debugging-port=0', '--lang=de', '.', '--not-ours', 'x']);
    expect(parsed).toEqual({ required: ['loader.js'], switches: new Map([['lang', 'de']]), debugPort: '0', app: '.' });
  });
  test('an app that is not there is named', () => {
    expect(() => locateApp('/no/such/app')).toThrow('There is no app at /no/such/app');
  });
});

describe('flags', () => {
  const base = { profile: '/p', appName: 'A', headless: false, platform: 'linux' as const, root: false, switches: new Map<string, string>() };
  test('the sandbox is off for root only', () => {
    expect(browserFlags(base)).not.toContain('--no-sandbox');
    expect(browserFlags({ ...base, root: true })).toContain('--no-sandbox');
  });
  test('the app’s switches pass, but not those the host owns', () => {
    const flags = browserFlags({
      ...base,
      switches: new Map([
        ['lang', 'de'],
        ['user-data-dir', '/evil'],
        ['disable-gpu', ''],
      ]),
    });
    expect(flags).toContain('--lang=de');
    expect(flags).toContain('--disable-gpu');
    expect(flags.filter((flag) => flag.startsWith('--user-data-dir'))).toEqual(['--user-data-dir=/p']);
  });
});

test('the first installed browser is found, and a named one wins', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'browsers-'));
  expect(findBrowser({ PATH: folder }, 'linux')).toBeUndefined();
  const chrome = path.join(folder, 'google-chrome');
  fs.writeFileSync(chrome, '', { mode: 0o755 });
  fs.writeFileSync(path.join(folder, 'chromium'), '', { mode: 0o644 });
  expect(findBrowser({ PATH: folder }, 'linux')).toBe(chrome);
  expect(findBrowser({ PATH: folder, ELECTRON_HOST_BROWSER: '/my/own' }, 'linux')).toBe('/my/own');
  fs.rmSync(folder, { recursive: true });
});

describe('guards', () => {
  test('unknown members throw with their name, known ones and engine probes do not', async () => {
    const object = guardObject('shell', { open: () => 1 }) as Record<string, unknown>;
    expect((object.open as () => number)()).toBe(1);
    expect(() => object.beep).toThrow('shell.beep is not available in the Chromium host');
    expect(await Promise.resolve(object)).toBe(object);
  });
  test('an emitter keeps working, with private fields', () => {
    class Thing extends guardedEmitter('Thing') {
      #value = 3;
      get(): number {
        return this.#value;
      }
    }
    const thing = new Thing();
    let heard = 0;
    thing.on('x', () => {
      heard = thing.get();
    });
    thing.emit('x');
    expect(heard).toBe(3);
    expect(() => (thing as unknown as { fly: unknown }).fly).toThrow('Thing.fly is not available in the Chromium host');
  });
});

test('the codec refuses what structured clone refuses', () => {
  const codec = makeCodec(globalThis);
  for (const value of [() => 1, Symbol('s'), Promise.resolve(), new WeakMap()]) expect(() => codec.encode(value)).toThrow(/could not be cloned/);
  expect(() => codec.decode('{"$":"?"}')).toThrow(/no value of the bridge/);
});
