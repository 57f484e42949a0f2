import { deferred } from '../base/deferred.ts';
import type { Clock, Logger } from '../ports.ts';
import type { ProcessGroup } from './processGroup.ts';
import type { ProcessRegistry } from './processRegistry.ts';
import type { ServerProcess } from './spawnChild.ts';
import { climbDown, type LadderResult } from './stopLadder.ts';
import type { StopLadder } from './transport.ts';

/** How a server's life as our server ended. */
export type ChildEnd =
  | { kind: 'exit'; code: number | null; signal: NodeJS.Signals | null }
  /** It closed one of its ends but runs on: it can never answer, or never be asked, again. */
  | { kind: 'stdout closed' }
  | { kind: 'stdin closed' }
  /** We gave up on it. */
  | { kind: 'dropped' };

export interface ChildLifeOptions {
  child: ServerProcess;
  group: ProcessGroup;
  registry: ProcessRegistry;
  logger: Logger;
  ladder: StopLadder;
  clock: Clock;
  onOutput(chunk: Buffer): void;
  onErrors(chunk: Buffer): void;
  /** Called once. What was buffered has been read before. */
  onEnd(end: ChildEnd): void;
}

/** After the exit, how long silence must last before the output counts as read, and the most that is waited, in milliseconds. */
const DRAIN_SILENCE = 40;
const DRAIN_MOST = 400;
/** A server that closes a pipe is usually about to exit; this long its exit code is waited for. */
const EXIT_GRACE = 1_000;
const LOOK_AGAIN = 1_000;
/** Reading goes on in the next turn of the event loop after this much work in one, in milliseconds. */
const TURN = 8;

/**
 * The life of one server process: its streams are always drained, its end is seen by `exit` (a grandchild may hold the pipes open
 * for ever, so `close` may never come), and whatever way it ends, its group is swept.
 */
export class ChildLife {
  readonly #options: ChildLifeOptions;
  readonly #exited = deferred<void>();
  readonly #over = deferred<void>();
  #hasExited = false;
  #ended = false;
  #stopping: Promise<LadderResult> | undefined;
  #busy = 0;
  #heard = 0;

  constructor(options: ChildLifeOptions) {
    this.#options = options;
    const { child, registry, group } = options;
    registry.add(group, options.logger);
    child.on('error', () => undefined);
    child.on('exit', (code, signal) => this.#exit(code, signal));
    child.stdout.on('data', (chunk: Buffer) => this.#read(chunk));
    child.stderr.on('data', (chunk: Buffer) => {
      this.#heard += 1;
      options.onErrors(chunk);
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('error', () => undefined);
    child.stdout.on('end', () => this.#endSoon({ kind: 'stdout closed' }));
    child.stdin.on('error', () => this.#endSoon({ kind: 'stdin closed' }));
  }

  get pid(): number {
    return this.#options.group.pid;
  }

  /** Resolves after `onEnd`. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Ends the process and all below it; resolves after `onEnd`. Every call shares the first one's ladder. */
  async stop(): Promise<LadderResult> {
    const result = await this.#climbDown();
    if (!this.#hasExited) this.#end({ kind: 'dropped' });
    await this.#over.promise;
    return result;
  }

  /** Of no more use as a server: ends it without waiting. */
  drop(): void {
    this.#end({ kind: 'dropped' });
  }

  /** Hands on a chunk; after too much work in one turn the rest waits for the next, so that the event loop stays free. */
  #read(chunk: Buffer): void {
    const { child, onOutput } = this.#options;
    this.#heard += 1;
    if (this.#ended) return;
    const began = performance.now();
    onOutput(chunk);
    this.#busy += performance.now() - began;
    if (this.#busy < TURN) return;
    child.stdout.pause();
    setImmediate(() => {
      this.#busy = 0;
      child.stdout.resume();
    });
  }

  #exit(code: number | null, signal: NodeJS.Signals | null): void {
    const end: ChildEnd = { kind: 'exit', code, signal };
    this.#hasExited = true;
    this.#exited.resolve();
    const { child, clock } = this.#options;
    child.once('close', () => this.#end(end));
    const deadline = clock.now() + DRAIN_MOST;
    const waitForSilence = (heard: number): void => {
      const look = (): void => {
        if (this.#heard === heard || clock.now() >= deadline) this.#end(end);
        else waitForSilence(this.#heard);
      };
      // Timers run before input is read: on a busy machine silence is only proven one step later.
      clock.after(DRAIN_SILENCE, () => setImmediate(look));
    };
    waitForSilence(this.#heard);
  }

  #endSoon(end: ChildEnd): void {
    if (this.#hasExited || this.#ended || this.#stopping) return;
    this.#options.clock.after(EXIT_GRACE, () => {
      if (!this.#hasExited && !this.#stopping) this.#end(end);
    });
  }

  #end(end: ChildEnd): void {
    if (this.#ended) return;
    this.#ended = true;
    const { child, onEnd } = this.#options;
    try {
      onEnd(end);
    } finally {
      this.#over.resolve();
      // Also after an exit nobody asked for: what the server started must not outlive it.
      void this.#climbDown();
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
    }
  }

  #climbDown(): Promise<LadderResult> {
    this.#stopping ??= this.#sweep();
    return this.#stopping;
  }

  async #sweep(): Promise<LadderResult> {
    const { child, group, registry, ladder, clock } = this.#options;
    if (this.#hasExited && !group.alive(true)) {
      registry.remove(group);
      return { stuck: false, pid: group.pid };
    }
    const result = await climbDown({ group, endInput: () => child.stdin.end(), exited: this.#exited.promise }, ladder, clock);
    if (result.stuck) this.#lookAgain();
    else registry.remove(group);
    return result;
  }

  /** What was given up may still go; then it must leave the registry, because its number will be given to someone else. */
  #lookAgain(): void {
    const { group, registry, clock } = this.#options;
    clock.after(LOOK_AGAIN, () => {
      if (group.alive(this.#hasExited)) this.#lookAgain();
      else registry.remove(group);
    });
  }
}
