import type { ErrorInfo } from '../../../../preload/contract/errors.ts';
import type { StageRecord } from '../../../../preload/contract/pipeline.ts';
import type { Notice, ServerView, TrustRequest } from '../../../../preload/contract/servers.ts';

export const NOW = Date.now();
const MINUTE = 60_000;

/** The six stages of a server up to `upTo` (exclusive index); a failed one ends the line. */
export function stages(upTo: number, failed?: { detail: string; fix: string }, texts: readonly string[] = []): StageRecord[] {
  return (['config', 'connect', 'tools', 'model', 'call', 'result'] as const).map((stage, i): StageRecord => {
    const detail = texts[i] ?? '';
    if (i < upTo) return { stage, state: 'ok', ms: [2, 684, 41, 1, 212, 3][i] ?? 0, at: NOW - MINUTE, detail };
    if (i === upTo && failed) return { stage, state: 'failed', ms: 12, at: NOW - MINUTE, detail: failed.detail, fix: failed.fix };
    return { stage, state: failed ? 'skipped' : 'waiting', detail };
  });
}

const base: Pick<ServerView, 'hides' | 'envNames' | 'headerNames' | 'counts' | 'toolsRevision' | 'trustAnnotations' | 'file'> = {
  hides: [],
  envNames: [],
  headerNames: [],
  counts: { tools: 0, quarantined: 0, resources: 0, prompts: 0 },
  toolsRevision: 1,
  trustAnnotations: false,
  file: '/home/ling/.config/quayside/mcp.json',
};

const notFound: ErrorInfo = {
  code: 'spawn.not_found',
  message: 'The command "uvx" was not found on the PATH of your login shell.',
  fix: 'Install uv (https://docs.astral.sh/uv), or give the full path to uvx as the command.',
};
const exited: ErrorInfo = {
  code: 'connect.exited',
  message: 'The server "postgres" ended with exit code 1 during the handshake. Last line: ECONNREFUSED 127.0.0.1:5432',
  fix: 'Start the database, or correct the address in its arguments.',
};

const noValue: ErrorInfo = {
  code: 'config.variable',
  message: 'tickets is not started, because these variables have no value: input:ticket-token (headers.Authorization), input:ticket-team (url).',
  fix: "Enter a value for ticket-token in the server's settings.",
  params: { variable: 'input:ticket-token', field: 'headers.Authorization', server: 'tickets' },
};

const server = (view: Partial<ServerView> & Pick<ServerView, 'name' | 'state' | 'transport' | 'target' | 'pipeline' | 'level'>): ServerView => ({
  ...structuredClone(base),
  ...view,
});

const all: ServerView[] = [
  server({
    name: 'weather',
    level: 'user',
    transport: 'stdio',
    target: 'node examples/weather-server/index.mjs',
    state: { kind: 'connected', since: NOW - 12 * MINUTE },
    era: 'modern',
    protocolVersion: '2026-07-28',
    serverInfo: { name: 'weather', version: '1.0.0', title: 'Weather example' },
    counts: { tools: 2, quarantined: 0, resources: 0, prompts: 1 },
    connectMs: 684,
    latencyMs: 4,
    trustAnnotations: true,
    instructions: 'Ask for a forecast by the name of the city. The data is made up and meant for learning.',
    pipeline: stages(6, undefined, [
      'Adopted from mcp.json (user level).',
      'Handshake done: protocol 2026-07-28.',
      '2 tools registered.',
      'In the tool table of the last run.',
      'get_forecast answered.',
      '1 block went into the conversation.',
    ]),
  }),
  server({
    name: 'files',
    level: 'user',
    transport: 'stdio',
    target: 'npx -y @modelcontextprotocol/server-filesystem /home/ling/projects',
    hides: [{ level: 'user', file: '/home/ling/.claude.json' }],
    state: { kind: 'connected', since: NOW - 11 * MINUTE },
    era: 'legacy',
    protocolVersion: '2025-11-25',
    serverInfo: { name: 'secure-filesystem-server', version: '2026.8.31' },
    counts: { tools: 14, quarantined: 2, resources: 0, prompts: 0 },
    connectMs: 1495,
    latencyMs: 7,
    noise: { lines: 3, last: 'Secure MCP Filesystem Server running on stdio' },
    pipeline: stages(4, undefined, [
      'Adopted from mcp.json (user level).',
      'Handshake done: protocol 2025-11-25.',
      '14 tools registered, 2 set aside.',
      'In the tool table.',
    ]),
  }),
  server({
    name: 'github',
    level: 'user',
    transport: 'http',
    target: 'https://api.githubcopilot.com/mcp/',
    account: { signedIn: false },
    state: {
      kind: 'needs-auth',
      since: NOW - 9 * MINUTE,
      error: {
        code: 'auth.required',
        message: 'The server "github" answered 401: it wants you to sign in.',
        fix: 'Sign in, or set a token in its headers.',
      },
    },
    pipeline: stages(1, { detail: '401 from api.githubcopilot.com.', fix: 'Sign in, or set a token in its headers.' }, [
      'Adopted from mcp.json (user level).',
    ]),
  }),
  server({
    name: 'browser',
    level: 'project',
    file: '/home/ling/projects/harbour/.mcp.json',
    transport: 'stdio',
    target: 'npx -y @playwright/mcp --headless',
    state: { kind: 'pending', phase: 'installing', since: NOW - 8000 },
    pipeline: stages(1, undefined, ['Adopted from .mcp.json (project level).']).map((s) =>
      s.stage === 'connect' ? { ...s, state: 'running', detail: 'npx is downloading the package.' } : s,
    ),
  }),
  server({
    name: 'postgres',
    level: 'project',
    file: '/home/ling/projects/harbour/.mcp.json',
    transport: 'stdio',
    target: 'uvx postgres-mcp --access-mode=restricted',
    envNames: ['DATABASE_URI'],
    state: { kind: 'pending', phase: 'backing-off', since: NOW - 4000, retryAt: NOW + 24_000, lastError: exited },
    pipeline: stages(1, { detail: exited.message, fix: exited.fix ?? '' }, ['Adopted from .mcp.json (project level).']),
  }),
  server({
    name: 'notes',
    level: 'local',
    file: '/home/ling/.config/quayside/projects/6f1c/mcp.json',
    transport: 'stdio',
    target: 'uvx mcp-obsidian',
    envNames: ['OBSIDIAN_API_KEY'],
    state: { kind: 'failed', since: NOW - 3 * MINUTE, error: notFound },
    pipeline: stages(1, { detail: notFound.message, fix: notFound.fix ?? '' }, ['Adopted from mcp.json (local level).']),
  }),
  server({
    name: 'tickets',
    level: 'project',
    file: '/home/ling/projects/harbour/.mcp.json',
    transport: 'http',
    target: 'https://tickets.example.org/mcp',
    headerNames: ['Authorization'],
    inputs: [
      { id: 'ticket-token', description: 'API token of the ticket system', password: true, state: 'missing' },
      { id: 'ticket-region', description: 'Region', password: false, options: ['eu', 'us', 'cn'], default: 'eu', state: 'default' },
      { id: 'ticket-team', password: false, state: 'missing' },
    ],
    state: { kind: 'failed', since: NOW - 3 * MINUTE, error: noValue },
    pipeline: stages(0, { detail: noValue.message, fix: noValue.fix ?? '' }),
  }),
  server({
    name: 'calendar',
    level: 'user',
    transport: 'stdio',
    target: 'npx -y calendar-mcp',
    envNames: ['CALENDAR_TOKEN'],
    secrets: [{ field: 'CALENDAR_TOKEN', kept: 'file' }],
    startOnFirstUse: true,
    state: { kind: 'pending', phase: 'deferred', since: NOW - 3 * MINUTE },
    counts: { tools: 6, quarantined: 0, resources: 0, prompts: 0 },
    pipeline: stages(1, undefined, ['Adopted from mcp.json (user level).']),
  }),
  server({
    name: 'search',
    level: 'user',
    transport: 'sse',
    target: 'https://mcp.search.example/sse',
    state: { kind: 'disabled' },
    pipeline: stages(1, undefined, ['Adopted; switched off.']),
  }),
];

export const servers: Record<string, ServerView> = Object.fromEntries(all.map((view) => [view.name, view]));

export const notices: Record<string, Notice> = {
  n1: {
    id: 'n1',
    severity: 'error',
    code: 'config.entry',
    message: 'The entry "docs" has neither "command" nor "url", so it is not used.',
    fix: 'Give the entry a command or a URL.',
    file: '/home/ling/projects/harbour/.mcp.json',
    entry: 'docs',
    field: 'command',
    line: 18,
    column: 5,
    params: { excerpt: '    "docs": { "cmdn": "···" },\n    ^' },
  },
  n0: {
    id: 'n0',
    severity: 'error',
    code: 'config.syntax',
    message: '/home/ling/projects/harbour/mcp.json, line 7, column 31: a comma is missing. The file is not used.',
    fix: 'Mend that place; comments and trailing commas are fine.',
    file: '/home/ling/projects/harbour/mcp.json',
    line: 7,
    column: 31,
    params: { reason: 'a comma is missing', excerpt: '      "command": "•••" "args": ["•••", "•••"] }\n                       ^' },
  },
  n3: {
    id: 'n3',
    severity: 'error',
    code: 'config.variable',
    message:
      '/home/ling/projects/harbour/.mcp.json, line 31: tickets is not started, because a variable has no value: input:ticket-token (headers.Authorization).',
    fix: "Enter a value for ticket-token in the server's settings.",
    file: '/home/ling/projects/harbour/.mcp.json',
    entry: 'tickets',
    field: 'headers.Authorization',
    line: 31,
    column: 5,
    params: { excerpt: '    "headers": { "Authorization": "······························" }\n                                  ^' },
  },
  n2: {
    id: 'n2',
    severity: 'warning',
    code: 'tools.pages',
    message: 'The server "files" offers more than 10 pages of tools; the first 10 are in use.',
    fix: 'Raise the page limit in the settings if you need the others.',
    server: 'files',
  },
};

export const trust: TrustRequest = {
  folder: '/home/ling/projects/harbour',
  contentHash: 'b1946ac9',
  items: [
    {
      name: 'browser',
      file: '.mcp.json',
      level: 'project',
      transport: 'stdio',
      commandLine: 'npx -y @playwright/mcp --headless',
      envNames: [],
      headerNames: [],
      status: 'new',
    },
    {
      name: 'postgres',
      file: '.mcp.json',
      level: 'project',
      transport: 'stdio',
      commandLine: 'uvx postgres-mcp --access-mode=unrestricted',
      before: 'uvx postgres-mcp --access-mode=restricted in /home/ling/projects/harbour/db (DATABASE_URI)',
      cwd: '/home/ling/projects/harbour/db',
      envNames: ['DATABASE_URI', 'PGSSLMODE'],
      headerNames: [],
      status: 'changed',
      changes: [
        { field: 'args', how: 'changed' },
        { field: 'env.PGSSLMODE', how: 'added' },
      ],
      variables: ['DATABASE_URI', 'secret:harbour.db'],
    },
    {
      name: 'tickets',
      file: 'mcp.json',
      level: 'project',
      transport: 'http',
      url: 'https://tickets.example.org/mcp',
      envNames: [],
      headerNames: ['Authorization'],
      status: 'same',
    },
  ],
};
