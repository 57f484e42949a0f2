import type { ConversationSummary } from '../../../preload/contract/chat.ts';

export type GroupName = 'pinned' | 'today' | 'yesterday' | 'week' | 'older';
export interface ConversationGroup {
  name: GroupName;
  items: ConversationSummary[];
}

const ORDER: readonly GroupName[] = ['pinned', 'today', 'yesterday', 'week', 'older'];
const DAY_MS = 86_400_000;

/** Sorts conversations (newest first) into the days people think in. `now` is in epoch milliseconds; days are local ones. */
export function groupConversations(conversations: readonly ConversationSummary[], now: number): ConversationGroup[] {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const nameOf = (conversation: ConversationSummary): GroupName => {
    if (conversation.pinned) return 'pinned';
    if (conversation.updatedAt >= midnight) return 'today';
    if (conversation.updatedAt >= midnight - DAY_MS) return 'yesterday';
    return conversation.updatedAt >= midnight - 7 * DAY_MS ? 'week' : 'older';
  };
  return ORDER.map((name) => ({ name, items: conversations.filter((conversation) => nameOf(conversation) === name) })).filter(
    (group) => group.items.length > 0,
  );
}
