import { useEffect, useState } from 'react';
import { useInvoke } from '../../../host/HostProvider.tsx';

const SHOWN = 200;

/** A server's own names for its tools, to choose from; none while nothing is known. */
export function useToolNames(server: string | undefined): string[] {
  const invoke = useInvoke();
  const [names, setNames] = useState<string[]>([]);
  useEffect(() => {
    let current = true;
    setNames([]);
    if (server !== undefined) {
      void invoke('tools.list', { server, limit: SHOWN }).then((outcome) => {
        if (current && outcome.ok) setNames(outcome.value.rows.map(({ original }) => original));
      });
    }
    return () => {
      current = false;
    };
  }, [invoke, server]);
  return names;
}
