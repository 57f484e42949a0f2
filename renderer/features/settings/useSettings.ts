import { useCallback } from 'react';
import type { Settings, SettingsPatch } from '../../../preload/contract/settings.ts';
import { useHost } from '../../host/HostProvider.tsx';
import { useAction } from '../feedback/useAction.ts';

/** The settings and the way to change them. A change is in force when main's next patch arrives. */
export function useSettings(): { settings: Settings; update: (patch: SettingsPatch) => Promise<unknown> } {
  const run = useAction();
  const settings = useHost((host) => host.settings.settings);
  const update = useCallback((patch: SettingsPatch) => run('settings.update', patch), [run]);
  return { settings, update };
}
