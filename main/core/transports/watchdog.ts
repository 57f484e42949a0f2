import { type ChildProcess, spawn } from 'node:child_process';

/** The helper that outlives a crash of the app just long enough to end the servers. */
export interface Watchdog {
  watch(pid: number): void;
  forget(pid: number): void;
}

/**
 * Keeps the list of groups and waits for its input to end, which happens when the app is gone, however it went (kill -9 too). Then
 * it ends what is left: SIGTERM, and after a moment SIGKILL. A shell, because it is there on every POSIX system, starts in
 * two milliseconds and takes one megabyte.
 */
// `kill -s NAME -- -GROUP` is the one spelling that every shell takes (dash refuses `kill -NAME -- -GROUP`).
const SCRIPT = `trap '' INT TERM HUP
groups=
while read -r what pid; do
  rest=
  for one in $groups; do [ "$one" = "$pid" ] || rest="$rest $one"; done
  groups=$rest
  [ "$what" = + ] && groups="$groups $pid"
done
[ -n "$groups" ] || exit 0
for one in $groups; do kill -s TERM -- "-$one"; done 2>/dev/null
sleep 0.4 2>/dev/null || sleep 1
for one in $groups; do kill -s KILL -- "-$one"; done 2>/dev/null
exit 0`;

const RESTARTS = 5;

/**
 * One helper for the whole app, started with the first server and ended with the last one. It runs in a session of its own, so that what
 * ends the app's process group (a closed terminal) does not end it too. Does nothing on Windows.
 */
export function createWatchdog(
  onProblem: (message: string) => void,
  platform: NodeJS.Platform = process.platform,
): Watchdog & { readonly pid: number | undefined } {
  const watched = new Set<number>();
  let helper: ChildProcess | undefined;
  let restarts = 0;

  const start = (): ChildProcess => {
    const child = spawn('/bin/sh', ['-c', SCRIPT], {
      detached: true,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // Neither the helper nor its pipe keeps the app running.
    child.unref();
    (child.stdin as unknown as { unref(): void }).unref();
    child.stdin?.on('error', () => undefined);
    child.on('error', (error) => {
      if (helper === child) helper = undefined;
      onProblem(`The helper that ends servers after a crash could not be started: ${error.message}`);
    });
    child.on('exit', () => {
      if (helper !== child) return;
      helper = undefined;
      // Someone ended it: the next one takes over the whole list. A system where it cannot live is not asked for ever.
      if (watched.size === 0) return;
      restarts += 1;
      if (restarts <= RESTARTS) tellAll();
      else onProblem('The helper that ends servers after a crash keeps being ended.');
    });
    return child;
  };
  const tellAll = (): void => {
    helper = start();
    for (const pid of watched) helper.stdin?.write(`+ ${pid}\n`);
  };

  return {
    get pid() {
      return helper?.pid;
    },
    watch(pid) {
      if (platform === 'win32' || watched.has(pid)) return;
      watched.add(pid);
      if (helper) helper.stdin?.write(`+ ${pid}\n`);
      else if (restarts <= RESTARTS) tellAll();
    },
    forget(pid) {
      if (!watched.delete(pid)) return;
      helper?.stdin?.write(`- ${pid}\n`);
      if (watched.size > 0) return;
      const idle = helper;
      helper = undefined;
      idle?.stdin?.end();
    },
  };
}
