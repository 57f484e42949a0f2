import { contextBridge, ipcRenderer } from 'electron';
import { EVENT_CHANNEL, type QuaysideBridge, REQUEST_CHANNEL } from './contract/bridge.ts';
import type { HostEvent } from './contract/mirror.ts';

/** All that the page can do: ask by name, and listen. Names and inputs are judged in main, which trusts neither. */
const bridge: QuaysideBridge = {
  invoke: (name, input) => ipcRenderer.invoke(REQUEST_CHANNEL, name, input),
  onEvent(listener) {
    const forward = (_event: unknown, event: HostEvent): void => listener(event);
    ipcRenderer.on(EVENT_CHANNEL, forward);
    return () => {
      ipcRenderer.removeListener(EVENT_CHANNEL, forward);
    };
  },
};

contextBridge.exposeInMainWorld('quayside', bridge);
