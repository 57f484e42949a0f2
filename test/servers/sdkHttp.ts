import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport, toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, type EventStore, type JSONRPCMessage, McpServer, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';

export interface SdkHttp {
  url: string;
  /** Method and JSON-RPC method of each request, such as `POST tools/call` or `GET`. */
  seen: string[];
  /** Calls that the server's SDK aborted (the client cancelled or went away). */
  aborted: string[];
  /** Live sessions of the stateful kinds. */
  sessions: Map<string, NodeStreamableHTTPServerTransport>;
  /** Tells connected clients that the tools changed. */
  changeTools(): void;
  close(): Promise<void>;
}

export type SdkKind = 'stateful' | 'stateful-json' | 'stateless' | 'modern' | 'modern-sse' | 'both';

/** An MCP server made with the official SDK, served the way its documentation shows. */
export async function startSdk(kind: SdkKind): Promise<SdkHttp> {
  const seen: string[] = [];
  const aborted: string[] = [];
  const sessions = new Map<string, NodeStreamableHTTPServerTransport>();
  const servers = new Set<McpServer>();
  const make = (): McpServer => {
    const server = makeServer(aborted, sessions);
    servers.add(server);
    return server;
  };
  const modern = createMcpHandler(make, {
    legacy: kind === 'both' ? 'stateless' : 'reject',
    ...(kind === 'modern-sse' ? { responseMode: 'sse' as const } : {}),
  });
  const modernHandler = toNodeHandler(modern);

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = request.method === 'POST' ? ((await readJson(request)) as { method?: string }) : undefined;
    seen.push([request.method, body?.method].filter(Boolean).join(' '));
    if (kind === 'modern' || kind === 'modern-sse' || kind === 'both')
      return modernHandler(request as IncomingMessage & { method: string; url: string }, response, body);
    if (kind === 'stateless') {
      const transport = new NodeStreamableHTTPServerTransport({});
      await make().connect(transport);
      return transport.handleRequest(request, response, body);
    }
    const known = sessions.get(String(request.headers['mcp-session-id']));
    if (known) return known.handleRequest(request, response, body);
    if (request.headers['mcp-session-id'] !== undefined) {
      response
        .writeHead(404, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32001, message: 'Session not found' } }));
      return;
    }
    const transport: NodeStreamableHTTPServerTransport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      enableJsonResponse: kind === 'stateful-json',
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
      ...(kind === 'stateful' ? { eventStore: memoryEvents(), retryInterval: 50 } : {}),
    });
    await make().connect(transport);
    return transport.handleRequest(request, response, body);
  };

  const http = createServer((request, response) => void handle(request, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    seen,
    aborted,
    sessions,
    changeTools: () => {
      modern.notify.toolsChanged();
      for (const server of servers) if (server.isConnected()) server.sendToolListChanged();
    },
    close: async () => {
      await modern.close();
      http.closeAllConnections();
      await new Promise<void>((resolve) => http.close(() => resolve()));
    },
  };
}

function makeServer(aborted: string[], sessions: Map<string, NodeStreamableHTTPServerTransport>): McpServer {
  const server = new McpServer({ name: 'sdk', version: '1.0.0' }, { capabilities: { tools: { listChanged: true } } });
  const words = (text: string) => ({ content: [{ type: 'text' as const, text }] });
  server.registerTool('echo', { description: 'Says it again.', inputSchema: z.object({ text: z.string() }) }, async ({ text }) => words(text));
  server.registerTool('steps', { description: 'Reports progress.', inputSchema: z.object({}) }, async (_, ctx: ServerContext) => {
    const token = ctx.mcpReq._meta?.progressToken;
    for (const progress of [1, 2]) {
      if (token !== undefined) await ctx.mcpReq.notify({ method: 'notifications/progress', params: { progressToken: token, progress, total: 2 } });
    }
    return words('done');
  });
  server.registerTool('wait', { description: 'Never ends by itself.', inputSchema: z.object({}) }, async (_, ctx: ServerContext) => {
    await new Promise<void>((resolve) => ctx.mcpReq.signal.addEventListener('abort', () => resolve(), { once: true }));
    aborted.push('wait');
    return words('stopped');
  });
  server.registerTool('cut', { description: 'Closes its stream before it answers.', inputSchema: z.object({}) }, async (_, ctx: ServerContext) => {
    const session = sessions.get(String(ctx.sessionId));
    session?.closeSSEStream(ctx.mcpReq.id);
    return words('after the cut');
  });
  return server;
}

function memoryEvents(): EventStore {
  const events: { id: string; stream: string; message: JSONRPCMessage }[] = [];
  return {
    storeEvent: async (stream, message) => {
      const id = `${stream}_${events.length}`;
      events.push({ id, stream, message });
      return id;
    },
    replayEventsAfter: async (last, { send }) => {
      const at = events.findIndex((event) => event.id === last);
      const stream = events[at]?.stream ?? '';
      for (const event of events.slice(at + 1)) if (event.stream === stream) await send(event.id, event.message);
      return stream;
    },
  };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
