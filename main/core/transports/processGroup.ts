import { spawn, spawnSync } from 'node:child_process';
import { listProcesses, type ProcessEntry } from './processTable.ts';

/** A server's process with everything it started. */
export interface ProcessGroup {
  readonly pid: number;
  /** Sends a signal to every process of the group. What is gone already is no error. */
  signal(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL'): void;
  /**
   * Whether anything of the group still runs. `leaderGone`: the child's end was already reported; before, it counts as running, unless
   * `since` (`performance.now()`) asks to look for oneself, at nothing older than that.
   */
  alive(leaderGone: boolean, since?: number): boolean;
  /** Ends everything at once and without waiting for events, for `process.on('exit')`. */
  killNow(): void;
}

/** The parts of the system a group needs; tests hand in fakes. */
export interface GroupSystem {
  kill(pid: number, signal: NodeJS.Signals | 0): void;
  list(since?: number): ProcessEntry[] | undefined;
}

const realSystem: GroupSystem = { kill: (pid, signal) => void process.kill(pid, signal), list: listProcesses };

/**
 * POSIX: the group of a child that was started detached. Children that made a group of their own (browsers do) but are still below
 * the leader are ended too; daemons, which let go of their parent on purpose, are not.
 */
export function posixGroup(pid: number, system: GroupSystem = realSystem): ProcessGroup {
  /** Groups of descendants that left the leader's group, found while their parents still lived. */
  const strays = new Set<number>();
  const send = (target: number, signal: NodeJS.Signals | 0): boolean => {
    try {
      system.kill(target, signal);
      return true;
    } catch (error) {
      // EPERM: some process of the group is not ours (setuid), or on macOS only zombies are left.
      return (error as NodeJS.ErrnoException).code === 'EPERM' && signal === 0 && process.platform !== 'darwin';
    }
  };
  const groupAlive = (group: number, since: number | undefined): boolean => {
    if (!send(-group, 0)) return false;
    // A group of zombies still takes signals: where nobody reaps orphans it would look alive for ever. Zombies stay zombies, so a
    // list that is not quite fresh is good enough for that; that nobody is on it proves nothing.
    const members = system.list(since)?.filter((entry) => entry.group === group) ?? [];
    return members.length === 0 || members.some((entry) => !entry.zombie);
  };
  return {
    pid,
    signal(signal) {
      for (const group of strayGroups(pid, system.list())) strays.add(group);
      for (const group of [pid, ...strays]) send(-group, signal);
    },
    alive(leaderGone, since) {
      if (!leaderGone && since === undefined) return true;
      return [pid, ...strays].some((group) => groupAlive(group, since));
    },
    killNow() {
      for (const group of [pid, ...strays, ...strayGroups(pid, system.list())]) send(-group, 'SIGKILL');
    },
  };
}

/** Groups, other than the leader's own, led by processes below `leader`. */
function strayGroups(leader: number, entries: ProcessEntry[] | undefined): number[] {
  if (!entries) return [];
  const below = new Set([leader]);
  const byParent = Map.groupBy(entries, (entry) => entry.parent);
  const groups = new Set<number>();
  for (const pid of below) {
    for (const child of byParent.get(pid) ?? []) {
      below.add(child.pid);
      if (child.group !== leader && child.group === child.pid && !child.zombie) groups.add(child.group);
    }
  }
  return [...groups];
}

export type Taskkill = (args: string[], wait: boolean) => void;

const realTaskkill: Taskkill = (args, wait) => {
  const options = { stdio: 'ignore', windowsHide: true } as const;
  if (wait) spawnSync('taskkill', args, options);
  else spawn('taskkill', args, options).on('error', () => undefined);
};

/**
 * Windows: no groups and no signals; `taskkill /T /F` ends a process with all below it. It is the answer to SIGTERM, because
 * console programs do not hear the polite kind; SIGINT is the end of stdin alone.
 */
export function windowsGroup(pid: number, taskkill: Taskkill = realTaskkill): ProcessGroup {
  const args = ['/PID', String(pid), '/T', '/F'];
  return {
    pid,
    signal(signal) {
      if (signal !== 'SIGINT') taskkill(args, false);
    },
    alive: (leaderGone) => !leaderGone,
    killNow: () => taskkill(args, true),
  };
}

export const processGroup = (pid: number, platform: NodeJS.Platform = process.platform): ProcessGroup =>
  platform === 'win32' ? windowsGroup(pid) : posixGroup(pid);
