import path from 'node:path';
import { isTree } from './entryTemplate.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** A name for an entry that stands alone: its own `name`, what its package or address is called, the file's name at last. */
export function nameForEntry(value: unknown, file: string): string {
  if (!isTree(value)) return '';
  const own = text(value.name) || text(value.id);
  if (own) return own.slice(0, 120);
  if (!file) return '';
  const url = text(value.url) || text(value.serverUrl) || text(value.httpUrl) || text(value.baseUrl);
  if (url) {
    const host = /^[a-z]+:\/\/(?:[^@/]*@)?([^/:?#]+)/i.exec(url)?.[1] ?? '';
    return host.replace(/^(www|mcp|api)\./i, '').split('.')[0] || 'server';
  }
  const command = Array.isArray(value.command)
    ? value.command.map(String)
    : [text(value.command), ...(Array.isArray(value.args) ? value.args.map(String) : [])];
  const words = command.flatMap((part) => part.split(/\s+/)).filter((word) => word !== '' && !word.startsWith('-'));
  // Behind a runner stands what is run; alone, the program is the name.
  const main =
    words.find((word, i) => i > 0 || !/^(npx|uvx|uv|node|python3?|docker|bunx|deno|pnpm|yarn|cmd(\.exe)?)$/i.test(path.basename(word))) ??
    words[0] ??
    '';
  const base = main.replace(/^@[^/]+\//, '').replace(/@[^@/]*$/, '');
  return (
    path
      .basename(base.replaceAll('\\', '/'))
      .replace(/\.(js|mjs|cjs|ts|py|exe)$/i, '')
      .replace(/^(mcp-server-|server-|mcp-)|(-mcp-server|-mcp)$/gi, '') || 'server'
  ).slice(0, 120);
}
