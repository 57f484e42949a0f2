import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostBin, type Running, startApp } from './startApp.ts';

declare global {
  interface Window {
    // biome-ignore lint/suspicious/noExplicitAny: the test app's bridge is made to carry anything.
    api: any;
  }
}

let app: Running;
beforeAll(async () => {
  app = await startApp();
}, 60_000);
afterAll(() => app.stop());

/** Runs in the page. */
const inPage = <T>(fn: () => T | Promise<T>): Promise<T> => app.page.evaluate(fn);

describe('messages', () => {
  test('invoke answers, with a structured clone both ways', async () => {
    expect(
      await inPage(async () => {
        const sent: Record<string, unknown> = {
          date: new Date(5),
          map: new Map([['k', new Set([1])]]),
          big: 5n,
          none: undefined,
          nan: Number.NaN,
          zero: -0,
          bytes: new Uint8Array([1, 250]),
          re: /x/gi,
          $: 1,
        };
        sent.self = sent;
        const [got] = await window.api.invoke('echo', sent);
        return [
          got.date.getTime(),
          got.map.get('k').has(1),
          got.big === 5n,
          'none' in got,
          Number.isNaN(got.nan),
          Object.is(got.zero, -0),
          got.bytes[1],
          got.re.flags,
          got.self === got,
          got.$,
        ];
      }),
    ).toEqual([5, true, true, true, true, true, 250, 'gi', true, 1]);
  });
  test('a handler that throws rejects as in Electron, an unknown channel too', async () => {
    expect(await inPage(() => window.api.invoke('fail').catch((e: Error) => [e instanceof Error, e.message]))).toEqual([
      true,
      "Error invoking remote method 'fail': TypeError: nope",
    ]);
    expect(await inPage(() => window.api.invoke('absent').catch((e: Error) => e.message))).toBe(
      "Error invoking remote method 'absent': Error: No handler registered for 'absent'",
    );
  });
  test('what cannot be cloned rejects', async () => {
    expect(await inPage(() => window.api.invoke('echo', () => 1).catch((e: Error) => e.message))).toMatch(/could not be cloned/);
  });
  test('answers come in the order they are ready', async () => {
    expect(await inPage(() => Promise.all([window.api.invoke('after', 100), window.api.invoke('sum', 1, 2)]))).toEqual(['done', 3]);
  });
  test('5,000 events arrive in order, until the listener leaves', async () => {
    const got = await inPage(
      () =>
        new Promise<number[]>((resolve) => {
          const seen: number[] = [];
          const leave = window.api.on('tick', (n: number) => {
            seen.push(n);
            if (n < 4999) return;
            leave();
            resolve(seen);
          });
          void window.api.invoke('flood', 5000);
        }),
    );
    expect(got).toEqual(Array.from({ length: 5000 }, (_, i) => i));
  });
  test('the sender is the main frame of the app’s own page', async () => {
    expect(await inPage(() => window.api.invoke('sender'))).toEqual(['app://main/index.html', true]);
  });
});

describe('contextBridge', () => {
  test('values, nested objects and synchronous results', async () => {
    expect(
      await inPage(() => {
        const { deep, add } = window.api.nested;
        return [add(2, 3), deep.value, deep.date instanceof Date, deep.map instanceof Map, deep.bytes instanceof Uint8Array];
      }),
    ).toEqual([5, 7, true, true, true]);
  });
  test('errors are errors of the world that sees them', async () => {
    expect(
      await inPage(async () => {
        const rejected = await window.api.rejects().catch((e: Error) => [e instanceof Error, e.name, e.message]);
        try {
          window.api.throwsSync();
          return [];
        } catch (e) {
          return [e instanceof Error, (e as Error).message, ...rejected];
        }
      }),
    ).toEqual([true, 'sync boom', true, 'TypeError', 'async boom']);
  });
  test('callbacks go both ways, a function that goes round comes back as itself', async () => {
    expect(
      await inPage(async () => {
        const own = (): number => 1;
        const said = window.api.callBack((x: { from: string; inner(n: number): number }) => `${x.from}:${x.inner(21)}`);
        return [said, await window.api.asyncCallBack(async (n: number) => n * 2), window.api.identity(own) === own];
      }),
    ).toEqual(['preload:42', 41, true]);
  });
  test('the api is frozen and cannot be replaced', async () => {
    expect(
      await inPage(() => {
        const { writable, configurable } = Object.getOwnPropertyDescriptor(window, 'api') as PropertyDescriptor;
        return [writable, configurable, Object.isFrozen(window.api), Object.isFrozen(window.api.nested.deep)];
      }),
    ).toEqual([false, false, true, true]);
  });
});

describe('isolation', () => {
  test('the page sees neither Node nor anything of the host', async () => {
    expect(
      await inPage(() => {
        const page = globalThis as unknown as Record<string, unknown>;
        return ['require', 'process', 'Buffer', '__hostSend', '__hostReceive', '__hostGuard'].map((name) => typeof page[name]);
      }),
    ).toEqual(Array(6).fill('undefined'));
    expect(await inPage(() => Object.getOwnPropertyNames(window).filter((name) => /host|electron|ipc|__/i.test(name)))).toEqual([]);
  });
  test('the preload is sandboxed', async () => {
    expect(await inPage(() => window.api.world())).toMatchObject({ buffer: 'undefined', binding: 'undefined' });
    expect(
      await inPage(() =>
        [window.api.requireOther, window.api.unknownMember].map((f) => {
          try {
            return String(f());
          } catch (e) {
            return (e as Error).message;
          }
        }),
      ),
    ).toEqual([expect.stringContaining('module not found: node:fs'), 'ipcRenderer.sendSync is not available in the Chromium host']);
  });
  test('a page that patches built-ins gets no object of the preload’s world', async () => {
    expect(
      await inPage(async () => {
        const foreign: string[] = [];
        const watch = (owner: Record<string, unknown>, name: string): (() => void) => {
          const original = owner[name] as (...args: unknown[]) => unknown;
          owner[name] = function (this: unknown, ...args: unknown[]) {
            for (const arg of args) if (typeof arg === 'function' && arg.constructor !== Function) foreign.push(name);
            return original.apply(this, args);
          };
          return () => {
            owner[name] = original;
          };
        };
        const as = (value: unknown): Record<string, unknown> => value as Record<string, unknown>;
        const undo = [
          watch(as(EventTarget.prototype), 'dispatchEvent'),
          watch(as(Reflect), 'apply'),
          watch(as(Object), 'keys'),
          watch(as(Map.prototype), 'get'),
          watch(as(Map.prototype), 'set'),
          watch(as(Promise.prototype), 'then'),
        ];
        try {
          window.api.nested.add(1, 1);
          window.api.callBack((x: { inner(n: number): number }) => x.inner(2));
          await window.api.invoke('sum', 1, 1);
        } finally {
          for (const restore of undo) restore();
        }
        let evaluated = '';
        try {
          evaluated = window.api.nested.add.constructor('return typeof require + typeof process')();
        } catch (error) {
          evaluated = (error as Error).name;
        }
        return [foreign, ['undefinedundefined', 'EvalError'].includes(evaluated)];
      }),
    ).toEqual([[], true]);
  });
});

describe('the app scheme', () => {
  test('relative requests reach the handler with the app’s own URL, also from a worker', async () => {
    expect(await inPage(async () => (await fetch('/api/echo', { method: 'POST', body: 'hällo' })).json())).toEqual({
      method: 'POST',
      body: 'hällo',
      url: 'app://main/api/echo',
    });
    await app.page.locator('body[data-worker=GET]').waitFor({ state: 'attached' });
  });
  test('the page is a secure context, and its content security policy is in force', async () => {
    expect(
      await inPage(async () => {
        const violated = new Promise<string>((resolve) =>
          document.addEventListener('securitypolicyviolation', (e) => resolve(e.violatedDirective), { once: true }),
        );
        await fetch('https://example.invalid/').catch(() => undefined);
        return [isSecureContext, await violated];
      }),
    ).toEqual([true, 'connect-src']);
  });
});

describe('navigation', () => {
  test('leaving is asked and refused, new windows are denied', async () => {
    await app.page.click('#out');
    await app.page.click('#blank');
    await expect.poll(() => inPage(async () => (await window.api.invoke('seen')).opened)).toEqual(['https://example.invalid/blank']);
    expect(await inPage(async () => (await window.api.invoke('seen')).navigation)).toEqual(['https://example.invalid/page']);
    expect(await app.page.title()).toBe('Host test');
    expect(app.electron.windows()).toHaveLength(1);
  });
  test('after a reload the preload runs again and messages work', async () => {
    await inPage(() => {
      document.body.dataset.old = 'yes';
      location.reload();
    });
    await app.page.locator('body[data-ready=object]:not([data-old])').waitFor({ state: 'attached' });
    expect(await inPage(() => window.api.invoke('sum', 3, 4))).toBe(7);
  });
});

describe('the rest of the API', () => {
  test('shortcuts of the page are its own: it hears each key as it is, and only then Chromium’s are cancelled', async () => {
    await inPage(() => {
      const seen: [string, boolean, KeyboardEvent][] = [];
      addEventListener('keydown', (event) => seen.push([event.key, event.defaultPrevented, event]));
      (window as unknown as { seen: typeof seen }).seen = seen;
    });
    for (const key of ['Control+k', 'Control+n', 'F6', 'Alt+ArrowLeft', 'x']) await app.page.keyboard.press(key);
    const seen = await inPage(() =>
      (window as unknown as { seen: [string, boolean, KeyboardEvent][] }).seen
        .filter(([key]) => key !== 'Control' && key !== 'Alt')
        .map(([key, before, event]) => [key, before, event.defaultPrevented]),
    );
    expect(seen).toEqual([
      ['k', false, true],
      ['n', false, true],
      ['F6', false, true],
      ['ArrowLeft', false, true],
      ['x', false, false],
    ]);
  });

  test('it says what it is, and that it cannot encrypt', async () => {
    expect(await inPage(() => window.api.invoke('info'))).toMatchObject({
      electron: expect.stringMatching(/chromium-host$/),
      name: 'Host test',
      version: '0.3.1',
      encryption: false,
    });
  });
  test.each([
    ['electron', 'BrowserView'],
    ['app', 'getGPUInfo'],
    ['window', 'setOpacity'],
    ['contents', 'printToPDF'],
    ['dialog', 'showMessageBoxSync'],
  ])('an unknown member throws with its name: %s.%s', async (owner, member) => {
    const said = await app.page.evaluate(([o, m]) => window.api.invoke('unknown', o, m), [owner, member]);
    expect(said).toMatch(new RegExp(`\\.${member} is not available in the Chromium host`));
  });
  test('permissions follow the handlers', async () => {
    const states = await inPage(() =>
      Promise.all(
        ['geolocation', 'notifications', 'camera', 'clipboard-write'].map(
          async (name) => (await navigator.permissions.query({ name: name as PermissionName })).state,
        ),
      ),
    );
    expect(states).toEqual(['denied', 'denied', 'denied', 'granted']);
  });
  test('the theme reaches the page', async () => {
    for (const theme of ['dark', 'light'] as const) {
      await app.page.evaluate((value) => window.api.invoke('theme', value), theme);
      await app.page.waitForFunction((value) => matchMedia(`(prefers-color-scheme: ${value})`).matches, theme);
    }
  });
  test('the open dialog brings real paths to main', async () => {
    const files = ['a.txt', 'b.txt'].map((name) => path.join(app.data, name));
    for (const file of files) fs.writeFileSync(file, 'x');
    const chooser = app.page.waitForEvent('filechooser');
    const answer = inPage(() => window.api.invoke('open', { properties: ['openFile', 'multiSelections'] }));
    await (await chooser).setFiles(files);
    expect(await answer).toEqual({ canceled: false, filePaths: files });
  });
  test('a second start hands its arguments over and ends', async () => {
    const env = { ...process.env, HOST_TEST_DATA: app.data, ELECTRON_HOST_HEADLESS: '1' };
    const second = spawnSync(path.join(hostBin, 'electron'), [path.join(import.meta.dirname, 'app'), 'from-the-second'], { env, timeout: 15_000 });
    expect(second.status).toBe(7);
    await expect.poll(() => inPage(async () => (await window.api.invoke('seen')).second)).toEqual(['from-the-second']);
  });
  test('console messages of the page reach main', async () => {
    await inPage(() => console.warn('from the page', 42));
    await expect.poll(() => inPage(async () => (await window.api.invoke('seen')).console)).toContain('from the page 42');
  });
});

test('the app may veto the closing of its window, and then allow it', async () => {
  const own = await startApp();
  await own.page.evaluate(() => window.api.invoke('allowClose', false));
  await own.page.evaluate(() => window.api.invoke('closeWindow'));
  await expect.poll(() => own.page.evaluate(async () => (await window.api.invoke('seen')).closes)).toBe(1);
  expect(own.page.isClosed()).toBe(false);
  await own.page.evaluate(() => window.api.invoke('allowClose', true));
  const ended = new Promise<number | null>((resolve) => own.electron.process().once('exit', resolve));
  await own.page.evaluate(() => window.api.invoke('closeWindow'));
  expect(await ended).toBe(0);
  fs.rmSync(own.data, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}, 60_000);
