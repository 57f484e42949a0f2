import { useMemo } from 'react';
import { useAction } from '../feedback/useAction.ts';

/** What can be done with one server; each acts on this one only (CON-11). */
export function useServerActions() {
  const run = useAction();
  return useMemo(
    () => ({
      restart: (name: string) => run('server.restart', { name }),
      setEnabled: (name: string, enabled: boolean) => run('server.setEnabled', { name, enabled }),
      setTrust: (name: string, trust: boolean) => run('server.setTrustAnnotations', { name, trust }),
      remove: (name: string) => run('server.remove', { name }),
      addWeather: () => run('server.addWeatherExample', {}),
    }),
    [run],
  );
}
