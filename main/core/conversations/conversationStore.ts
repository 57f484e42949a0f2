import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { Message } from '../../../preload/contract/chat.ts';
import { ToolsOff } from '../../../preload/contract/tools.ts';
import { phraseQuery, searchableText, snippet, spread } from './searchText.ts';
import type { ConversationStore, SearchHit, StoredConversation } from './store.ts';

type Row = Record<string, unknown>;

/** The store over an opened database; see database.ts. */
export function createConversationStore(db: DatabaseSync): ConversationStore {
  const sql = {
    list: db.prepare('SELECT * FROM conversations WHERE deleted_at IS NULL ORDER BY pinned DESC, updated_at DESC'),
    get: db.prepare('SELECT * FROM conversations WHERE id = ?'),
    create: db.prepare('INSERT INTO conversations (id, title, created_at, updated_at) VALUES (?, ?, ?, ?)'),
    mark: db.prepare('UPDATE conversations SET deleted_at = ? WHERE id = ?'),
    messages: db.prepare('SELECT body FROM messages WHERE conversation_id = ? ORDER BY row'),
    row: db.prepare('SELECT row FROM messages WHERE id = ?'),
    insert: db.prepare('INSERT INTO messages (id, conversation_id, created_at, body) VALUES (?, ?, ?, ?)'),
    replace: db.prepare('UPDATE messages SET body = ? WHERE row = ?'),
    drop: db.prepare('DELETE FROM messages WHERE row = ?'),
    unindex: db.prepare('DELETE FROM message_text WHERE rowid = ?'),
    index: db.prepare('INSERT INTO message_text (rowid, text) VALUES (?, ?)'),
    byText: db.prepare(
      `SELECT c.id AS id, c.title AS title, m.body AS body FROM message_text t JOIN messages m ON m.row = t.rowid JOIN conversations c ON c.id = m.conversation_id
       WHERE message_text MATCH ? AND c.deleted_at IS NULL ORDER BY m.row DESC LIMIT ?`,
    ),
    showsFile: db.prepare('SELECT 1 FROM messages WHERE instr(body, ?) > 0 LIMIT 1'),
    byTitle: db.prepare("SELECT id, title FROM conversations WHERE deleted_at IS NULL AND title LIKE ? ESCAPE '\\' ORDER BY updated_at DESC LIMIT ?"),
  };

  /** Everything inside happens or nothing does. */
  function transaction(work: () => void): void {
    db.exec('BEGIN IMMEDIATE');
    try {
      work();
      db.exec('COMMIT');
    } catch (error) {
      db.exec('ROLLBACK');
      throw error;
    }
  }

  purgeDeleted();

  /** What was deleted before the last quit can no longer be undone. */
  function purgeDeleted(): void {
    transaction(() => {
      db.exec(
        'DELETE FROM message_text WHERE rowid IN (SELECT m.row FROM messages m JOIN conversations c ON c.id = m.conversation_id WHERE c.deleted_at IS NOT NULL)',
      );
      db.exec('DELETE FROM conversations WHERE deleted_at IS NOT NULL');
    });
  }

  function saveMessage(conversationId: string, message: Message): void {
    const body = JSON.stringify(message);
    transaction(() => {
      let row = sql.row.get(message.id)?.row as number | undefined;
      if (row === undefined) row = Number(sql.insert.run(message.id, conversationId, message.createdAt, body).lastInsertRowid);
      else sql.replace.run(body, row);
      // A message that still grows is indexed once, when it is finished.
      if (message.status === 'streaming') return;
      sql.unindex.run(row);
      sql.index.run(row, spread(searchableText(message)));
    });
  }

  function search(query: string, limit: number): SearchHit[] {
    const trimmed = query.trim();
    if (!trimmed) return [];
    const hits = new Map<string, SearchHit>();
    const like = `%${trimmed.replace(/[\\%_]/g, '\\$&')}%`;
    for (const row of sql.byTitle.all(like, limit))
      hits.set(String(row.id), { conversationId: String(row.id), title: String(row.title), snippet: '' });
    const phrase = phraseQuery(trimmed);
    for (const row of phrase ? sql.byText.all(phrase, limit * 4) : []) {
      const id = String(row.id);
      const found = hits.get(id);
      if (found?.snippet) continue;
      const text = snippet(searchableText(readMessage(String(row.body)) ?? emptyMessage), trimmed);
      hits.set(id, { conversationId: id, title: String(row.title), snippet: text });
    }
    return [...hits.values()].slice(0, limit);
  }

  return {
    list: () => sql.list.all().map(toConversation),
    get(id) {
      const row = sql.get.get(id);
      return row && row.deleted_at === null ? toConversation(row) : undefined;
    },
    create(now) {
      const id = randomUUID();
      sql.create.run(id, '', now, now);
      return { id, title: '', autoTitle: true, createdAt: now, updatedAt: now, pinned: false, archived: false };
    },
    update(id, change) {
      const columns: Record<string, string | number> = {};
      if (change.title !== undefined) columns.title = change.title;
      if (change.autoTitle !== undefined) columns.auto_title = Number(change.autoTitle);
      if (change.pinned !== undefined) columns.pinned = Number(change.pinned);
      if (change.archived !== undefined) columns.archived = Number(change.archived);
      if (change.updatedAt !== undefined) columns.updated_at = change.updatedAt;
      if (change.toolsOff !== undefined) columns.tools_off = JSON.stringify(change.toolsOff);
      const names = Object.keys(columns);
      if (names.length === 0) return;
      db.prepare(`UPDATE conversations SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE id = ?`).run(...Object.values(columns), id);
    },
    remove: (id, now) => void sql.mark.run(now, id),
    restore: (id) => void sql.mark.run(null, id),
    messages: (id) => sql.messages.all(id).flatMap((row) => readMessage(String(row.body)) ?? []),
    saveMessage,
    removeMessages(_conversationId, ids) {
      transaction(() => {
        for (const id of ids) {
          const row = sql.row.get(id)?.row as number | undefined;
          if (row === undefined) continue;
          sql.unindex.run(row);
          sql.drop.run(row);
        }
      });
    },
    showsFile: (url) => sql.showsFile.get(url) !== undefined,
    search,
    close: () => db.close(),
  };
}

const emptyMessage: Message = { id: '', role: 'user', createdAt: 0, status: 'done', parts: [] };

/** A row that does not parse (written by another version, or damaged) is left out rather than breaking its conversation. */
function readMessage(body: string): Message | undefined {
  try {
    const parsed = Message.safeParse(JSON.parse(body));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

function toConversation(row: Row): StoredConversation {
  return {
    id: String(row.id),
    title: String(row.title),
    autoTitle: row.auto_title === 1,
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    pinned: row.pinned === 1,
    archived: row.archived === 1,
    ...toolsOffOf(row.tools_off),
  };
}

/** What does not parse switches nothing off that a person could not see; the gate asks as ever. */
function toolsOffOf(text: unknown): Pick<StoredConversation, 'toolsOff'> {
  if (typeof text !== 'string') return {};
  try {
    const { data } = ToolsOff.safeParse(JSON.parse(text));
    return data && data.servers.length + data.tools.length > 0 ? { toolsOff: data } : {};
  } catch {
    return {};
  }
}
