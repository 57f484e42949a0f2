// What a process holds on to: child processes by /proc, timers by a clock that counts, sockets and handles by Node, heap after collection.
import fs from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc');
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Live processes other than this one whose environment holds `mark`: all servers of the run, and whatever they started. */
export function ourProcesses(mark) {
  const found = [];
  for (const pid of fs.readdirSync('/proc')) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue;
    try {
      if (!fs.readFileSync(`/proc/${pid}/environ`, 'latin1').includes(mark)) continue;
      const state = /^State:\s+(\w)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
      if (state === 'Z' || state === 'X') continue;
      found.push({ pid: Number(pid), command: fs.readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim() });
    } catch {
      // Gone while we looked, or not ours to read.
    }
  }
  return found;
}

/** MiB of heap in use when everything that can go is gone. */
export async function heapAfterCollection() {
  for (let round = 0; round < 4; round += 1) {
    gc();
    await rest(50);
  }
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** A clock that knows which of its timers have not rung yet; those of the product never keep a process alive, so Node does not list them. */
export function countingClock(clock) {
  const waiting = new Map();
  return {
    waiting,
    now: () => clock.now(),
    after(ms, run) {
      const key = Symbol('timer');
      const timer = clock.after(ms, () => {
        waiting.delete(key);
        run();
      });
      waiting.set(key, { ms, since: Date.now(), by: new Error('set').stack });
      return {
        cancel() {
          waiting.delete(key);
          timer.cancel();
        },
      };
    },
  };
}

/** What Node still holds open for us, beside the standard streams. */
export function openHandles() {
  const standard = new Set([process.stdin, process.stdout, process.stderr]);
  const handles = process._getActiveHandles().filter((handle) => !standard.has(handle) && !(typeof handle.fd === 'number' && handle.fd <= 2));
  return handles.map(
    (handle) =>
      `${handle.constructor.name}${handle.remotePort ? ` to port ${handle.remotePort}` : ''}${handle.spawnfile ? ` ${handle.spawnargs?.join(' ')}` : ''}`,
  );
}

export const openTimers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout' || name === 'Immediate').length;
