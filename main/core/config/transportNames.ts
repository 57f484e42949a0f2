import type { TransportKind } from '../../../preload/contract/servers.ts';
import { EntryProblem, kindOf, type Tree } from './entryTemplate.ts';

export interface TransportChoice {
  kind: TransportKind;
  /** Streamable HTTP first, legacy SSE when it is refused (TRN-4). */
  fallbackToSse: boolean;
}

/** Spellings of other apps, lower case without `-`, `_` and blanks. */
const SPELLINGS: Record<string, TransportKind> = {
  stdio: 'stdio',
  local: 'stdio',
  command: 'stdio',
  process: 'stdio',
  http: 'http',
  https: 'http',
  streamablehttp: 'http',
  streamable: 'http',
  httpstream: 'http',
  httpstreaming: 'http',
  sse: 'sse',
  httpsse: 'sse',
  'http+sse': 'sse',
  'http/sse': 'sse',
  legacysse: 'sse',
  ws: 'ws',
  wss: 'ws',
  websocket: 'ws',
  sseide: 'sse-ide',
  wside: 'ws-ide',
  claudeaiproxy: 'proxy',
  proxy: 'proxy',
};
/** Words that only say "not local". */
const UNDECIDED = new Set(['remote', 'url', 'auto']);
const BUILT_INTO_OTHERS = new Set(['inmemory', 'inprocess', 'builtin', 'platform', 'frontend', 'sdk', 'inlinepython']);
const TYPE_KEYS = ['type', 'transport', 'transportType', 'transport_type'];
const ACCEPTED = 'stdio, http (streamable-http), sse, ws, sse-ide, ws-ide, claudeai-proxy';

/** The transport an entry names, or undefined when it names none (CFG-2). An unknown word is a problem, never a silent default. */
export function namedTransport(entry: Tree): TransportChoice | undefined {
  for (const key of TYPE_KEYS) {
    const value = Object.hasOwn(entry, key) ? entry[key] : undefined;
    if (value === undefined || value === null || value === '') continue;
    if (typeof value !== 'string') throw new EntryProblem(key, `${key} must be text, not ${kindOf(value)}`, `Write one of: ${ACCEPTED}.`);
    const word = value.toLowerCase().replace(/[-_\s]/g, '');
    if (UNDECIDED.has(word)) return { kind: 'http', fallbackToSse: true };
    const kind = Object.hasOwn(SPELLINGS, word) ? SPELLINGS[word] : undefined;
    if (kind) return { kind, fallbackToSse: false };
    const shown = JSON.stringify(value.slice(0, 40));
    if (BUILT_INTO_OTHERS.has(word)) {
      throw new EntryProblem(key, `${key} ${shown} means a server built into another app`, 'Use the command or the URL of a server of its own.');
    }
    throw new EntryProblem(key, `${key} ${shown} is no known transport`, `Write one of: ${ACCEPTED}.`);
  }
  return undefined;
}
