import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { ServerState } from '../../../preload/contract/servers.ts';
import type { FailureCount } from './failureCount.ts';

/** How far the connection of the current epoch has come. `ready` = handshake and first tools/list are done. */
export type Link = 'none' | 'waiting' | 'opening' | 'listing' | 'ready';

/** One server's connection as a value (CON-1). Made by `newMachine`, changed only by `transition`. */
export interface ServerMachine {
  readonly state: ServerState;
  /** Names one attempt and its connection; never reused. What an older epoch still reports is dropped. */
  readonly epoch: number;
  readonly failures: FailureCount;
  readonly link: Link;
  /** A place in the limiter: asked for, held, or given back. */
  readonly slot: 'none' | 'asked' | 'held';
  readonly timers: readonly TimerName[];
  /** It was connected since the user last touched it: then a loss is followed by tries of its own, a failed start is not (CON-5, CON-6). */
  readonly established: boolean;
  /** Removed or stopped for good: nothing starts any more. */
  readonly over: boolean;
}

/** `connect`: no handshake in time. `slot`: patience with a connection that merely waits. `retry`: end of a backoff. */
export type TimerName = 'connect' | 'slot' | 'retry';

export interface MachinePolicy {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly connectTimeoutMs: number;
  readonly installTimeoutMs: number;
  /** A connection without an answer for this long gives its slot back while it goes on waiting (CON-2). */
  readonly slotPatienceMs: number;
  readonly maxFailures: number;
  readonly failureDecayMs: number;
  readonly cooldownMs: number;
  /** A connection that lived this long was a success; one that dies sooner is one more failure in a row, or it would be restarted for ever. */
  readonly stableMs: number;
  /** Backoff after this many failures, jitter included. */
  readonly delayMs: (failures: number) => number;
}

/** How a start begins: at once, on first use (CON-2), or not at all because a sign-in is known to be missing (AUT-2). */
export type Start = { readonly how: 'now' } | { readonly how: 'deferred' } | { readonly how: 'needs-auth'; readonly error: ErrorInfo };

export type MachineEvent =
  | { readonly type: 'enabled'; readonly start: Start }
  | { readonly type: 'disabled' }
  | { readonly type: 'slotTaken'; readonly epoch: number }
  | { readonly type: 'slotPatienceOver'; readonly epoch: number }
  | { readonly type: 'installing'; readonly epoch: number }
  | { readonly type: 'opened'; readonly epoch: number }
  | { readonly type: 'listed'; readonly epoch: number }
  /** `sessionExpired`: the server forgot the session between the handshake and the list. */
  | { readonly type: 'listFailed'; readonly epoch: number; readonly error: ErrorInfo; readonly sessionExpired?: boolean }
  | { readonly type: 'authRequired'; readonly epoch: number; readonly error: ErrorInfo }
  /** The connection is gone. */
  | { readonly type: 'closed'; readonly epoch: number; readonly error: ErrorInfo }
  /** The attempt failed: refused, timed out, wrong version … */
  | { readonly type: 'failed'; readonly epoch: number; readonly error: ErrorInfo }
  /** A live connection is of no use any more (session expired, nothing could be sent): a new one at once, no cooldown (CON-8). */
  | { readonly type: 'renew'; readonly epoch: number; readonly error: ErrorInfo; readonly drain?: boolean }
  | { readonly type: 'retryDue'; readonly epoch: number }
  | { readonly type: 'retryNow' }
  /** A run begins: what failed and has cooled down gets another chance (CON-5). */
  | { readonly type: 'runStarts' }
  | { readonly type: 'needCall' }
  | { readonly type: 'configChanged'; readonly start: Start }
  | { readonly type: 'removed' }
  | { readonly type: 'stopAll' };

export type MachineEffect =
  | { readonly do: 'takeSlot'; readonly epoch: number }
  | { readonly do: 'releaseSlot'; readonly epoch: number }
  | { readonly do: 'open'; readonly epoch: number }
  | { readonly do: 'discover'; readonly epoch: number }
  /** `drain`: what is under way still gets its answer; nothing new goes over it. */
  | { readonly do: 'close'; readonly epoch: number; readonly drain: boolean }
  | { readonly do: 'schedule'; readonly timer: TimerName; readonly epoch: number; readonly ms: number }
  | { readonly do: 'cancelTimer'; readonly timer: TimerName }
  | { readonly do: 'dropCaches' }
  | { readonly do: 'notify' };

export interface Step {
  readonly machine: ServerMachine;
  readonly effects: readonly MachineEffect[];
}
