/** Recognises why a server's output is not understood, from one line of it. */
export type Framing = 'lsp' | 'many lines' | 'http server';

export function framingOf(line: string): Framing | undefined {
  if (/^Content-Length:\s*\d+$/i.test(line)) return 'lsp';
  if (/^"jsonrpc"\s*:/.test(line)) return 'many lines';
  if (/\b(listening|running|started|available|serving)\b.{0,40}https?:\/\//i.test(line)) return 'http server';
  return undefined;
}

/** What is told to the user, once. */
export const FRAMING_TEXT: Record<Framing, { what: string; fix: string }> = {
  lsp: {
    what: 'frames its messages with Content-Length headers, as language servers do; MCP wants one message per line',
    fix: 'Update the server or its MCP library.',
  },
  'many lines': { what: 'spreads a message over several lines; MCP wants one message per line', fix: 'Update the server or its MCP library.' },
  'http server': {
    what: 'seems to listen for HTTP instead of speaking over stdin and stdout',
    fix: 'Start it in its stdio mode, or enter its address as "url".',
  },
};
