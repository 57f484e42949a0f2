import { useCallback } from 'react';
import type { Mode } from '../../../preload/contract/permissions.ts';
import { useAction } from '../feedback/useAction.ts';

/** Changes the permission mode. Who switches to `allow-all` must have been asked first (AllowAllDialog). */
export function useSetMode() {
  const run = useAction();
  return useCallback((mode: Mode) => run('permissions.setMode', { mode }), [run]);
}
