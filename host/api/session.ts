import { guardObject } from '../guard.ts';
import { state } from '../state.ts';

type Answer = (allowed: boolean) => void;
type RequestHandler = (contents: null, permission: string, answer: Answer) => void;
type CheckHandler = (contents: null, permission: string) => boolean;

/** Electron's permission names with Chromium's. The protocol has no request event, so the handlers are asked up front. */
const PERMISSIONS: Record<string, readonly string[]> = {
  media: ['microphone', 'camera'],
  geolocation: ['geolocation'],
  notifications: ['notifications'],
  midi: ['midi'],
  'clipboard-read': ['clipboard-read'],
  'clipboard-sanitized-write': ['clipboard-write'],
  'display-capture': ['display-capture'],
  'idle-detection': ['idle-detection'],
  'window-management': ['window-management'],
  'storage-access': ['storage-access'],
};

let onRequest: RequestHandler | undefined;
let onCheck: CheckHandler | undefined;

/** Tells the browser what the app's handlers allow. Run again when a handler is set and when the browser is up. */
export async function applyPermissions(): Promise<void> {
  if (!state.chromium || (!onRequest && !onCheck)) return;
  for (const [permission, names] of Object.entries(PERMISSIONS)) {
    let allowed = onCheck ? onCheck(null, permission) : true;
    const ask = onRequest;
    if (allowed && ask) allowed = await new Promise<boolean>((resolve) => ask(null, permission, resolve));
    for (const name of names) {
      state.chromium.connection.root.post('Browser.setPermission', { permission: { name }, setting: allowed ? 'granted' : 'denied' });
    }
  }
}

const defaultSession = guardObject('session.defaultSession', {
  setPermissionRequestHandler(handler: RequestHandler): void {
    onRequest = handler;
    void applyPermissions();
  },
  setPermissionCheckHandler(handler: CheckHandler): void {
    onCheck = handler;
    void applyPermissions();
  },
});

export const session = guardObject('session', { defaultSession });
