import type { ChatView, ConversationSummary, Message, Part, ToolCallView } from '../../../../preload/contract/chat.ts';
import { NOW } from './servers.ts';
import { DESTROY, READ, WRITE } from './tools.ts';

const HOUR = 3_600_000;
const summary = (id: string, title: string, ageHours: number, more: Partial<ConversationSummary> = {}): ConversationSummary => ({
  id,
  title,
  createdAt: NOW - ageHours * HOUR,
  updatedAt: NOW - ageHours * HOUR,
  pinned: false,
  archived: false,
  run: 'idle',
  pendingSync: false,
  ...more,
});

export const conversations: Record<string, ConversationSummary> = Object.fromEntries(
  [
    summary('c1', '杭州明天的天气', 0.1, { pinned: true }),
    summary('c2', 'Tidy up the harbour notes', 0.4, { run: 'waiting-approval', pendingSync: true }),
    summary('c3', 'Compare three ways to stream results', 1.2, { run: 'streaming' }),
    summary('c4', '把周报整理成表格', 5),
    summary('c5', 'Why did the container port job fail?', 26, { run: 'failed' }),
    summary('c6', 'Draft a reply to the tender', 30),
    summary('c7', '读取项目说明并总结', 80),
    summary('c8', 'Database schema for berths and vessels, with a very long title that has to be cut', 120),
    summary('c9', 'Ideas for the release notes', 24 * 20),
  ].map((item) => [item.id, item]),
);

let id = 0;
const message = (role: Message['role'], parts: Part[], more: Partial<Message> = {}): Message => {
  id += 1;
  return { id: `m${id}`, role, createdAt: NOW - 600_000 + id * 20_000, status: 'done', parts, ...more };
};
const say = (text: string): Part => ({ kind: 'text', text });
const call = (more: Partial<ToolCallView> & Pick<ToolCallView, 'id' | 'state'>): Part => ({
  kind: 'tool',
  call: {
    name: 'mcp__weather__get_forecast',
    server: 'weather',
    original: 'get_forecast',
    title: 'Weather forecast',
    arguments: { city: '杭州', days: 2 },
    risk: READ,
    ...more,
  },
});
const chat = (messages: Message[], error?: ChatView['error']): ChatView => ({
  messages: Object.fromEntries(messages.map((m) => [m.id, m])),
  order: messages.map((m) => m.id),
  ...(error ? { error } : {}),
});

const allowed = { verdict: 'allow' as const, rule: 'mcp__weather__get_forecast', ruleId: 'r1' };

const weather = chat([
  message('user', [say('查一下杭州明天的天气，告诉我出门要不要带伞')]),
  message(
    'assistant',
    [
      { kind: 'reasoning', text: '用户想知道杭州明天的天气，以及是否需要带伞。\n可以用 get_forecast 查询两天的预报，取明天的一项。' },
      call({
        id: 'call-w',
        state: 'done',
        verdict: allowed,
        startedAt: NOW - 500_000,
        ms: 212,
        result: {
          isError: false,
          blocks: [
            {
              kind: 'text',
              text: '{"city":"杭州","days":[{"date":"2026-11-30","sky":"多云","low":9,"high":16,"rain":0.2},{"date":"2026-12-01","sky":"小雨","low":8,"high":12,"rain":0.85}]}',
            },
          ],
          structured: { city: '杭州', days: [{ date: '2026-12-01', sky: '小雨', low: 8, high: 12, rain: 0.85 }] },
          text: '{"city":"杭州","days":[…]}',
          notes: [],
        },
      }),
      say(
        '明天（12 月 1 日）杭州有**小雨**，降水概率 85%，气温 8–12 ℃。**出门请带伞**，早晚偏凉，建议加一件外套。\n\n| 时段 | 天气 | 气温 | 降水概率 |\n| --- | --- | ---: | ---: |\n| 上午 | 阴转小雨 | 9 ℃ | 70% |\n| 下午 | 小雨 | 12 ℃ | 85% |\n| 夜间 | 小雨转阴 | 8 ℃ | 55% |\n\n需要我再看一下后天吗？',
      ),
    ],
    { model: 'deepseek-chat', usage: { inputTokens: 1280, outputTokens: 164, totalTokens: 1444 } },
  ),
]);

const CODE = `Three ways, from simple to robust:

1. **Server-sent events**: one direction, plain HTTP, resumes with \`Last-Event-ID\`.
2. **WebSocket**: both directions, needs its own keep-alive.
3. **Polling**: no state, but late.

### A reader that survives a cut connection

\`\`\`ts
export async function* events(url: string, signal: AbortSignal) {
  let last: string | undefined;
  while (!signal.aborted) {
    const headers = last ? { 'Last-Event-ID': last } : {};
    const response = await fetch(url, { headers, signal });
    for await (const event of parse(response.body)) {
      last = event.id ?? last;
      yield event; // resume from here
    }
  }
}
\`\`\`

> The server decides how long it keeps old events. After that a resume is a fresh start.

- [x] resumes after a cut
- [ ] bounded memory when the reader is slow

See [the specification](https://html.spec.whatwg.org/multipage/server-sent-events.html) for the exact grammar. ![diagram](https://cdn.example.com/pixel.png)`;

const streaming = chat([
  message('user', [say('Compare three ways to stream results from a server, with code for the best one.')]),
  message('assistant', [{ kind: 'reasoning', text: 'The user wants a comparison…' }, say(CODE)], { model: 'deepseek-chat', status: 'streaming' }),
]);

const harbour = chat([
  message('user', [say('Move last quarter’s notes into the archive and show me the chart of berth usage.')]),
  message(
    'assistant',
    [
      say('I’ll look at the folder first, then move the file.'),
      call({
        id: 'call-p1',
        group: 0,
        state: 'done',
        server: 'files',
        original: 'read_text_file',
        title: 'Read text file',
        arguments: { path: 'notes/todo.md' },
        ms: 12,
        result: { isError: false, blocks: [{ kind: 'text', text: '- [ ] berths' }], text: '- [ ] berths', notes: [] },
      }),
      call({
        id: 'call-p2',
        group: 0,
        state: 'running',
        server: 'files',
        original: 'search_files',
        title: 'search_files',
        arguments: { pattern: '*.md' },
        startedAt: NOW - 900,
      }),
      call({
        id: 'call-l',
        state: 'done',
        name: 'mcp__files__list_directory',
        server: 'files',
        original: 'list_directory',
        title: 'List directory',
        arguments: { path: '/home/ling/projects/harbour/notes' },
        verdict: { verdict: 'allow', rule: 'mcp__files__read_*' },
        ms: 18,
        result: {
          isError: false,
          blocks: [{ kind: 'text', text: '[FILE] 2026.md\n[FILE] todo.md\n[DIR] berths' }],
          text: '[FILE] 2026.md',
          notes: [],
        },
      }),
      call({
        id: 'call-c',
        state: 'done',
        name: 'mcp__charts__render',
        server: 'charts',
        original: 'render_chart',
        title: 'Render chart',
        arguments: { kind: 'bar', data: [12, 18, 9, 22] },
        risk: WRITE,
        ms: 1432,
        result: {
          isError: false,
          blocks: [
            {
              kind: 'image',
              file: { url: 'results/berths.svg', path: '/home/ling/.config/quayside/results/berths.png', mimeType: 'image/png', bytes: 18_233 },
              width: 640,
              height: 320,
            },
          ],
          text: '[image saved]',
          notes: ['The image was made smaller for the model (640 × 320).'],
        },
      }),
      call({
        id: 'call-r',
        state: 'running',
        name: 'mcp__browser__navigate',
        server: 'browser',
        original: 'browser_navigate',
        title: 'Open a page',
        arguments: { url: 'https://port.example.org/berths' },
        risk: { ...DESTROY, destructive: false },
        startedAt: NOW - 3400,
        progress: { progress: 3, total: 8, message: 'Waiting for the page' },
      }),
      call({
        id: 'call-2',
        state: 'waiting-approval',
        name: 'mcp__files__move_file',
        server: 'files',
        original: 'move_file',
        title: 'Move file',
        arguments: { source: '/home/ling/projects/harbour/notes/2026.md', destination: '/home/ling/projects/harbour/archive/2026.md' },
        risk: DESTROY,
      }),
    ],
    { model: 'deepseek-chat', status: 'streaming' },
  ),
]);

const failures = chat([
  message('user', [say('Why did the container port job fail?')]),
  message(
    'assistant',
    [
      call({
        id: 'call-t',
        state: 'failed',
        name: 'mcp__github__search',
        server: 'github',
        original: 'search_issues',
        title: 'Search issues',
        arguments: { query: 'container port job', repo: 'harbour/ci' },
        ms: 60_012,
        error: {
          code: 'call.timeout',
          message: '"github" did not answer tools/call "search_issues" within 60 s.',
          fix: 'Raise the call timeout of "github".',
          params: { server: 'github', method: 'tools/call "search_issues"', limitMs: 60_000 },
        },
      }),
      call({
        id: 'call-e',
        state: 'done',
        title: 'Read text file',
        original: 'read_text_file',
        server: 'files',
        arguments: { path: '/var/log/port.log' },
        ms: 9,
        result: {
          isError: true,
          blocks: [{ kind: 'text', text: 'Error: ENOENT: no such file or directory, open /var/log/port.log' }],
          text: 'Error: ENOENT',
          notes: [],
        },
      }),
      call({
        id: 'call-d',
        state: 'denied',
        title: 'Move file',
        original: 'move_file',
        server: 'files',
        arguments: { source: '/var/log' },
        risk: DESTROY,
        verdict: { verdict: 'deny', rule: 'answered by you', reason: 'Use the test folder instead' },
      }),
      call({
        id: 'call-x',
        state: 'cancelled',
        title: 'Open a page',
        original: 'browser_navigate',
        server: 'browser',
        arguments: { url: 'https://ci.example.org' },
        startedAt: NOW - 90_000,
        ms: 2100,
      }),
      call({
        id: 'call-u',
        state: 'failed',
        title: 'Send mail',
        original: 'send_mail',
        server: 'mail',
        arguments: { to: 'crew@example.org' },
        ms: 820,
        error: {
          code: 'call.outcome_unknown',
          message: 'Server "mail" exited with code 3. It is not known whether tools/call was carried out.',
          fix: 'Check what happened before trying again.',
          params: { server: 'mail', method: 'tools/call "send_mail"' },
        },
      }),
      call({
        id: 'call-pr',
        state: 'failed',
        title: 'Send mail',
        original: 'send_mail',
        server: 'mail',
        arguments: { to: 'crew@example.org' },
        ms: 8,
        error: {
          code: 'call.protocol',
          message: '"mail" answered tools/call "send_mail" with error -32602: Unknown tool',
          params: { server: 'mail', method: 'tools/call "send_mail"', rpcCode: -32602, reason: 'Unknown tool' },
        },
      }),
      {
        kind: 'notice',
        code: 'agent.no_progress',
        message: 'Stopped: send_mail was called 3 times.',
        params: { tool: 'mcp__mail__send_mail', times: 3 },
      },
    ],
    {
      model: 'deepseek-chat',
      status: 'failed',
      error: { code: 'model.rate_limited', message: 'api.deepseek.com answered 429 four times.', fix: 'Wait a minute, then try again.' },
    },
  ),
]);

const offline = chat([
  message('user', [say('weather tomorrow?')]),
  message(
    'assistant',
    [
      say('I can ask the tool **Weather forecast** for that, but the city is missing.'),
      {
        kind: 'form',
        state: 'open',
        form: {
          id: 'f1',
          tool: 'mcp__weather__get_forecast',
          title: 'Weather forecast',
          inputSchema: {
            type: 'object',
            properties: {
              city: { type: 'string', title: 'City', description: 'Name of the city, in Chinese or English.', minLength: 1 },
              days: { type: 'integer', title: 'Days', minimum: 1, maximum: 7 },
              units: { type: 'string', enum: ['celsius', 'fahrenheit'] },
            },
            required: ['city'],
          },
          values: { days: 2 },
        },
      },
    ],
    { model: 'offline', status: 'streaming' },
  ),
]);

export const chats: Record<string, ChatView> = { c1: weather, c2: harbour, c3: streaming, c5: failures, c6: offline };
