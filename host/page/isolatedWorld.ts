import type { makeCodec } from './codec.ts';
import type { linkWorlds } from './link.ts';

/** What a sandboxed preload may see of the process. */
export interface PreloadProcess {
  platform: string;
  arch: string;
  versions: Record<string, string | undefined>;
}

type Preload = (require: (id: string) => unknown, module: { exports: object }, exports: object, process: object) => void;
type Listener = (event: object, ...args: unknown[]) => void;

/**
 * Runs in the preload's isolated world of each document: the link to the page's world, ipcRenderer over a binding, contextBridge,
 * and the preload itself. Injected as source; closes over nothing but its arguments.
 */
export function isolatedWorld(
  secret: string,
  tag: string,
  blank: string,
  link: typeof linkWorlds,
  codecOf: typeof makeCodec,
  facts: PreloadProcess,
  preload: Preload | null,
): void {
  const world = globalThis as unknown as Record<string, unknown>;
  if (window !== window.top || location.href.startsWith(blank)) return;
  const toHost = world.__hostSend as ((text: string) => void) | undefined;
  delete world.__hostSend;
  if (!toHost) return;
  const codec = codecOf(globalThis);
  const ends = link(globalThis, tag, 'i', 'm');
  const node = document.createElement('i');
  ends.attach(node);
  // relatedTarget carries the node across; unlike a global name it leaves nothing behind for the page.
  document.dispatchEvent(new MouseEvent(secret, { relatedTarget: node }));

  const absent = (owner: string, methods: Record<string, unknown>): object =>
    new Proxy(methods, {
      get(target, key) {
        if (typeof key === 'symbol' || key in target) return target[key as string];
        throw new Error(`${owner}.${key} is not available in the Chromium host`);
      },
    });

  const listeners = new Map<string, Listener[]>();
  const pending = new Map<number, { channel: string; resolve(value: unknown): void; reject(error: Error): void }>();
  let nextId = 0;
  const ipcRenderer = absent('ipcRenderer', {
    on(channel: string, listener: Listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    },
    removeListener(channel: string, listener: Listener) {
      const rest = [...(listeners.get(channel) ?? [])];
      const at = rest.indexOf(listener);
      if (at >= 0) rest.splice(at, 1);
      listeners.set(channel, rest);
    },
    invoke(channel: string, ...args: unknown[]): Promise<unknown> {
      const id = ++nextId;
      return new Promise((resolve, reject) => {
        // An argument that cannot be cloned throws here and so rejects.
        const text = codec.encode([id, channel, args]);
        pending.set(id, { channel, resolve, reject });
        toHost(`i${text}`);
      });
    },
  });

  function receive(text: string): void {
    const message = codec.decode(text.slice(1));
    if (text[0] === 'r') {
      const [id, ok, value] = message as [number, boolean, unknown];
      const call = pending.get(id);
      pending.delete(id);
      if (ok) call?.resolve(value);
      else call?.reject(new Error(`Error invoking remote method '${call.channel}': ${value}`));
      return;
    }
    const [channel, args] = message as [string, unknown[]];
    for (const listener of listeners.get(channel) ?? []) {
      try {
        listener({ sender: ipcRenderer }, ...args);
      } catch (error) {
        reportError(error);
      }
    }
  }
  world.__hostReceive = (batch: string[]) => {
    for (const text of batch) receive(text);
  };

  toHost(`h${codec.encode([location.href])}`);
  for (const name of ['focus', 'blur', 'resize']) addEventListener(name, () => toHost(`w${codec.encode([name])}`));

  // Chromium's own shortcuts (new tab, reload, address bar …) are none of Electron's; app windows let a page cancel them all.
  // The page hears each key first and as it is: to a page that looks, a cancelled key is one that somebody else has used.
  addEventListener('keydown', () => addEventListener('keydown', cancelChromiums, { once: true }), { capture: true });
  function cancelChromiums(event: KeyboardEvent): void {
    if (event.defaultPrevented) return;
    const key = event.key.toLowerCase();
    const command = event.ctrlKey || event.metaKey;
    const chromiums =
      /^f([1356789]|12)$/.test(key) ||
      (command && /^[tnlhjdoupsrgkbfwe]$/.test(key)) ||
      (command && event.shiftKey && /^[tnrijcbdowm]$/.test(key)) ||
      (event.altKey && /^(arrowleft|arrowright|home|d|e|f)$/.test(key));
    if (chromiums) event.preventDefault();
  }

  // While the app listens for "close", leaving the page asks first; the host answers the dialog (close veto).
  let guard: ((event: BeforeUnloadEvent) => void) | undefined;
  world.__hostGuard = (on: boolean) => {
    if (on === Boolean(guard)) return;
    if (guard) removeEventListener('beforeunload', guard);
    guard = on ? (event) => event.preventDefault() : undefined;
    if (guard) addEventListener('beforeunload', guard);
  };

  if (!preload) return;
  const contextBridge = absent('contextBridge', {
    exposeInMainWorld: (key: string, api: unknown) => void ends.callFirst(String(key), api),
  });
  const electron = absent('electron', { contextBridge, ipcRenderer });
  const require = (id: string): unknown => {
    if (id === 'electron') return electron;
    throw new Error(`module not found: ${id} (a sandboxed preload may require only electron here; bundle the rest)`);
  };
  const module = { exports: {} };
  const process = Object.freeze({ ...facts, type: 'renderer', sandboxed: true, contextIsolated: true });
  try {
    preload.call(undefined, require, module, module.exports, process);
  } catch (error) {
    console.error('Unable to load the preload script', error);
    toHost(`p${codec.encode([String(error)])}`);
  }
}
