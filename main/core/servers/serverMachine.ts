import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { ServerState } from '../../../preload/contract/servers.ts';
import { assertNever } from '../base/assertNever.ts';
import { decayed, NO_FAILURES, oneMore } from './failureCount.ts';
import type { MachineEffect, MachineEvent, MachinePolicy, ServerMachine, Start, Step, TimerName } from './machineTypes.ts';

export const newMachine = (): ServerMachine => ({
  state: { kind: 'disabled' },
  epoch: 0,
  failures: NO_FAILURES,
  link: 'none',
  slot: 'none',
  timers: [],
  established: false,
  over: false,
});

/** What happens next. Pure: time and policy come in, effects go out as data. */
export function transition(machine: ServerMachine, event: MachineEvent, policy: MachinePolicy): Step {
  if (machine.over) return stay(machine);
  if ('epoch' in event && event.epoch !== machine.epoch) return stay(machine);
  switch (event.type) {
    case 'enabled':
      return machine.state.kind === 'disabled' ? start(fresh(machine), event.start, policy) : stay(machine);
    case 'configChanged':
      return machine.state.kind === 'disabled' ? stay(machine) : then(leave(fresh(machine)), (left) => start(left, event.start, policy));
    case 'retryNow':
      return machine.state.kind === 'disabled' ? stay(machine) : then(leave(fresh(machine)), (left) => begin(left, policy));
    case 'disabled':
      return machine.state.kind === 'disabled' ? stay(machine) : then(leave(fresh(machine)), disable);
    case 'removed':
    case 'stopAll':
      return then(leave({ ...fresh(machine), over: true }), disable);
    case 'slotTaken':
      return machine.slot === 'asked' ? open(machine, policy) : stay(machine);
    case 'slotPatienceOver':
      return machine.slot === 'held' ? giveSlotBack(dropTimer(machine, 'slot')) : stay(machine);
    case 'installing':
      return machine.link === 'opening' ? install(machine, policy) : stay(machine);
    case 'opened':
      return machine.link === 'opening' ? list(machine, policy) : stay(machine);
    case 'listed':
      return machine.link === 'listing' ? connected(machine, policy) : stay(machine);
    case 'listFailed':
      if (machine.link !== 'listing') return stay(machine);
      return event.sessionExpired ? loseSession(machine, event.error, policy) : lose(machine, event.error, policy);
    case 'closed':
    case 'failed':
      return isLive(machine) ? lose(machine, event.error, policy) : stay(machine);
    case 'renew':
      return machine.link === 'ready' ? then(leave(machine, event.drain), (left) => begin(left, policy, event.error)) : stay(machine);
    case 'authRequired':
      // Calls that the server took before the login died may still be answered; each one's own 401 says so otherwise.
      return isLive(machine) ? then(leave(machine, true), (left) => needAuth(left, event.error, policy)) : stay(machine);
    case 'retryDue':
      return machine.timers.includes('retry') ? again(dropTimer(machine, 'retry'), policy) : stay(machine);
    case 'runStarts':
      return machine.state.kind === 'failed' && mayTry(machine, policy) ? again(machine, policy) : stay(machine);
    case 'needCall':
      return wanted(machine, policy);
    default:
      return assertNever(event);
  }
}

/** Whether a server that failed may be tried again without the user asking: cooled down, below the limit, and not a refused login. */
export function mayTry(machine: ServerMachine, policy: MachinePolicy): boolean {
  const { state } = machine;
  if (state.kind !== 'failed' || state.error.code === 'auth.refused') return false;
  return policy.now >= (state.retryAt ?? 0) && decayed(machine.failures, policy.now, policy.failureDecayMs).count < policy.maxFailures;
}

const isLive = (machine: ServerMachine): boolean => machine.link === 'opening' || machine.link === 'listing' || machine.link === 'ready';

const stay = (machine: ServerMachine): Step => ({ machine, effects: [] });

/** Does the second step on what the first one left, and keeps the order of effects. */
function then(first: Step, second: (machine: ServerMachine) => Step): Step {
  const next = second(first.machine);
  return { machine: next.machine, effects: [...first.effects, ...next.effects] };
}

/** The user touched the server: old failures do not count any more. */
const fresh = (machine: ServerMachine): ServerMachine => ({ ...machine, failures: NO_FAILURES, established: false });

const dropTimer = (machine: ServerMachine, timer: TimerName): ServerMachine => ({
  ...machine,
  timers: machine.timers.filter((other) => other !== timer),
});

function schedule(machine: ServerMachine, timer: TimerName, ms: number): Step {
  const timers = machine.timers.includes(timer) ? machine.timers : [...machine.timers, timer];
  return { machine: { ...machine, timers }, effects: [{ do: 'schedule', timer, epoch: machine.epoch, ms }] };
}

function cancel(machine: ServerMachine, timer: TimerName): Step {
  return machine.timers.includes(timer) ? { machine: dropTimer(machine, timer), effects: [{ do: 'cancelTimer', timer }] } : stay(machine);
}

function giveSlotBack(machine: ServerMachine): Step {
  if (machine.slot === 'none') return stay(machine);
  return { machine: { ...machine, slot: 'none' }, effects: [{ do: 'releaseSlot', epoch: machine.epoch }] };
}

/** Ends the attempt or connection of this epoch, and retires the epoch: late reports then need no special case. */
function leave(machine: ServerMachine, drain = false): Step {
  const effects: MachineEffect[] = machine.timers.map((timer) => ({ do: 'cancelTimer', timer }));
  if (machine.slot !== 'none') effects.push({ do: 'releaseSlot', epoch: machine.epoch });
  if (isLive(machine)) effects.push({ do: 'close', epoch: machine.epoch, drain }, { do: 'dropCaches' });
  return { machine: { ...machine, epoch: machine.epoch + 1, link: 'none', slot: 'none', timers: [] }, effects };
}

function start(machine: ServerMachine, how: Start, policy: MachinePolicy): Step {
  if (how.how === 'needs-auth') return needAuth(machine, how.error, policy);
  if (how.how === 'deferred') return show(machine, { kind: 'pending', phase: 'deferred', since: policy.now });
  return begin(machine, policy);
}

function begin(machine: ServerMachine, policy: MachinePolicy, lastError?: ErrorInfo): Step {
  const epoch = machine.epoch + 1;
  const state: ServerState = { kind: 'pending', phase: 'queued', since: policy.now, ...(lastError && { lastError }) };
  return {
    machine: { ...machine, epoch, link: 'waiting', slot: 'asked', state },
    effects: [{ do: 'takeSlot', epoch }, { do: 'notify' }],
  };
}

/** Another attempt of the host's own accord; the reason of the last failure stays visible meanwhile. */
function again(machine: ServerMachine, policy: MachinePolicy): Step {
  const { state } = machine;
  const reason = state.kind === 'failed' ? state.error : state.kind === 'pending' ? state.lastError : undefined;
  return begin(machine, policy, reason);
}

function open(machine: ServerMachine, policy: MachinePolicy): Step {
  const opening = { ...machine, link: 'opening', slot: 'held', state: phase(machine, 'connecting', policy) } as const;
  const first: Step = { machine: opening, effects: [{ do: 'open', epoch: machine.epoch }, { do: 'notify' }] };
  const timed = then(first, (opened) => schedule(opened, 'connect', policy.connectTimeoutMs));
  return then(timed, (opened) => schedule(opened, 'slot', policy.slotPatienceMs));
}

function install(machine: ServerMachine, policy: MachinePolicy): Step {
  const { effects, machine: timed } = schedule(machine, 'connect', policy.installTimeoutMs);
  return { machine: { ...timed, state: phase(machine, 'installing', policy) }, effects: [...effects, { do: 'notify' }] };
}

function list(machine: ServerMachine, policy: MachinePolicy): Step {
  const calm = then(cancel({ ...machine, link: 'listing' }, 'connect'), (left) =>
    left.slot === 'held' ? schedule(left, 'slot', policy.slotPatienceMs) : stay(left),
  );
  const state = phase(machine, 'connecting', policy);
  return { machine: { ...calm.machine, state }, effects: [...calm.effects, { do: 'discover', epoch: machine.epoch }, { do: 'notify' }] };
}

function connected(machine: ServerMachine, policy: MachinePolicy): Step {
  const calm = then(cancel(machine, 'slot'), giveSlotBack);
  return {
    machine: { ...calm.machine, link: 'ready', established: true, state: { kind: 'connected', since: policy.now } },
    effects: [...calm.effects, { do: 'notify' }],
  };
}

/** A connection or attempt was lost: back off, or give up and keep the reason. */
function lose(machine: ServerMachine, error: ErrorInfo, policy: MachinePolicy): Step {
  const { state } = machine;
  const before = state.kind === 'connected' && policy.now - state.since >= policy.stableMs ? NO_FAILURES : machine.failures;
  return then(leave(machine), (left) => {
    const failures = oneMore(before, policy.now, policy.failureDecayMs);
    const counted = { ...left, failures };
    const spent = failures.count >= policy.maxFailures;
    if (error.code === 'auth.refused') return show(counted, { kind: 'failed', since: policy.now, error });
    if (spent || !left.established) {
      // At the limit the door stays shut until one failure has faded; below it a cooldown is enough.
      const retryAt = policy.now + (spent ? policy.failureDecayMs * (failures.count - policy.maxFailures + 1) : policy.cooldownMs);
      return show(counted, { kind: 'failed', since: policy.now, error, retryAt });
    }
    const ms = policy.delayMs(failures.count);
    const shown = show(counted, { kind: 'pending', phase: 'backing-off', since: policy.now, retryAt: policy.now + ms, lastError: error });
    return then(shown, (waiting) => schedule(waiting, 'retry', ms));
  });
}

/** The session was gone before its first list, as with a restart in between: one new session at once (CON-8), but a second loss is a failure. */
function loseSession(machine: ServerMachine, error: ErrorInfo, policy: MachinePolicy): Step {
  if (machine.failures.count > 0) return lose(machine, error, policy);
  return then(leave(machine), (left) => begin({ ...left, failures: oneMore(left.failures, policy.now, policy.failureDecayMs) }, policy, error));
}

/** Someone waits for this server. Only the first try after a loss jumps the queue; later ones keep to the backoff, or calls would make a storm. */
function wanted(machine: ServerMachine, policy: MachinePolicy): Step {
  const { state } = machine;
  if (state.kind === 'failed') return mayTry(machine, policy) ? again(machine, policy) : stay(machine);
  if (state.kind !== 'pending') return stay(machine);
  if (state.phase === 'deferred') return begin(machine, policy);
  if (state.phase !== 'backing-off' || decayed(machine.failures, policy.now, policy.failureDecayMs).count > 1) return stay(machine);
  return then(cancel(machine, 'retry'), (calm) => again(calm, policy));
}

const needAuth = (machine: ServerMachine, error: ErrorInfo, policy: MachinePolicy): Step =>
  show(machine, { kind: 'needs-auth', since: policy.now, error });

const disable = (machine: ServerMachine): Step => show(machine, { kind: 'disabled' });

const show = (machine: ServerMachine, state: ServerState): Step => ({ machine: { ...machine, state }, effects: [{ do: 'notify' }] });

function phase(machine: ServerMachine, name: 'connecting' | 'installing', policy: MachinePolicy): ServerState {
  const lastError = machine.state.kind === 'pending' ? machine.state.lastError : undefined;
  return { kind: 'pending', phase: name, since: policy.now, ...(lastError && { lastError }) };
}
