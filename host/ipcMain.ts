import { guardObject } from './guard.ts';

export type InvokeHandler = (event: unknown, ...args: unknown[]) => unknown;

export const invokeHandlers = new Map<string, InvokeHandler>();

/** electron.ipcMain: requests with an answer. One-way messages are not part of the bridge. */
export const ipcMain = guardObject('ipcMain', {
  handle(channel: string, handler: InvokeHandler): void {
    if (invokeHandlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    invokeHandlers.set(channel, handler);
  },
  removeHandler(channel: string): void {
    invokeHandlers.delete(channel);
  },
});
