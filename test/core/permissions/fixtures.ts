import type { GateCall, GateContext } from '../../../main/core/permissions/gate.ts';
import { type KnownTools, noTools, resolveRule } from '../../../main/core/permissions/rules.ts';
import { toolName } from '../../../main/core/tools/toolNames.ts';
import type { Rule } from '../../../preload/contract/permissions.ts';
import type { Risk } from '../../../preload/contract/tools.ts';

export const SAFE: Risk = { readOnly: false, destructive: false, idempotent: false, openWorld: true, declared: true, trusted: false };
export const READ_ONLY: Risk = { ...SAFE, readOnly: true, trusted: true };
export const DESTRUCTIVE: Risk = { ...SAFE, destructive: true };
export const UNDECLARED: Risk = { ...SAFE, destructive: true, declared: false };

export interface CallParts {
  server?: string;
  original?: string;
  name?: string;
  risk?: Risk;
  args?: Record<string, unknown>;
  hash?: string;
  callId?: string;
  conversationId?: string;
}

export function makeCall({
  server = 'fs',
  original = 'read',
  name,
  risk = SAFE,
  args = {},
  hash = 'h1',
  callId = 'call-1',
  conversationId,
}: CallParts = {}): GateCall {
  return {
    callId,
    tool: {
      name: name ?? toolName(server, original),
      server,
      original,
      title: original,
      description: 'A tool.',
      definitionHash: hash,
      inputSchema: { type: 'object' },
    },
    risk,
    arguments: args,
    asker: 'model',
    ...(conversationId === undefined ? {} : { conversationId }),
  };
}

/** Nothing is a link, and `..` is already gone: the identity is the real path. */
export const makeContext = (more: Partial<GateContext> = {}): GateContext => ({
  mode: 'ask',
  now: 1_000,
  pin: 'pinned',
  realPath: (path) => path,
  homeFolder: '/home/me',
  pathStyle: 'posix',
  ...more,
});

let count = 0;
/** A rule as a person would have written it: `allow mcp__fs__read(path in /data)`. */
export function makeRule(text: string, more: Partial<Rule> = {}, table: KnownTools = noTools): Rule {
  const [effect = '', ...rest] = text.split(' ');
  const resolved = resolveRule(rest.join(' '), table);
  if (!resolved.ok) throw new Error(resolved.error.message);
  count += 1;
  return {
    id: `rule-${count}`,
    effect: effect as Rule['effect'],
    scope: { kind: 'always' },
    createdAt: 0,
    source: 'editor',
    ...resolved.value.rule,
    ...more,
  };
}

export function tableOf(...pairs: [server: string, original: string][]): KnownTools {
  const tools = pairs.map(([server, original]) => ({ name: toolName(server, original), server, original }));
  return { tools, byName: (name) => tools.find((tool) => tool.name === name) };
}
