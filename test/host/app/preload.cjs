const { contextBridge, ipcRenderer } = require('electron');
contextBridge.exposeInMainWorld('api', {
  invoke: (channel, ...args) => ipcRenderer.invoke(channel, ...args),
  on(channel, listener) {
    const own = (_event, ...args) => listener(...args);
    ipcRenderer.on(channel, own);
    return () => ipcRenderer.removeListener(channel, own);
  },
  nested: { deep: { value: 7, date: new Date(1000), map: new Map([['a', 1]]), bytes: new Uint8Array([1, 2, 3]) }, add: (a, b) => a + b },
  throwsSync: () => {
    throw new RangeError('sync boom');
  },
  rejects: () => Promise.reject(new TypeError('async boom')),
  callBack: (fn) => fn({ from: 'preload', inner: (n) => n * 2 }),
  asyncCallBack: async (fn) => (await fn(20)) + 1,
  identity: (value) => value,
  world: () => ({ buffer: typeof globalThis.Buffer, binding: typeof globalThis.__hostSend, process: Object.keys(process) }),
  requireOther: () => require('node:fs'),
  unknownMember: () => ipcRenderer.sendSync,
});
