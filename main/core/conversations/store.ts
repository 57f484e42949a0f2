import type { Message } from '../../../preload/contract/chat.ts';
import type { ToolsOff } from '../../../preload/contract/tools.ts';

export interface StoredConversation {
  id: string;
  title: string;
  /** True until a person names it; then automatic titles leave it alone. */
  autoTitle: boolean;
  createdAt: number;
  updatedAt: number;
  pinned: boolean;
  archived: boolean;
  /** Set while deleted with undo; purged at the next start. */
  deletedAt?: number;
  /** Tools this conversation does without (TOL-11). */
  toolsOff?: ToolsOff;
}

export interface SearchHit {
  conversationId: string;
  title: string;
  snippet: string;
}

/** Conversations on disk. Writes are durable when the call returns (WAL, one writer). */
export interface ConversationStore {
  list(): StoredConversation[];
  get(id: string): StoredConversation | undefined;
  create(now: number): StoredConversation;
  update(id: string, change: Partial<Pick<StoredConversation, 'title' | 'autoTitle' | 'pinned' | 'archived' | 'updatedAt' | 'toolsOff'>>): void;
  remove(id: string, now: number): void;
  restore(id: string): void;
  messages(conversationId: string): Message[];
  /** Inserts or replaces by id. */
  saveMessage(conversationId: string, message: Message): void;
  removeMessages(conversationId: string, ids: readonly string[]): void;
  /** Whether a message of a kept conversation shows this result file (its relative url); such files are not cleaned up. */
  showsFile(url: string): boolean;
  search(query: string, limit: number): SearchHit[];
  close(): void;
}
