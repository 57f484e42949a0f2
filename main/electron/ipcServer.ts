import { ipcMain, type WebContents } from 'electron';
import { EVENT_CHANNEL, REQUEST_CHANNEL } from '../../preload/contract/bridge.ts';
import { fail } from '../../preload/contract/errors.ts';
import type { HostEvent } from '../../preload/contract/mirror.ts';
import type { Caller, Dispatch } from '../core/bridge/dispatch.ts';
import type { Publisher } from '../core/bridge/publisher.ts';
import { isTrustedSender } from './trustedSender.ts';

/** Joins the windows to the core: sender check → dispatch, and each window's stream of events. */
export function serveIpc(dispatch: Dispatch, publisher: Publisher): void {
  const windows = new Map<WebContents, { send: (event: HostEvent) => void; end: () => void }>();

  /** A reloaded page asks again and gets a fresh snapshot over the same subscription. */
  function subscribe(contents: WebContents): void {
    const known = windows.get(contents);
    if (known) {
      publisher.snapshot(known.send);
      return;
    }
    const send = (event: HostEvent): void => {
      if (!contents.isDestroyed()) contents.send(EVENT_CHANNEL, event);
    };
    const end = publisher.subscribe(send);
    windows.set(contents, { send, end });
    contents.once('destroyed', () => {
      end();
      windows.delete(contents);
    });
  }

  ipcMain.handle(REQUEST_CHANNEL, (event, name: unknown, input: unknown) => {
    if (!isTrustedSender(event)) return fail('host.forbidden', 'This page may not talk to Quayside.');
    const caller: Caller = { subscribe: () => subscribe(event.sender) };
    return dispatch(name, input, caller);
  });
}
