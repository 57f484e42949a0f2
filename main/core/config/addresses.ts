import { EntryProblem } from './entryTemplate.ts';

const EXAMPLE = 'Write an address such as "https://host/mcp".';

/** Only the web and WebSocket schemes ever reach the network code. The way out shows the address as it should be written, where that is clear. */
export function checkScheme(url: string, field: string): void {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (scheme && ['http', 'https', 'ws', 'wss'].includes(scheme)) {
    const inner = /^[a-z]+:\/+((?:https?|wss?):\/\/.*)$/i.exec(url)?.[1];
    // It would go to a host named "https".
    if (inner !== undefined) throw new EntryProblem(field, `${field} says its scheme twice`, `Write ${shown(inner)}.`);
    return;
  }
  const inside = /(?:https?|wss?):\/\/[^\s<>()"'`\]]+/i.exec(url)?.[0];
  if (inside !== undefined && scheme !== 'javascript') {
    throw new EntryProblem(field, `${field} holds more than an address`, `Write only ${shown(inside)}.`);
  }
  // `localhost:3000/mcp` has a host where the scheme would be.
  const missing = scheme === undefined || /^[^/]+:\d/.test(url);
  if (!missing) throw new EntryProblem(field, `${field} must begin with http:// or https://, not ${scheme}:`, EXAMPLE);
  const bare = url.replace(/^\/+/, '');
  const local = /^(localhost|127\.|\[::1\]|0\.0\.0\.0)/i.test(bare);
  const guess = /^[\w.[\]:-]+(:\d+)?(\/|$)/.test(bare) ? `Write ${shown(`${local ? 'http' : 'https'}://${bare}`)}.` : EXAMPLE;
  throw new EntryProblem(field, `${field} has no http:// or https:// in front`, guess);
}

/** Without what may be a secret. */
const shown = (url: string): string =>
  JSON.stringify(
    url
      .replace(/[?#].*$/s, '')
      .replace(/\/\/[^/@]*@/, '//')
      .slice(0, 200),
  );
