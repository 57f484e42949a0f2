import type { Clock, Timer } from '../ports.ts';
import type { ProcessGroup } from './processGroup.ts';
import type { StopLadder } from './transport.ts';

/** How often a group whose leader is gone is looked at, in milliseconds. */
const LOOK_EVERY = 10;

export interface LadderTarget {
  group: ProcessGroup;
  /** Sends end-of-file on the server's stdin. */
  endInput(): void;
  /** Resolves when the system reported the end of the leader. */
  exited: Promise<unknown>;
}

export interface LadderResult {
  /** Something still ran when the time was up. */
  stuck: boolean;
  pid: number;
}

/**
 * Ends a server (CON-12): at 0 end of input and SIGINT, then SIGTERM, then SIGKILL, each to the whole group, until nothing of it runs.
 * The steps go on after a polite exit of the leader as long as something it started is left. Never rejects.
 */
export function climbDown(target: LadderTarget, ladder: StopLadder, clock: Clock): Promise<LadderResult> {
  const { group } = target;
  return new Promise((resolve) => {
    const timers = new Set<Timer>();
    let leaderGone = false;
    let over = false;
    const finish = (stuck: boolean): void => {
      if (over) return;
      over = true;
      for (const timer of timers) timer.cancel();
      resolve({ stuck, pid: group.pid });
    };
    const after = (ms: number, run: () => void): void => {
      const timer = clock.after(ms, () => {
        timers.delete(timer);
        if (!over) run();
      });
      timers.add(timer);
    };
    const look = (): void => {
      if (!group.alive(leaderGone)) finish(false);
      else if (leaderGone) after(LOOK_EVERY, look);
    };

    target.endInput();
    group.signal('SIGINT');
    after(ladder.sigterm, () => group.signal('SIGTERM'));
    after(ladder.sigkill, () => {
      group.signal('SIGKILL');
      const killed = performance.now();
      // Counted from here: on a busy machine both alarms could ring in one turn. What is dead but not reported yet is not stuck.
      after(ladder.giveUp - ladder.sigkill, () => finish(group.alive(leaderGone, killed)));
    });
    void target.exited.then(() => {
      leaderGone = true;
      if (!over) look();
    });
  });
}
