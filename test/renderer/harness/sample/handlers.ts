import { fail, ok } from '../../../../preload/contract/errors.ts';
import type { ImportCandidate, LogLine } from '../../../../preload/contract/servers.ts';
import type { FakeHost, Handlers } from '../fakeHost.ts';
import { audit, rules } from './approvals.ts';
import { NOW, servers, stages } from './servers.ts';
import { sampleChats } from './state.ts';
import { quarantined, tools } from './tools.ts';

const logs: LogLine[] = [
  { at: NOW - 700_000, source: 'host', text: 'Starting: npx -y @modelcontextprotocol/server-filesystem /home/ling/projects' },
  { at: NOW - 699_200, source: 'stderr', text: 'npm warn exec The following package was not found and will be installed' },
  { at: NOW - 698_500, source: 'stdout', text: 'Secure MCP Filesystem Server running on stdio' },
  { at: NOW - 698_400, source: 'host', text: 'Handshake done: protocol 2025-11-25, secure-filesystem-server 2026.8.31' },
  { at: NOW - 698_300, source: 'server', text: 'info: Allowed directories: /home/ling/projects' },
  { at: NOW - 5000, source: 'stderr', text: 'Warning: the path "notes\u200b/2026.md" contains an unusual character' },
];

const candidates: ImportCandidate[] = [
  {
    name: 'files',
    source: 'Claude Desktop',
    file: '~/.config/Claude/claude_desktop_config.json',
    transport: 'stdio',
    target: 'npx -y @modelcontextprotocol/server-filesystem /home/ling',
    envNames: [],
    headerNames: [],
    conflict: true,
  },
  {
    name: 'memory',
    source: 'Claude Desktop',
    file: '~/.config/Claude/claude_desktop_config.json',
    transport: 'stdio',
    target: 'npx -y @modelcontextprotocol/server-memory',
    envNames: ['MEMORY_FILE_PATH'],
    headerNames: [],
    conflict: false,
  },
  {
    name: 'sentry',
    source: 'Cursor',
    file: '~/.cursor/mcp.json',
    transport: 'http',
    target: 'https://mcp.sentry.dev/mcp',
    envNames: [],
    headerNames: ['Authorization'],
    conflict: false,
  },
];

/** Answers that make the window usable without main. */
export function sampleHandlers(host: () => FakeHost): Handlers {
  const settle = () => Promise.resolve(ok({}));
  return {
    'chat.open': ({ id }) => {
      const chat = sampleChats[id] ?? { messages: {}, order: [] };
      host().update((state) => ({ ...state, chats: { ...state.chats, [id]: structuredClone(chat) } }));
      return settle();
    },
    'chat.close': settle,
    'chat.remove': ({ id }) => {
      host().update((state) => {
        const { [id]: _, ...conversations } = state.conversations;
        return { ...state, conversations };
      });
      return settle();
    },
    'chat.search': ({ query }) => ok({ hits: query ? [{ id: 'c1', title: '杭州明天的天气', snippet: `明天有小雨,${query},出门请带伞` }] : [] }),
    'approval.answer': ({ id }) => {
      host().update((state) => {
        const { [id]: _, ...approvals } = state.approvals;
        return { ...state, approvals };
      });
      return settle();
    },
    'permissions.setMode': ({ mode }) => {
      host().update((state) => ({ ...state, mode }));
      return settle();
    },
    'permissions.rules': () => ok({ rules }),
    'permissions.audit': ({ query }) => ok({ entries: audit.filter((entry) => !query || entry.original.includes(query)) }),
    'tools.list': ({ server }) => ok({ tools: tools[server ?? ''] ?? [], quarantined: quarantined[server ?? ''] ?? [] }),
    'tools.setEnabled': settle,
    'server.logs': ({ name }) => ok({ lines: name === 'files' ? logs : [] }),
    'server.draft': ({ name }) =>
      ok({
        draft: {
          name,
          level: 'user',
          transport: 'stdio',
          command: 'uvx',
          args: ['postgres-mcp', '--access-mode=restricted'],
          env: { DATABASE_URI: { keep: true }, PGSSLMODE: 'require' },
        },
      }),
    'server.test': () =>
      ok({
        stages: stages(1, { detail: 'The command "uvx" was not found.', fix: 'Install uv, or give its full path.' }, ['Adopted from the form.']),
        tools: 0,
      }),
    'server.addWeatherExample': () => {
      host().update((state) => (servers.weather ? { ...state, servers: { ...state.servers, weather: servers.weather } } : state));
      return ok({ name: 'weather' });
    },
    'server.setEnabled': settle,
    'server.setTrustAnnotations': settle,
    'servers.importPreview': ({ text }) =>
      text === undefined || text.includes('mcpServers')
        ? ok({ candidates, errors: [] })
        : ok({
            candidates: [],
            errors: text === '{}' ? [] : [{ code: 'config.syntax', message: 'The text is not JSON: a comma is missing in line 3.' }],
          }),
    'runtimes.check': () =>
      ok({
        runtimes: [
          { name: 'node', found: true, version: '24.21.0', path: '/usr/bin/node' },
          { name: 'npx', found: true, version: '11.6.0', path: '/usr/bin/npx' },
          { name: 'uvx', found: false, fix: 'Install uv: https://docs.astral.sh/uv' },
          { name: 'docker', found: false, fix: 'Only needed by servers that come as images.' },
        ],
      }),
    'settings.update': (patch) => {
      host().update((state) => {
        const { settings } = state.settings;
        const next = { ...settings, ...patch, provider: { ...settings.provider, ...patch.provider }, mcp: { ...settings.mcp, ...patch.mcp } };
        return { ...state, settings: { ...state.settings, settings: next as typeof settings } };
      });
      return settle();
    },
    'settings.setApiKey': settle,
    'settings.testProvider': () => ok({ ok: true, detail: 'api.deepseek.com answered in 412 ms.', models: ['deepseek-chat', 'deepseek-reasoner'] }),
    'project.trust': () => fail('host.unavailable', 'The sample host keeps the folder as it is.'),
    'notice.dismiss': settle,
  };
}
