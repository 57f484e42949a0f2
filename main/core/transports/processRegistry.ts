import type { Logger } from '../ports.ts';
import type { ProcessGroup } from './processGroup.ts';
import { createWatchdog, type Watchdog } from './watchdog.ts';

/**
 * Every group of server processes that runs. Whatever ends the app, none is left over: `process.on('exit')` kills them
 * synchronously, and the watchdog does it when the app itself was killed.
 */
export class ProcessRegistry {
  readonly #watchdog: Watchdog;
  readonly #groups = new Map<number, ProcessGroup>();
  #logger: Logger | undefined;
  #hooked = false;

  constructor(makeWatchdog: (onProblem: (message: string) => void) => Watchdog) {
    this.#watchdog = makeWatchdog((message) => this.#logger?.warn(message));
  }

  /** To be called in the turn in which the process was started. */
  add(group: ProcessGroup, logger: Logger): void {
    this.#logger = logger;
    this.#groups.set(group.pid, group);
    this.#watchdog.watch(group.pid);
    if (this.#hooked) return;
    this.#hooked = true;
    process.on('exit', () => this.sweep());
  }

  /** Nothing of the group runs any more. */
  remove(group: ProcessGroup): void {
    if (this.#groups.get(group.pid) !== group) return;
    this.#groups.delete(group.pid);
    this.#watchdog.forget(group.pid);
  }

  pids(): number[] {
    return [...this.#groups.keys()];
  }

  /** Kills everything that is left, without waiting. */
  sweep(): void {
    for (const group of this.#groups.values()) group.killNow();
    this.#groups.clear();
  }
}

/** The app has one list, because it has one end. */
export const processRegistry = new ProcessRegistry(createWatchdog);
