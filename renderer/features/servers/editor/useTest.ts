import { useCallback, useState } from 'react';
import type { CommandInput, CommandOutput } from '../../../../preload/contract/commands.ts';
import type { ErrorInfo } from '../../../../preload/contract/errors.ts';
import { useInvoke } from '../../../host/HostProvider.tsx';

export interface ConnectionTest {
  running: boolean;
  result: CommandOutput<'server.test'> | undefined;
  error: ErrorInfo | undefined;
  run(input: CommandInput<'server.test'>): Promise<void>;
}

/** Tries a draft once without saving it. */
export function useTest(): ConnectionTest {
  const invoke = useInvoke();
  const [state, setState] = useState<Omit<ConnectionTest, 'run'>>({ running: false, result: undefined, error: undefined });
  const run = useCallback(
    async (input: CommandInput<'server.test'>) => {
      setState({ running: true, result: undefined, error: undefined });
      const outcome = await invoke('server.test', input);
      setState(
        outcome.ok ? { running: false, result: outcome.value, error: undefined } : { running: false, result: undefined, error: outcome.error },
      );
    },
    [invoke],
  );
  return { ...state, run };
}
