// All remote servers of the soak in one process of its own, a port each: node remoteServers.mjs '[{"name":…,"kind":"json"|"sse"|"modern"|"old"|"ws"}]'.
// Tells the ports over IPC and takes orders: { name, order: 'forget' | 'reset' | 'down' | 'stall' | 'cut', ms }.
import http from 'node:http';
import { WebSocketServer } from 'ws';
import { createAnswers } from './answers.mjs';

const wanted = JSON.parse(process.argv[2]);
let sessions = 0;

const readBody = (request) =>
  new Promise((resolve) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk)).on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString() || 'null')));
    request.on('error', () => resolve(null));
  });
const event = (message, id) => `${id === undefined ? '' : `id: ${id}\n`}event: message\ndata: ${JSON.stringify(message)}\n\n`;

function start({ name, kind }) {
  /** Event streams that notifications go out on. */
  const streams = new Set();
  const live = new Set();
  const sockets = new Set();
  let stalledUntil = 0;
  let cut = false;
  const tell = (message) => {
    for (const stream of streams) stream.write(event(message));
    for (const socket of sockets) socket.send(JSON.stringify(message));
  };
  const answer = createAnswers(name, tell);
  const stall = () => new Promise((resolve) => setTimeout(resolve, Math.max(0, stalledUntil - Date.now())));

  const openStream = (response, first = ': hello\n\n') => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(first);
    streams.add(response);
    response.on('close', () => streams.delete(response));
  };

  const oldSse = async (request, response) => {
    if (request.method === 'GET') return openStream(response, 'event: endpoint\ndata: /messages\n\n');
    const message = await readBody(request);
    response.writeHead(202).end();
    const made = await answer(message, { version: '2024-11-05' });
    if (made) tell(made);
  };

  const streamable = async (request, response) => {
    const session = request.headers['mcp-session-id'];
    if (request.method === 'DELETE') {
      live.delete(session);
      return response.writeHead(200).end();
    }
    if (request.method === 'GET') return kind === 'sse' && live.has(session) ? openStream(response) : response.writeHead(405).end();
    const message = await readBody(request);
    if (!message) return response.destroy();
    const fresh = message.method === 'initialize';
    const sessioned = kind !== 'modern';
    if (sessioned && !fresh && message.method !== 'server/discover' && !live.has(session)) {
      return response
        .writeHead(404, { 'content-type': 'application/json' })
        .end('{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"}}');
    }
    const headers = {};
    if (fresh && sessioned) {
      sessions += 1;
      headers['mcp-session-id'] = `${name}-${sessions}`;
      live.add(headers['mcp-session-id']);
    }
    const made = await answer(message, { era: kind === 'modern' ? 'modern' : 'legacy' });
    if (!made) return response.writeHead(202).end();
    if (cut) {
      cut = false;
      return response.writeHead(200, { 'content-type': 'text/event-stream', ...headers }).end(': that is all\n\n');
    }
    if (kind === 'sse') response.writeHead(200, { 'content-type': 'text/event-stream', ...headers }).end(event(made));
    else response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(made));
  };

  const server = http.createServer({ keepAliveTimeout: 20_000 }, async (request, response) => {
    await stall();
    await (kind === 'old' ? oldSse : streamable)(request, response);
  });
  if (kind === 'ws') {
    const wss = new WebSocketServer({ server, handleProtocols: () => 'mcp' });
    wss.on('connection', (socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
      socket.on('message', async (data) => {
        await stall();
        const made = await answer(JSON.parse(String(data)));
        if (made && socket.readyState === 1) socket.send(JSON.stringify(made));
      });
    });
  }
  const hangUp = () => {
    for (const socket of sockets) socket.terminate();
    server.closeAllConnections();
  };
  const orders = {
    forget: () => live.clear(),
    reset: hangUp,
    stall: (ms) => {
      stalledUntil = Date.now() + ms;
    },
    cut: () => {
      cut = true;
    },
    down(ms) {
      const { port } = server.address() ?? {};
      if (!port) return;
      server.close();
      hangUp();
      live.clear();
      setTimeout(() => server.listen(port, '127.0.0.1'), ms);
    },
  };
  server.on('error', (error) => process.send({ trouble: `${name}: ${error.message}` }));
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve({ name, orders, port: server.address().port })));
}

const servers = new Map((await Promise.all(wanted.map(start))).map((server) => [server.name, server]));
process.on('message', ({ name, order, ms }) => servers.get(name)?.orders[order](ms));
process.on('disconnect', () => process.exit());
process.send({ ports: Object.fromEntries([...servers].map(([name, { port }]) => [name, port])) });
