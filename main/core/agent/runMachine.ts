import type { RunState } from '../../../preload/contract/chat.ts';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';

/** Where one call stands within its step. */
export type CallPhase = 'queued' | 'waiting' | 'running' | 'settled';

export type RunPhase =
  | { kind: 'idle' }
  | { kind: 'streaming'; step: number }
  | { kind: 'calling'; step: number; calls: Readonly<Record<string, CallPhase>> }
  /** The person stopped the run; what is in flight still has to end. */
  | { kind: 'stopping'; step: number }
  | { kind: 'failed'; error: ErrorInfo };

export interface RunMachine {
  readonly phase: RunPhase;
  readonly maxSteps: number;
}

export type RunEvent =
  /** `calls`: the run begins with calls instead of a stream (an answered form). */
  | { kind: 'start'; calls?: readonly string[] }
  | { kind: 'streamed'; calls: readonly string[] }
  | { kind: 'failed'; error: ErrorInfo }
  | { kind: 'call'; id: string; to: CallPhase }
  /** All calls of the step are settled and their results are in the history. */
  | { kind: 'next' }
  /** The same, but the no-progress guard says that going on is useless (AGT-5). */
  | { kind: 'stuck' }
  | { kind: 'stop' }
  /** After `stop`: nothing is in flight any more. */
  | { kind: 'settled' };

export type RunStop = 'end' | 'limit' | 'aborted' | 'error';

export type RunEffect =
  | { kind: 'stream'; step: number }
  | { kind: 'run-calls'; step: number; ids: readonly string[] }
  | { kind: 'abort' }
  | { kind: 'end'; stop: RunStop; error?: ErrorInfo };

export interface RunTransition {
  machine: RunMachine;
  effects: readonly RunEffect[];
}

export const newRun = (maxSteps: number): RunMachine => ({ phase: { kind: 'idle' }, maxSteps });

/** The state as the window and the contract know it. */
export function runState({ phase }: RunMachine): RunState {
  if (phase.kind !== 'calling') return phase.kind;
  return Object.values(phase.calls).includes('waiting') ? 'waiting-approval' : 'running-tools';
}

const begin = (ids: readonly string[]): Record<string, CallPhase> => Object.fromEntries(ids.map((id) => [id, 'queued' as const]));

/**
 * One run of the agent as a pure machine (AGT-1). Effects are for the loop to perform; an event that does not fit the phase changes
 * nothing, so that late news of something that is already over does no harm.
 */
export function transition(machine: RunMachine, event: RunEvent): RunTransition {
  const { phase, maxSteps } = machine;
  const stay: RunTransition = { machine, effects: [] };
  const go = (next: RunPhase, ...effects: RunEffect[]): RunTransition => ({ machine: { phase: next, maxSteps }, effects });
  const calling = (step: number, ids: readonly string[]): RunTransition =>
    go({ kind: 'calling', step, calls: begin(ids) }, { kind: 'run-calls', step, ids });

  switch (phase.kind) {
    case 'idle':
    case 'failed':
      if (event.kind !== 'start') return stay;
      return event.calls && event.calls.length > 0 ? calling(0, event.calls) : go({ kind: 'streaming', step: 1 }, { kind: 'stream', step: 1 });

    case 'streaming':
      if (event.kind === 'stop') return go({ kind: 'stopping', step: phase.step }, { kind: 'abort' });
      if (event.kind === 'failed') return go({ kind: 'failed', error: event.error }, { kind: 'end', stop: 'error', error: event.error });
      if (event.kind !== 'streamed') return stay;
      return event.calls.length > 0 ? calling(phase.step, event.calls) : go({ kind: 'idle' }, { kind: 'end', stop: 'end' });

    case 'calling': {
      if (event.kind === 'stop') return go({ kind: 'stopping', step: phase.step }, { kind: 'abort' });
      if (event.kind === 'call') {
        const before = Object.hasOwn(phase.calls, event.id) ? phase.calls[event.id] : undefined;
        if (before === undefined || before === 'settled' || before === event.to) return stay;
        return go({ ...phase, calls: { ...phase.calls, [event.id]: event.to } });
      }
      const open = Object.values(phase.calls).some((call) => call !== 'settled');
      if (open || (event.kind !== 'next' && event.kind !== 'stuck')) return stay;
      if (event.kind === 'stuck' || phase.step >= maxSteps) return go({ kind: 'idle' }, { kind: 'end', stop: 'limit' });
      return go({ kind: 'streaming', step: phase.step + 1 }, { kind: 'stream', step: phase.step + 1 });
    }

    case 'stopping':
      return event.kind === 'settled' ? go({ kind: 'idle' }, { kind: 'end', stop: 'aborted' }) : stay;
  }
}
