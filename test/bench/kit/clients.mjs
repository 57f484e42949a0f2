// The product and its yardsticks, one way to connect each: connect(target) → { call(args), list(), close() }.
// target: { command, args } for stdio, { url, sse? } for Streamable HTTP. Modules are loaded on use, so that none pays for another.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const clientInfo = { name: 'bench', version: '1' };
const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
const environment = () => ({ PATH: process.env.PATH, HOME: process.env.HOME });

async function allPages(ask) {
  const tools = [];
  let cursor;
  do {
    const page = await ask(cursor === undefined ? {} : { cursor });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return tools;
}

const over = (request, close) => ({
  call: (args) => request('tools/call', { name: 'echo', arguments: args }),
  list: () => allPages((params) => request('tools/list', params)),
  close,
});

/** The limit over stdio: split at newlines, parse, resolve by id. In a session of its own like our servers, which the scheduler treats as a group. */
export function rawStdio({ command, args }) {
  const child = spawn(command, args, { env: environment(), detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  let parts = [];
  let ids = 0;
  child.stdout.on('data', (given) => {
    let chunk = given;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10)) {
      parts.push(chunk.subarray(0, end));
      chunk = chunk.subarray(end + 1);
      const message = JSON.parse((parts.length > 1 ? Buffer.concat(parts) : parts[0]).toString());
      parts = [];
      waiting.get(message.id)?.(message.result);
      waiting.delete(message.id);
    }
    if (chunk.length > 0) parts.push(chunk);
  });
  const request = (method, params) =>
    new Promise((resolve) => {
      ids += 1;
      waiting.set(ids, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: ids, method, params })}\n`);
    });
  const notify = (method) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method })}\n`);
  const close = async () => {
    child.stdin.end();
    await once(child, 'exit');
  };
  return { request, notify, close, child };
}

async function raw(target) {
  if (target.command) {
    const { request, notify, close } = rawStdio(target);
    await request('initialize', INITIALIZE);
    notify('notifications/initialized');
    return over(request, close);
  }
  const { Pool } = await import('undici');
  const { origin, pathname } = new URL(target.url);
  const pool = new Pool(origin, { connections: 64, pipelining: 1 });
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
  let ids = 0;
  const send = async (message) => {
    const response = await pool.request({ path: pathname, method: 'POST', body: JSON.stringify({ jsonrpc: '2.0', ...message }), headers });
    const text = await response.body.text();
    const session = response.headers['mcp-session-id'];
    if (session) headers['mcp-session-id'] = session;
    if (text === '') return undefined;
    // One event, cut out by position.
    return JSON.parse(target.sse ? text.slice(text.indexOf('data: ') + 6, text.lastIndexOf('}') + 1) : text).result;
  };
  const request = (method, params) => {
    ids += 1;
    return send({ id: ids, method, params });
  };
  await request('initialize', INITIALIZE);
  await send({ method: 'notifications/initialized' });
  return over(request, () => pool.close());
}

/** The bare SDK with its own transports. */
async function sdk2(target) {
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const client = new Client(clientInfo, { listMaxPages: 0 });
  if (target.command) {
    const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio');
    await client.connect(new StdioClientTransport({ ...target, env: environment(), stderr: 'ignore', maxBufferSize: 256 * 1024 * 1024 }));
  } else await client.connect(new StreamableHTTPClientTransport(new URL(target.url)));
  return {
    call: (args) => client.callTool({ name: 'echo', arguments: args }),
    list: async () => (await client.listTools()).tools,
    close: () => client.close(),
  };
}

/** The whole product: configuration, connection, arguments, gate, call, result pipeline, audit. */
async function host(target) {
  const { composedCore, caller } = await import('./composedCore.mjs');
  const entry = target.command ? { command: target.command, args: target.args } : { type: 'http', url: target.url };
  const { core, end } = composedCore({ servers: { bench: entry }, settings: { mcp: { maxToolPages: 10_000 } } });
  await core.start();
  await core.servers.settled();
  const call = caller(core, 'bench', 'echo', 600_000);
  return {
    async call(args) {
      const outcome = await call(args);
      if (outcome.error) throw new Error(outcome.error.message);
      return outcome;
    },
    list: async () => core.tools.ofServer('bench'),
    close: end,
  };
}

/** Our transport and session without gate and pipeline, as the transport's own row. */
async function session(target) {
  const { composedCore } = await import('./composedCore.mjs');
  const entry = target.command ? { command: target.command, args: target.args } : { type: 'http', url: target.url };
  const { core, end } = composedCore({ servers: { bench: entry } });
  await core.start();
  await core.servers.settled();
  const { signal } = new AbortController();
  return {
    async call(args) {
      const answer = await core.servers.callTool('bench', 'echo', args, { signal, timeoutMs: 600_000, repeatable: true });
      if (!answer.ok) throw new Error(answer.error.message);
      return answer.value;
    },
    close: end,
  };
}

export const clients = { raw, sdk2, host, session };
