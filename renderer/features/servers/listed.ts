import type { EditorView } from '../../../preload/contract/entrySetup.ts';
import type { HostState } from '../../../preload/contract/mirror.ts';
import type { Notice, ServerView } from '../../../preload/contract/servers.ts';
import { memoised } from '../../host/selectors.ts';

/** Links to editors are a group of their own, whatever file names them (TRN-6). */
export const isEditorLink = ({ transport }: ServerView): boolean => transport === 'ws-ide' || transport === 'sse-ide';

const offers = memoised((editors: HostState['editors']): EditorView[] =>
  Object.values(editors ?? {})
    .filter(({ server }) => server === undefined)
    .sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id)),
);
/** Editors that could be connected. */
export const selectOffers = (host: HostState): EditorView[] => offers(host.editors);

const unread = memoised(({ notices, servers }: Pick<HostState, 'notices' | 'servers'>): Notice[] =>
  Object.values(notices).filter(
    ({ code, severity, entry }) =>
      severity === 'error' && (code === 'config.syntax' || code === 'config.entry') && (entry === undefined || !Object.hasOwn(servers, entry)),
  ),
);
let pair: Pick<HostState, 'notices' | 'servers'> = { notices: {}, servers: {} };
/** Files and entries that could not be read at all; an entry that was read and is unusable stands among the servers. */
export function selectUnread({ notices, servers }: HostState): Notice[] {
  if (pair.notices !== notices || pair.servers !== servers) pair = { notices, servers };
  return unread(pair);
}

export const selectNothingToList = (host: HostState): boolean =>
  Object.keys(host.servers).length === 0 && selectOffers(host).length === 0 && selectUnread(host).length === 0;
