import { useCallback, useEffect, useRef, useState } from 'react';
import type { CommandInput, CommandName, CommandOutput } from '../../preload/contract/commands.ts';
import type { ErrorInfo } from '../../preload/contract/errors.ts';
import { useInvoke } from './HostProvider.tsx';

export interface Resource<T> {
  data: T | undefined;
  error: ErrorInfo | undefined;
  loading: boolean;
  reload(): void;
}

/**
 * Data that main does not mirror (tool lists, logs, rules): asked for when shown, again when `revision` or the input changes.
 * The last good data stays while the next answer is on its way.
 */
export function useResource<K extends CommandName>(name: K, input: CommandInput<K>, revision: unknown = 0): Resource<CommandOutput<K>> {
  const invoke = useInvoke();
  const [state, setState] = useState<Omit<Resource<CommandOutput<K>>, 'reload'>>({ data: undefined, error: undefined, loading: true });
  const [round, setRound] = useState(0);
  const key = JSON.stringify(input);
  const loadedKey = useRef(key);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the input, `revision` and `round` ask again
  useEffect(() => {
    let current = true;
    const otherInput = loadedKey.current !== key;
    loadedKey.current = key;
    setState((before) => ({ data: otherInput ? undefined : before.data, error: undefined, loading: true }));
    void invoke(name, input).then((outcome) => {
      if (!current) return;
      setState((before) =>
        outcome.ok ? { data: outcome.value, error: undefined, loading: false } : { data: before.data, error: outcome.error, loading: false },
      );
    });
    return () => {
      current = false;
    };
  }, [invoke, name, key, revision, round]);

  const reload = useCallback(() => setRound((n) => n + 1), []);
  return { ...state, reload };
}
