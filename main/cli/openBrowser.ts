import { spawn } from 'node:child_process';
import type { OpenExternal } from '../core/ports.ts';

export interface BrowserOptions {
  env: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** Whether somebody sits in front of it; a script gets the address only. */
  interactive: boolean;
  /** Whether to start a browser for that person. */
  open: boolean;
  /** Remarks on stderr. */
  note: (line: string) => void;
}

/** Shows the address of a sign-in, and opens it where a person is there. A browser that will not start is no failure: the address stands there. */
export function createOpenBrowser({ env, platform, interactive, open, note }: BrowserOptions): OpenExternal {
  return async (url) => {
    const { protocol } = new URL(url);
    if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`Quayside opens only web addresses, not ${protocol}`);
    note(`Sign in at this address:\n${url}`);
    if (interactive) note('If your browser cannot reach this machine, paste the address it ends at (http://127.0.0.1:…) here. Ctrl+C cancels.');
    if (interactive && open && !(await start(openerOf(env, platform), url))) note('No browser could be started; open the address yourself.');
  };
}

/** `BROWSER` is what other programs of a terminal honour too; a list or a pattern in it is left to xdg-open. */
function openerOf({ BROWSER }: BrowserOptions['env'], platform: NodeJS.Platform): [string, ...string[]] {
  if (BROWSER && /^[^\s:%]+$/.test(BROWSER)) return [BROWSER];
  if (platform === 'darwin') return ['open'];
  return platform === 'win32' ? ['rundll32', 'url.dll,FileProtocolHandler'] : ['xdg-open'];
}

function start([command, ...args]: [string, ...string[]], url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', () => resolve(false));
    child.once('spawn', () => {
      child.unref();
      resolve(true);
    });
  });
}
