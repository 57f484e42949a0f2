import { expect, test } from 'vitest';
import { createPublisher } from '../../../main/core/bridge/publisher.ts';
import type { Clock } from '../../../main/core/ports.ts';
import { applyPatches, type HostEvent, type HostState } from '../../../preload/contract/mirror.ts';

/** Only what the publisher touches: frames are run by hand. */
function frames(): { clock: Clock; next(): void } {
  let due: (() => void)[] = [];
  return {
    clock: {
      now: () => 0,
      after: (_ms, run) => {
        due.push(run);
        return { cancel: () => (due = due.filter((other) => other !== run)) };
      },
    },
    next() {
      const now = due;
      due = [];
      for (const run of now) run();
    },
  };
}
const start = { servers: {}, notices: {} } as unknown as HostState;
const named = (name: string) => (state: HostState) => ({ ...state, notices: { ...state.notices, [name]: { id: name } as never } });

test('a window gets a snapshot, then one batch a frame, numbered without gaps', () => {
  const { clock, next } = frames();
  const publisher = createPublisher(start, clock);
  publisher.update(named('early'));
  const events: HostEvent[] = [];
  publisher.subscribe((event) => events.push(event));
  publisher.update(named('a'));
  publisher.update(named('b'));
  next();
  publisher.update(named('c'));
  next();
  next();
  expect(events.map((event) => [event.kind, event.seq])).toEqual([
    ['snapshot', 0],
    ['patches', 1],
    ['patches', 2],
  ]);
  const seen = events.reduce<HostState>((state, event) => (event.kind === 'snapshot' ? event.state : applyPatches(state, event.patches)), start);
  expect(seen).toEqual(publisher.state);
});

test('a snapshot asked for in the middle of a frame does not lose or repeat anything', () => {
  const { clock, next } = frames();
  const publisher = createPublisher(start, clock);
  const events: HostEvent[] = [];
  const send = (event: HostEvent): void => void events.push(event);
  const leave = publisher.subscribe(send);
  publisher.update(named('a'));
  publisher.snapshot(send);
  next();
  expect(events.map((event) => [event.kind, event.seq])).toEqual([
    ['snapshot', 0],
    ['patches', 1],
    ['snapshot', 1],
  ]);
  leave();
  publisher.update(named('b'));
  next();
  expect(events).toHaveLength(3);
});

test('a change that changes nothing is not told', () => {
  const { clock, next } = frames();
  const publisher = createPublisher(start, clock);
  const events: HostEvent[] = [];
  publisher.subscribe((event) => events.push(event));
  publisher.update((state) => ({ ...state, notices: { ...state.notices } }));
  next();
  expect(events).toHaveLength(1);
});
