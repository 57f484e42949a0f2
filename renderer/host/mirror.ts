import { createStore, type StoreApi } from 'zustand/vanilla';
import type { QuaysideBridge } from '../../preload/contract/bridge.ts';
import type { ErrorInfo } from '../../preload/contract/errors.ts';
import { applyPatches, type HostEvent, type HostState, type Patch } from '../../preload/contract/mirror.ts';
import type { Invoke } from './client.ts';
import { frameScheduler, type Scheduler } from './frame.ts';

/** `waiting`: no snapshot yet, or one was asked for again after a gap; `host` then still holds the last good copy. */
export interface MirrorState {
  host: HostState | undefined;
  status: 'waiting' | 'live' | 'failed';
  error: ErrorInfo | undefined;
}

export interface Mirror {
  store: StoreApi<MirrorState>;
  /** Asks main for a snapshot; also the way out of `failed`. */
  refresh(): void;
  dispose(): void;
}

export interface MirrorOptions {
  bridge: Pick<QuaysideBridge, 'onEvent'>;
  invoke: Invoke;
  schedule?: (job: () => void) => Scheduler;
}

/**
 * The window's read-only copy of HostState. Events are numbered without gaps; a gap means patches were lost, so everything until the
 * next snapshot is dropped and a snapshot is asked for. Patches of one frame are applied together, so a fast stream costs one render a frame.
 */
export function createMirror({ bridge, invoke, schedule = frameScheduler }: MirrorOptions): Mirror {
  const store = createStore<MirrorState>(() => ({ host: undefined, status: 'waiting', error: undefined }));
  let lastSeq: number | undefined;
  let queue: Patch[] = [];

  const scheduler = schedule(() => {
    const patches = queue;
    queue = [];
    const { host } = store.getState();
    if (host && patches.length > 0) store.setState({ host: applyPatches(host, patches) });
  });

  const refresh = () => {
    lastSeq = undefined;
    queue = [];
    store.setState({ status: 'waiting', error: undefined });
    void invoke('host.snapshot', {}).then((outcome) => {
      if (!outcome.ok && lastSeq === undefined) store.setState({ status: 'failed', error: outcome.error });
    });
  };

  const receive = (event: HostEvent) => {
    if (event.kind === 'snapshot') {
      lastSeq = event.seq;
      queue = [];
      store.setState({ host: event.state, status: 'live', error: undefined });
      return;
    }
    // Without a number to compare with, a snapshot is on its way and holds these changes already.
    if (lastSeq === undefined) return;
    if (event.seq !== lastSeq + 1) {
      refresh();
      return;
    }
    lastSeq = event.seq;
    queue.push(...event.patches);
    scheduler.request();
  };

  const unsubscribe = bridge.onEvent(receive);
  refresh();
  return {
    store,
    refresh,
    dispose: () => {
      unsubscribe();
      scheduler.dispose();
    },
  };
}
