import { useCallback, useEffect, useRef, useState } from 'react';
import type { CommandInput, CommandOutput } from '../../../../preload/contract/commands.ts';
import type { ConnectionTestView } from '../../../../preload/contract/entrySetup.ts';
import type { ErrorInfo } from '../../../../preload/contract/errors.ts';
import { useHost, useInvoke } from '../../../host/HostProvider.tsx';

export interface ConnectionTest {
  running: boolean;
  /** How far it is, while it runs. */
  progress: ConnectionTestView | undefined;
  result: CommandOutput<'server.test'> | undefined;
  error: ErrorInfo | undefined;
  run(input: Omit<CommandInput<'server.test'>, 'testId'>): Promise<void>;
  cancel(): void;
}

type Ended = Pick<ConnectionTest, 'result' | 'error'>;
const NOTHING: Ended = { result: undefined, error: undefined };

/** Tries a draft once without saving it. Whoever leaves ends it: nothing runs on unseen. */
export function useTest(): ConnectionTest {
  const invoke = useInvoke();
  const [testId, setTestId] = useState<string>();
  const [ended, setEnded] = useState<Ended>(NOTHING);
  const progress = useHost((host) => (testId === undefined ? undefined : host.connectionTests?.[testId]));
  const current = useRef<string>(undefined);

  const cancel = useCallback(() => {
    if (current.current !== undefined) void invoke('server.cancelTest', { testId: current.current });
  }, [invoke]);
  useEffect(() => {
    // A window that is closed or reloaded leaves as well.
    window.addEventListener('pagehide', cancel);
    return () => {
      window.removeEventListener('pagehide', cancel);
      cancel();
    };
  }, [cancel]);

  const run = useCallback(
    async (input: Omit<CommandInput<'server.test'>, 'testId'>) => {
      const id = crypto.randomUUID();
      current.current = id;
      setTestId(id);
      setEnded(NOTHING);
      const outcome = await invoke('server.test', { testId: id, ...input });
      if (current.current !== id) return;
      current.current = undefined;
      setTestId(undefined);
      setEnded(outcome.ok ? { result: outcome.value, error: undefined } : { result: undefined, error: outcome.error });
    },
    [invoke],
  );
  return { running: testId !== undefined, progress, ...ended, run, cancel };
}
