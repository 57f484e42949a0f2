import { useMemo } from 'react';
import type { ToolsSummary } from '../../../../../preload/contract/tools.ts';
import { useHost } from '../../../../host/HostProvider.tsx';
import { useResource } from '../../../../host/resource.ts';

/** The head of the list; asked for again when the tools or the chosen model change. */
export function useToolsSummary(server: string, revision: string): ToolsSummary | undefined {
  const provider = useHost((host) => host.settings.settings.provider);
  const model = `${provider.kind} ${provider.model} ${provider.contextTokens ?? ''}`;
  const { data } = useResource(
    'tools.summary',
    useMemo(() => ({ server }), [server]),
    `${revision} ${model}`,
  );
  return data;
}
