import { fail, ok } from '../../../../preload/contract/errors.ts';
import type { ImportCandidate, LogLine } from '../../../../preload/contract/servers.ts';
import type { FakeHost, Handlers } from '../fakeHost.ts';
import { permissionHandlers } from './permissions.ts';
import { NOW, servers, stages } from './servers.ts';
import { sampleChats } from './state.ts';
import { summaryOf, toolPage, tools } from './tools.ts';

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
    disabled: true,
    missing: ['MEMORY_HOME'],
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
    secretFields: ['Authorization'],
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
    ...permissionHandlers(host),
    'elicitation.answer': ({ id }) => {
      host().update((state) => {
        const { [id]: _, ...elicitations } = state.elicitations;
        return { ...state, elicitations };
      });
      return settle();
    },
    'tools.list': ({ server, query = '', offset = 0, limit = 100 }) => ok(toolPage(server, query, offset, limit)),
    'tools.get': ({ server, original }) => {
      const tool = tools[server]?.find((view) => view.original === original);
      return tool ? ok({ tool }) : fail('host.not_found', `The server "${server}" no longer has a tool "${original}".`);
    },
    'tools.summary': ({ server }) => ok(summaryOf(server)),
    'tools.call': ({ server, original, arguments: args, callId = 'trial' }) =>
      ok({
        call: {
          id: callId,
          name: `mcp__${server}__${original}`,
          server,
          original,
          title: 'Weather forecast',
          arguments: args,
          state: 'done',
          ms: 212,
          verdict: { verdict: 'allow', rule: 'person' },
          result: { isError: false, blocks: [{ kind: 'text', text: '{"city":"杭州","rain":0.85}' }], text: '{"city":"杭州","rain":0.85}', notes: [] },
        },
        raw: {
          request: JSON.stringify({ method: 'tools/call', params: { name: original, arguments: args } }, null, 2),
          response: JSON.stringify({ content: [{ type: 'text', text: '{"city":"杭州","rain":0.85}' }] }, null, 2),
        },
      }),
    'tools.cancelCall': settle,
    'chat.setToolsOff': ({ id, off }) => {
      host().update((state) => {
        const conversation = state.conversations[id];
        return conversation ? { ...state, conversations: { ...state.conversations, [id]: { ...conversation, toolsOff: off } } } : state;
      });
      return settle();
    },
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
        stages: stages(1, { detail: 'The command "uvx" was not found.', fix: 'Install uv, or give its full path.' }, [
          'Adopted from the form.',
        ]).slice(0, 3),
        tools: 0,
        stderr: ['uvx: looking for postgres-mcp', 'error: no such file or directory'],
        code: 'spawn.not_found',
      }),
    'server.cancelTest': settle,
    'server.setInputs': settle,
    'servers.export': ({ names }) =>
      ok({
        text: JSON.stringify(
          {
            mcpServers: Object.fromEntries(
              (names ?? []).map((name) => [name, { command: 'npx', args: ['-y', name], env: { API_KEY: `\${${name.toUpperCase()}_API_KEY}` } }]),
            ),
          },
          null,
          2,
        ),
      }),
    'servers.exportSave': () => ok({ file: '/home/ling/mcp-servers.json' }),
    'host.openFile': settle,
    'host.showFile': settle,
    'server.addWeatherExample': () => {
      host().update((state) => (servers.weather ? { ...state, servers: { ...state.servers, weather: servers.weather } } : state));
      return ok({ name: 'weather' });
    },
    'server.signIn': ({ name }) => {
      const account = {
        signedIn: true,
        issuer: 'https://github.com/login/oauth',
        scopes: ['repo', 'read:org'],
        offeredScopes: ['repo', 'read:org', 'gist', 'workflow'],
        missingScopes: ['workflow'],
        expiresAt: Date.now() + 47 * 60_000,
        remember: 'file' as const,
      };
      host().update((state) => {
        const server = state.servers[name];
        return server
          ? { ...state, servers: { ...state.servers, [name]: { ...server, account, state: { kind: 'connected', since: Date.now() } } } }
          : state;
      });
      return settle();
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
