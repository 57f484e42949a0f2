import type { MachineEffect, MachineEvent, MachinePolicy, ServerMachine, Step } from '../../../main/core/servers/machineTypes.ts';
import { newMachine, transition } from '../../../main/core/servers/serverMachine.ts';
import type { ErrorInfo } from '../../../preload/contract/errors.ts';

/** The policy of the tests: round numbers, no jitter. */
export const policyAt = (now: number, more: Partial<MachinePolicy> = {}): MachinePolicy => ({
  now,
  connectTimeoutMs: 30_000,
  installTimeoutMs: 300_000,
  slotPatienceMs: 2_000,
  maxFailures: 5,
  failureDecayMs: 120_000,
  cooldownMs: 30_000,
  stableMs: 10_000,
  delayMs: (failures) => failures * 1_000,
  ...more,
});

export const boom: ErrorInfo = { code: 'connect.exited', message: 'The server ended (exit code 1).' };
export const login: ErrorInfo = { code: 'auth.required', message: 'The server wants a sign-in.' };
export const refused: ErrorInfo = { code: 'auth.refused', message: 'The server refused the given token.' };

/** An event as the tests write it: epochs are filled in with the machine's own. */
export type Loose = MachineEvent | { type: 'slotTaken' | 'slotPatienceOver' | 'installing' | 'opened' | 'listed' | 'retryDue' } | Failing;
type Failing =
  | { type: 'authRequired' | 'closed' | 'failed'; error: ErrorInfo }
  | { type: 'renew'; error: ErrorInfo; drain?: boolean }
  | { type: 'listFailed'; error: ErrorInfo; sessionExpired?: boolean };

export const withEpoch = (machine: ServerMachine, event: Loose): MachineEvent => ({ epoch: machine.epoch, ...event }) as MachineEvent;

/** Plays events on a new machine, all at the same time unless told otherwise. */
export function play(events: readonly Loose[], policy: MachinePolicy = policyAt(0)): Step {
  let step: Step = { machine: newMachine(), effects: [] };
  for (const event of events) step = transition(step.machine, withEpoch(step.machine, event), policy);
  return step;
}

/** Where a machine stands, in the words of the diagram. */
export function placeOf(machine: ServerMachine): string {
  const { state } = machine;
  if (state.kind !== 'pending') return state.kind;
  return machine.link === 'listing' ? 'listing' : state.phase;
}

export const doing = (effects: readonly MachineEffect[]): string[] =>
  effects.map((effect) => (effect.do === 'schedule' || effect.do === 'cancelTimer' ? `${effect.do}:${effect.timer}` : effect.do));

/** The shortest way to each place: the rows every table test starts from. */
export const WAYS: Record<string, readonly Loose[]> = {
  disabled: [],
  deferred: [{ type: 'enabled', start: { how: 'deferred' } }],
  queued: [{ type: 'enabled', start: { how: 'now' } }],
  connecting: [{ type: 'enabled', start: { how: 'now' } }, { type: 'slotTaken' }],
  installing: [{ type: 'enabled', start: { how: 'now' } }, { type: 'slotTaken' }, { type: 'installing' }],
  listing: [{ type: 'enabled', start: { how: 'now' } }, { type: 'slotTaken' }, { type: 'opened' }],
  connected: [{ type: 'enabled', start: { how: 'now' } }, { type: 'slotTaken' }, { type: 'opened' }, { type: 'listed' }],
  'backing-off': [
    { type: 'enabled', start: { how: 'now' } },
    { type: 'slotTaken' },
    { type: 'opened' },
    { type: 'listed' },
    { type: 'closed', error: boom },
  ],
  'needs-auth': [{ type: 'enabled', start: { how: 'needs-auth', error: login } }],
  failed: [{ type: 'enabled', start: { how: 'now' } }, { type: 'slotTaken' }, { type: 'failed', error: boom }],
};

/** One of each event, two of those that come in kinds. */
export const EVENTS: Record<string, Loose> = {
  enabled: { type: 'enabled', start: { how: 'now' } },
  'enabled (deferred)': { type: 'enabled', start: { how: 'deferred' } },
  'enabled (sign-in missing)': { type: 'enabled', start: { how: 'needs-auth', error: login } },
  disabled: { type: 'disabled' },
  slotTaken: { type: 'slotTaken' },
  slotPatienceOver: { type: 'slotPatienceOver' },
  installing: { type: 'installing' },
  opened: { type: 'opened' },
  listed: { type: 'listed' },
  listFailed: { type: 'listFailed', error: boom },
  'listFailed (session gone)': { type: 'listFailed', error: boom, sessionExpired: true },
  authRequired: { type: 'authRequired', error: login },
  closed: { type: 'closed', error: boom },
  failed: { type: 'failed', error: boom },
  'failed (login refused)': { type: 'failed', error: refused },
  renew: { type: 'renew', error: boom },
  retryDue: { type: 'retryDue' },
  retryNow: { type: 'retryNow' },
  runStarts: { type: 'runStarts' },
  needCall: { type: 'needCall' },
  configChanged: { type: 'configChanged', start: { how: 'now' } },
  removed: { type: 'removed' },
  stopAll: { type: 'stopAll' },
};
