import { expect, test } from 'vitest';
import type { MachineEffect, MachineEvent, ServerMachine } from '../../../main/core/servers/machineTypes.ts';
import { newMachine, transition } from '../../../main/core/servers/serverMachine.ts';
import { pick, seededRandom } from '../../fakes/seededRandom.ts';
import { boom, login, policyAt, refused } from './machineKit.ts';

const SEEDS = 40;
const EVENTS_PER_SEED = 6_000;

const FOR_ALL = ['enabled', 'disabled', 'retryNow', 'runStarts', 'needCall', 'configChanged'] as const;
const OF_EPOCH = ['slotTaken', 'slotPatienceOver', 'installing', 'opened', 'listed', 'retryDue'] as const;
const FAILING = ['listFailed', 'authRequired', 'closed', 'failed', 'renew'] as const;

/** Plays the part of the runner: keeps the books of what effects asked for, and complains when they do not add up. */
class World {
  machine: ServerMachine = newMachine();
  now = 0;
  #open = new Set<number>();
  #slots = new Set<number>();
  #timers = new Map<string, number>();

  play(event: MachineEvent): void {
    const before = this.machine;
    const { machine, effects } = transition(before, event, policyAt(this.now));
    this.machine = machine;
    if (event.type === 'slotPatienceOver' || event.type === 'retryDue') {
      const timer = event.type === 'retryDue' ? 'retry' : 'slot';
      if (event.epoch === before.epoch && !machine.timers.includes(timer)) this.#timers.delete(timer);
    }
    for (const effect of effects) this.#perform(effect);
    this.#check(before, event);
    this.#checkLoss(before, effects, event);
  }

  #perform(effect: MachineEffect): void {
    const must = (holds: boolean, rule: string): void => {
      if (!holds) throw new Error(`${rule}: ${JSON.stringify({ effect, machine: this.machine })}`);
    };
    if (effect.do === 'takeSlot') {
      must(this.#slots.size === 0, 'one slot at a time');
      this.#slots.add(effect.epoch);
    } else if (effect.do === 'releaseSlot') must(this.#slots.delete(effect.epoch), 'gives back only what it has');
    else if (effect.do === 'open') {
      must(this.#open.size === 0, 'never two live connections');
      this.#open.add(effect.epoch);
    } else if (effect.do === 'close') must(this.#open.delete(effect.epoch), 'closes only what is open');
    else if (effect.do === 'discover') must(this.#open.has(effect.epoch), 'lists only over an open connection');
    else if (effect.do === 'schedule') this.#timers.set(effect.timer, effect.epoch);
    else if (effect.do === 'cancelTimer') must(this.#timers.delete(effect.timer), 'cancels only what runs');
  }

  #check(before: ServerMachine, event: MachineEvent): void {
    const { state, link, slot, epoch, timers } = this.machine;
    const story = () => JSON.stringify({ before, event, after: this.machine });
    if (epoch < before.epoch) throw new Error(`epoch went back: ${story()}`);
    if (this.#open.size !== (link === 'opening' || link === 'listing' || link === 'ready' ? 1 : 0)) throw new Error(`open without link: ${story()}`);
    if (this.#slots.size !== (slot === 'none' ? 0 : 1)) throw new Error(`slots: ${story()}`);
    if ((link === 'ready' || link === 'none') && slot !== 'none') throw new Error(`a slot kept by one who needs none: ${story()}`);
    if ([...this.#timers.keys()].sort().join() !== [...timers].sort().join()) throw new Error(`timers: ${story()}`);
    for (const armed of this.#timers.values()) if (armed !== epoch) throw new Error(`timer of another epoch: ${story()}`);
    if ((state.kind === 'failed' || state.kind === 'needs-auth') && !state.error.message) throw new Error(`no reason: ${story()}`);
    if ((state.kind === 'connected') !== (link === 'ready')) throw new Error(`connected before the first list: ${story()}`);
    if (state.kind === 'pending' && !this.#goesOn(state.phase)) throw new Error(`stuck: ${story()}`);
    if (state.kind !== 'pending' && state.kind !== 'connected' && timers.length > 0) throw new Error(`timer at rest: ${story()}`);
  }

  /** What a change asks for is asked for in the same step: nothing is changed in silence, nothing is left undone. */
  #checkLoss(before: ServerMachine, effects: readonly MachineEffect[], event: MachineEvent): void {
    const { state, link, epoch } = this.machine;
    const story = () => JSON.stringify({ before, event, after: this.machine, effects });
    const asked = (what: MachineEffect['do']): number => effects.filter((effect) => effect.do === what).length;
    const must = (holds: boolean, rule: string): void => {
      if (!holds) throw new Error(`${rule}: ${story()}`);
    };
    must(state === before.state || asked('notify') === 1, 'a change of state is told, once');
    const lists = link === 'listing' && (before.link !== 'listing' || before.epoch !== epoch);
    must(asked('discover') === (lists ? 1 : 0), 'an opened connection is listed, once');
    must(asked('close') === asked('dropCaches'), 'what hangs on a connection goes with it');
    const at = (what: MachineEffect['do']): number => effects.findIndex((effect) => effect.do === what);
    must(at('open') < 0 || at('close') < 0 || at('close') < at('open'), 'the old one is closed before the new one opens');
    for (const effect of effects) {
      // What is ended belongs to the epoch that is left, what is begun to the one that is entered.
      if (effect.do === 'close') must(effect.epoch === before.epoch, 'closes the connection it had');
      else if (effect.do === 'takeSlot' || effect.do === 'open' || effect.do === 'discover' || effect.do === 'schedule')
        must(effect.epoch === epoch, 'begins in the epoch it is in');
    }
    if (state.kind === 'pending' && state.lastError && !state.lastError.message) throw new Error(`a reason without words: ${story()}`);
  }

  /** Whether something is under way that will move a pending machine on. */
  #goesOn(phase: string): boolean {
    const { state, link, slot, timers } = this.machine;
    if (phase === 'queued') return link === 'waiting' && slot === 'asked';
    if (phase === 'backing-off') return timers.includes('retry') && state.kind === 'pending' && !!state.lastError?.message && !!state.retryAt;
    if (phase === 'deferred') return link === 'none';
    return link === 'listing' || (link === 'opening' && timers.includes('connect'));
  }
}

function randomEvent(random: () => number, machine: ServerMachine): MachineEvent {
  const epoch = random() < 0.75 ? machine.epoch : Math.floor(random() * (machine.epoch + 2));
  const start = pick(random, [{ how: 'now' }, { how: 'now' }, { how: 'deferred' }, { how: 'needs-auth', error: login }] as const);
  const dice = random();
  if (dice < 0.0005) return { type: pick(random, ['removed', 'stopAll'] as const) };
  if (dice < 0.3) {
    const type = pick(random, FOR_ALL);
    return type === 'enabled' || type === 'configChanged' ? { type, start } : { type };
  }
  if (dice < 0.75) return { type: pick(random, OF_EPOCH), epoch };
  const error = pick(random, [boom, boom, boom, refused]);
  const type = pick(random, FAILING);
  return type === 'listFailed' ? { type, epoch, error, sessionExpired: random() < 0.3 } : { type, epoch, error };
}

test(`${SEEDS * EVENTS_PER_SEED} random events: books always balance, nothing hangs, nothing is without a reason`, () => {
  const places = new Set<string>();
  for (let seed = 1; seed <= SEEDS; seed++) {
    const random = seededRandom(seed);
    let world = new World();
    for (let turn = 0; turn < EVENTS_PER_SEED; turn++) {
      if (world.machine.over && random() < 0.2) world = new World();
      world.now += Math.floor(random() ** 4 * 100_000);
      world.play(randomEvent(random, world.machine));
      const { state } = world.machine;
      places.add(state.kind === 'pending' ? state.phase : state.kind);
    }
  }
  expect([...places].sort()).toEqual(
    ['backing-off', 'connected', 'connecting', 'deferred', 'disabled', 'failed', 'installing', 'needs-auth', 'queued'].sort(),
  );
});
