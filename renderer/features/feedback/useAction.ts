import { useCallback } from 'react';
import type { CommandInput, CommandName, CommandOutput } from '../../../preload/contract/commands.ts';
import { useInvoke } from '../../host/HostProvider.tsx';
import { showToast } from './toasts.ts';

/** Sends a command and shows its failure as a toast; gives the value, or undefined after a failure. */
export function useAction() {
  const invoke = useInvoke();
  return useCallback(
    async <K extends CommandName>(name: K, input: CommandInput<K>): Promise<CommandOutput<K> | undefined> => {
      const outcome = await invoke(name, input);
      if (outcome.ok) return outcome.value;
      showToast({ error: outcome.error });
      return undefined;
    },
    [invoke],
  );
}
