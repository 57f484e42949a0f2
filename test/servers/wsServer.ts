import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

export interface WsServer {
  url: string;
  port: number;
  upgrades: IncomingMessage['headers'][];
  messages: { id?: unknown; method?: string; params?: Record<string, unknown> }[];
  /** Connected clients, oldest first. */
  sockets: WebSocket[];
  close(): Promise<void>;
}

export interface WsOptions {
  /** Refuses the upgrade with this status and headers. */
  refuse?: (headers: IncomingMessage['headers']) => { status: number; headers?: Record<string, string>; body?: string } | undefined;
  /** Takes a message instead of the default answers; true when it did. */
  onMessage?: (message: WsServer['messages'][number], socket: WebSocket) => boolean;
  /** Chooses no subprotocol. */
  plain?: boolean;
  server?: ReturnType<typeof createServer>;
}

/** A small MCP server over WebSocket. */
export async function startWs(options: WsOptions = {}): Promise<WsServer> {
  const upgrades: IncomingMessage['headers'][] = [];
  const messages: WsServer['messages'] = [];
  const sockets: WebSocket[] = [];
  const http = options.server ?? createServer();
  const wss = new WebSocketServer({ noServer: true, handleProtocols: (offered) => (!options.plain && offered.has('mcp') ? 'mcp' : false) });
  http.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    upgrades.push(request.headers);
    const refused = options.refuse?.(request.headers);
    if (refused) {
      const headers = Object.entries({ connection: 'close', 'content-type': 'text/plain', ...refused.headers }).map(
        ([name, value]) => `${name}: ${value}\r\n`,
      );
      socket.end(`HTTP/1.1 ${refused.status} No\r\n${headers.join('')}\r\n${refused.body ?? ''}`);
      return;
    }
    wss.handleUpgrade(request, socket, head, (client) => {
      sockets.push(client);
      client.on('message', (data) => {
        const message = JSON.parse(String(data)) as WsServer['messages'][number];
        messages.push(message);
        if (options.onMessage?.(message, client)) return;
        const result = answerTo(message.method);
        if (result) client.send(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }));
      });
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  return {
    url: `ws://127.0.0.1:${port}/mcp`,
    port,
    upgrades,
    messages,
    sockets,
    close: () =>
      new Promise((resolve) => {
        for (const client of wss.clients) client.terminate();
        http.closeAllConnections();
        http.close(() => resolve());
      }),
  };
}

function answerTo(method: string | undefined): unknown {
  switch (method) {
    case 'initialize':
      return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'ws', version: '1' } };
    case 'tools/list':
      return { tools: [] };
    case 'tools/call':
      return { content: [{ type: 'text', text: 'over the socket' }] };
    case 'ping':
      return {};
    default:
      return undefined;
  }
}
