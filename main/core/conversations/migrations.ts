/**
 * The schema, one step a number; a step is never changed after a release, only followed by the next.
 * `message_text` is a contentless index: the text lives once, in `messages`.
 */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE conversations (
     id TEXT PRIMARY KEY,
     title TEXT NOT NULL,
     auto_title INTEGER NOT NULL DEFAULT 1,
     created_at INTEGER NOT NULL,
     updated_at INTEGER NOT NULL,
     pinned INTEGER NOT NULL DEFAULT 0,
     archived INTEGER NOT NULL DEFAULT 0,
     deleted_at INTEGER
   ) STRICT;
   CREATE TABLE messages (
     row INTEGER PRIMARY KEY,
     id TEXT NOT NULL UNIQUE,
     conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
     created_at INTEGER NOT NULL,
     body TEXT NOT NULL
   ) STRICT;
   CREATE INDEX messages_by_conversation ON messages(conversation_id, row);
   CREATE VIRTUAL TABLE message_text USING fts5(text, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2');`,
  // TOL-11: tools a conversation does without, as JSON.
  'ALTER TABLE conversations ADD COLUMN tools_off TEXT;',
];
