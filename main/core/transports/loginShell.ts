import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { stripVTControlCharacters } from 'node:util';

export interface LoginShellRequest {
  /** The user's shell: an absolute path. */
  shell: string;
  env: Readonly<Record<string, string>>;
  /** Start-up files that ask questions or wait for the network must not keep servers from starting. */
  timeoutMs: number;
}

const LONGEST = 1024 * 1024;
/** Start-up files of shell frameworks that would update themselves or start a terminal multiplexer. */
const QUIET = { DISABLE_AUTO_UPDATE: 'true', ZSH_TMUX_AUTOSTARTED: 'true', ZSH_TMUX_AUTOSTART: 'false', TERM: 'dumb' };

/**
 * PATH as a new terminal window would have it: an app started from the Dock or a menu gets only the system's folders, and node, npx or
 * uvx of a version manager are not among them. Undefined when the shell fails or takes too long.
 *
 * The shell runs in a session of its own: an interactive shell that shares the terminal with us would take it over and stop us, and
 * this way everything its start-up files began is ended with it when the time is up.
 */
export function readLoginPath({ shell, env, timeoutMs }: LoginShellRequest): Promise<string | undefined> {
  const mark = randomUUID();
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const child = spawn(shell, argumentsFor(shell, mark), { env: { ...env, ...QUIET }, detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  let out = '';
  const finish = (): void => {
    clearTimeout(timer);
    resolve(between(out, mark));
    endGroup(child.pid);
    child.stdout.destroy();
  };
  const timer = setTimeout(finish, timeoutMs);
  timer.unref();
  child.unref();
  child.on('error', finish);
  child.on('exit', finish);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (out.length < LONGEST) out += text;
    // Both marks are there: what the shell does from now on (background jobs, log-out files) is not waited for.
    if (between(out, mark) !== undefined) finish();
  });
  child.stdout.on('error', () => undefined);
  return promise;
}

function argumentsFor(shell: string, mark: string): string[] {
  const name = shell.slice(shell.lastIndexOf('/') + 1);
  // Quoted, fish joins its list with colons too. printf is built in, so a start-up file that breaks PATH is seen as it is.
  const ask = `printf '%s' '${mark}'; printf '%s' "$PATH"; printf '%s' '${mark}'`;
  if (name === 'nu') return ['-l', '-i', '-c', `print -n '${mark}'; print -n ($env.PATH | str join ':'); print -n '${mark}'`];
  if (name === 'csh' || name === 'tcsh') return ['-ic', ask];
  if (name === 'xonsh') return ['-l', '-i', '-c', `print('${mark}' + __import__('os').environ['PATH'] + '${mark}')`];
  return ['-ilc', ask];
}

function between(out: string, mark: string): string | undefined {
  const start = out.indexOf(mark);
  const end = start < 0 ? -1 : out.indexOf(mark, start + mark.length);
  if (end < 0) return undefined;
  const value = stripVTControlCharacters(out.slice(start + mark.length, end)).trim();
  return value === '' ? undefined : value;
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
}
