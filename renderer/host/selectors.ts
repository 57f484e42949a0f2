import type { ConversationSummary } from '../../preload/contract/chat.ts';
import type { ElicitationView } from '../../preload/contract/elicitations.ts';
import type { HostState } from '../../preload/contract/mirror.ts';
import type { ApprovalRequest } from '../../preload/contract/permissions.ts';
import type { Notice, ServerView } from '../../preload/contract/servers.ts';

/** Remembers the last answer for the last input, so that a selector that builds a list returns the same list. */
export function memoised<A, B>(compute: (input: A) => B): (input: A) => B {
  let last: { input: A; output: B } | undefined;
  return (input) => {
    if (!last || !Object.is(last.input, input)) last = { input, output: compute(input) };
    return last.output;
  };
}

/** A state as people count it: a server that starts on first use is ready, it does not start (CON-2). */
export type ServerKind = ServerView['state']['kind'] | 'ready';
export const kindOf = (state: ServerView['state']): ServerKind => (state.kind === 'pending' && state.phase === 'deferred' ? 'ready' : state.kind);
/** The order in which states are shown: what needs a person comes first. */
export const SERVER_KINDS: readonly ServerKind[] = ['failed', 'needs-auth', 'pending', 'connected', 'ready', 'disabled'];

const serverList = memoised((servers: HostState['servers']): ServerView[] => Object.values(servers).sort((a, b) => a.name.localeCompare(b.name)));
export const selectServers = (host: HostState): ServerView[] => serverList(host.servers);

const serverCounts = memoised((servers: HostState['servers']) => {
  const counts: Record<ServerKind, number> = { disabled: 0, pending: 0, connected: 0, ready: 0, 'needs-auth': 0, failed: 0 };
  let tools = 0;
  for (const server of Object.values(servers)) {
    const kind = kindOf(server.state);
    counts[kind] += 1;
    if (kind === 'connected' || kind === 'ready') tools += server.counts.tools;
  }
  return { counts, tools, total: Object.keys(servers).length };
});
export const selectServerCounts = (host: HostState) => serverCounts(host.servers);

const conversationList = memoised((conversations: HostState['conversations']): ConversationSummary[] =>
  Object.values(conversations)
    .filter((conversation) => !conversation.archived)
    .sort((a, b) => b.updatedAt - a.updatedAt),
);
/** Newest first. */
export const selectConversations = (host: HostState): ConversationSummary[] => conversationList(host.conversations);

// Main lists them as they came, and the sort is stable: calls of the same millisecond keep their order.
const approvalList = memoised((approvals: HostState['approvals']): ApprovalRequest[] =>
  Object.values(approvals).sort((a, b) => a.createdAt - b.createdAt),
);
/** Oldest first: the queue. */
export const selectApprovals = (host: HostState): ApprovalRequest[] => approvalList(host.approvals);

const elicitationList = memoised((elicitations: HostState['elicitations']): ElicitationView[] =>
  Object.values(elicitations).sort((a, b) => a.createdAt - b.createdAt || a.id.localeCompare(b.id)),
);
/** Oldest first: the questions of servers. */
export const selectElicitations = (host: HostState): ElicitationView[] => elicitationList(host.elicitations);

const RANK = { error: 0, warning: 1, info: 2 } as const;
const noticeList = memoised((notices: HostState['notices']): Notice[] =>
  Object.values(notices).sort((a, b) => RANK[a.severity] - RANK[b.severity] || a.id.localeCompare(b.id)),
);
/** Worst first. */
export const selectNotices = (host: HostState): Notice[] => noticeList(host.notices);

/** True when answers come from the assistant without a language model (AGT-4). */
export const selectOffline = (host: HostState): boolean => host.settings.settings.provider.kind === 'offline';
