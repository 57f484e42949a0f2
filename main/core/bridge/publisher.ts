import { diff, type HostEvent, type HostState } from '../../../preload/contract/mirror.ts';
import type { Clock, Timer } from '../ports.ts';
import { maskedPatches, maskedState } from './maskedState.ts';

export type Send = (event: HostEvent) => void;

/** One frame: what changed within it travels together. */
const FRAME_MS = 16;

export interface Publisher {
  readonly state: HostState;
  /** Views hand in a new state that shares what did not change; by reference is how changes are found. */
  update(change: (state: HostState) => HostState): void;
  /** A window begins with a snapshot and goes on with patches numbered without gaps. Returns the function that ends it. */
  subscribe(send: Send): () => void;
  /** Sends the whole state again, for a window that saw a gap in the numbers or was reloaded. */
  snapshot(send: Send): void;
  /** Sends what waits for its frame now. */
  flush(): void;
  dispose(): void;
}

/** Keeps the mirror of main's state and tells the windows about changes: once per frame, only what changed, and `mask` over all of it (SEC-2). */
export function createPublisher(initial: HostState, clock: Clock, mask: <T>(value: T) => T = (value) => value): Publisher {
  const windows = new Set<Send>();
  let current = initial;
  let published = initial;
  let seq = 0;
  let frame: Timer | undefined;

  function flush(): void {
    frame?.cancel();
    frame = undefined;
    if (current === published) return;
    if (windows.size === 0) {
      published = current;
      return;
    }
    const patches = maskedPatches(diff(published, current), mask);
    published = current;
    if (patches.length === 0) return;
    seq += 1;
    for (const send of windows) send({ kind: 'patches', seq, patches });
  }

  const snapshot = (send: Send): void => {
    flush();
    send({ kind: 'snapshot', seq, state: maskedState(current, mask) });
  };

  return {
    get state() {
      return current;
    },
    update(change) {
      current = change(current);
      if (current !== published && windows.size > 0) frame ??= clock.after(FRAME_MS, flush);
    },
    subscribe(send) {
      snapshot(send);
      windows.add(send);
      return () => windows.delete(send);
    },
    snapshot,
    flush,
    dispose() {
      frame?.cancel();
      windows.clear();
    },
  };
}
