import type { ServerResponse } from 'node:http';
import { idOf, methodOf, type RawHttp, type Seen, startRaw } from './rawHttp.ts';

export interface OldSse extends RawHttp {
  /** The open stream; `undefined` before a client came. */
  stream(): ServerResponse | undefined;
  /** Says something on the stream. */
  say(message: unknown): void;
}

export interface OldSseOptions {
  /** Data of the endpoint event; `null`: none is sent. */
  endpoint?: string | null;
  /** Takes a POST instead of the default (202, answer on the stream); true when it did. */
  onPost?: (seen: Seen, response: ServerResponse, server: OldSse) => boolean;
  onGet?: (seen: Seen, response: ServerResponse) => boolean;
}

/** A server with HTTP+SSE of 2024-11-05. */
export async function startOldSse(options: OldSseOptions = {}): Promise<OldSse> {
  let stream: ServerResponse | undefined;
  const raw = await startRaw(
    (seen, response) => {
      if (seen.method === 'GET') {
        if (options.onGet?.(seen, response)) return;
        stream = response;
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
        if (options.endpoint !== null) response.write(`event: endpoint\ndata: ${options.endpoint ?? '/messages?sid=1'}\n\n`);
        return;
      }
      if (options.onPost?.(seen, response, server)) return;
      response.writeHead(202).end();
      const result = answerTo(methodOf(seen));
      if (result) server.say({ jsonrpc: '2.0', id: idOf(seen), result });
    },
    { path: '/sse' },
  );
  const server: OldSse = {
    ...raw,
    stream: () => stream,
    say: (message) => void stream?.write(`event: message\ndata: ${JSON.stringify(message)}\n\n`),
  };
  return server;
}

function answerTo(method: string): unknown {
  switch (method) {
    case 'initialize':
      return { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } };
    case 'tools/list':
      return { tools: [] };
    case 'tools/call':
      return { content: [{ type: 'text', text: 'old way' }] };
    case 'ping':
      return {};
    default:
      return undefined;
  }
}
