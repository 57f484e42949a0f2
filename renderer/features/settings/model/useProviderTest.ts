import { useCallback, useState } from 'react';
import type { CommandOutput } from '../../../../preload/contract/commands.ts';
import type { ErrorInfo } from '../../../../preload/contract/errors.ts';
import { useInvoke } from '../../../host/HostProvider.tsx';

export interface ProviderTest {
  running: boolean;
  result: CommandOutput<'settings.testProvider'> | undefined;
  error: ErrorInfo | undefined;
  run(): Promise<void>;
}

/** Asks the provider for a sign of life and for its models. */
export function useProviderTest(): ProviderTest {
  const invoke = useInvoke();
  const [state, setState] = useState<Omit<ProviderTest, 'run'>>({ running: false, result: undefined, error: undefined });
  const run = useCallback(async () => {
    setState((before) => ({ ...before, running: true, error: undefined }));
    const outcome = await invoke('settings.testProvider', {});
    setState(outcome.ok ? { running: false, result: outcome.value, error: undefined } : { running: false, result: undefined, error: outcome.error });
  }, [invoke]);
  return { ...state, run };
}
