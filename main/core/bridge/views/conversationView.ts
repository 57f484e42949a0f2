import type { ConversationSummary, RunState } from '../../../../preload/contract/chat.ts';
import type { StoredConversation } from '../../conversations/store.ts';

export const conversationView = (stored: StoredConversation, run: RunState, pendingSync: boolean): ConversationSummary => ({
  id: stored.id,
  title: stored.title,
  createdAt: stored.createdAt,
  updatedAt: stored.updatedAt,
  pinned: stored.pinned,
  archived: stored.archived,
  run,
  pendingSync,
  ...(stored.toolsOff ? { toolsOff: stored.toolsOff } : {}),
});
