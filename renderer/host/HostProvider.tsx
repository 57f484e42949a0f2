import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { QuaysideBridge } from '../../preload/contract/bridge.ts';
import type { HostState } from '../../preload/contract/mirror.ts';
import { createInvoke, type Invoke } from './client.ts';
import { createMirror, type Mirror, type MirrorState } from './mirror.ts';

interface Host {
  invoke: Invoke;
  mirror: Mirror;
}

const HostContext = createContext<Host | undefined>(undefined);

/** Opens the channel to main for everything below it. */
export function HostProvider({ bridge, children }: { bridge: QuaysideBridge; children: ReactNode }) {
  const [host] = useState<Host>(() => {
    const invoke = createInvoke(bridge);
    return { invoke, mirror: createMirror({ bridge, invoke }) };
  });
  useEffect(() => () => host.mirror.dispose(), [host]);
  return <HostContext.Provider value={host}>{children}</HostContext.Provider>;
}

function useHostContext(): Host {
  const host = useContext(HostContext);
  if (!host) throw new Error('HostProvider is missing above this component.');
  return host;
}

export const useInvoke = (): Invoke => useHostContext().invoke;
export const useMirrorControl = (): Mirror => useHostContext().mirror;
export const useMirrorStatus = (): Omit<MirrorState, 'host'> & { ready: boolean } => {
  const { store } = useHostContext().mirror;
  const status = useStore(store, (state) => state.status);
  const error = useStore(store, (state) => state.error);
  const ready = useStore(store, (state) => state.host !== undefined);
  return { status, error, ready };
};

/** Reads a part of main's state. Only used below the gate that waits for the first snapshot. The selector must return a stable reference. */
export function useHost<T>(selector: (host: HostState) => T): T {
  return useStore(useHostContext().mirror.store, (state) => {
    if (!state.host) throw new Error('The first snapshot has not arrived yet.');
    return selector(state.host);
  });
}
