import type { IpcMainInvokeEvent } from 'electron';
import { APP_ORIGIN } from './appProtocol.ts';

/** Only the main frame of our own page may speak (SEC-1). Asked before anything that was said is read. */
export function isTrustedSender(event: Pick<IpcMainInvokeEvent, 'senderFrame' | 'sender'>): boolean {
  const frame = event.senderFrame;
  if (!frame || frame !== event.sender.mainFrame) return false;
  return frame.url === APP_ORIGIN || frame.url.startsWith(`${APP_ORIGIN}/`);
}
