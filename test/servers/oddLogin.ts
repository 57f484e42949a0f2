import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came. */
export interface OddRequest {
  method: string;
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
  form: URLSearchParams;
  /** How often this path was asked, this time included. */
  nth: number;
  /** The server's own address. */
  base: string;
}

/** `json` and `text` exclude each other; `hang` answers nothing, `cut` closes the connection. */
export interface OddAnswer {
  status?: number;
  headers?: Record<string, string | string[]>;
  json?: unknown;
  text?: string;
  hang?: boolean;
  cut?: boolean;
}

/** What a path answers; undefined leaves it to the usual answer. Keys are paths, `/mcp METHOD` for one JSON-RPC method, or `/mcp GET`. */
export type OddAnswers = Record<string, OddAnswer | ((request: OddRequest) => OddAnswer | undefined)>;

export interface OddLogin {
  base: string;
  url: string;
  log: OddRequest[];
  /** Requests to a path. */
  count(path: string): number;
  /** Resolves when a path was asked. */
  asked(path: string): Promise<void>;
  /** The form of the last token request. */
  lastForm(): URLSearchParams;
  answers: OddAnswers;
  /** Access tokens that count no more. */
  revoked: Set<string>;
  close(): Promise<void>;
}

/** An MCP server and its login server that do everything right, but for the answers they are given. Tokens are at-1, at-2 … and rt-1, rt-2 … */
export async function startOddLogin(answers: OddAnswers = {}): Promise<OddLogin> {
  const log: OddRequest[] = [];
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const revoked = new Set<string>();
  let issued = 0;
  const server = http.createServer((request, response) => void serve(request, response).catch((error: unknown) => response.destroy(error as Error)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const waiter = (path: string): PromiseWithResolvers<void> => {
    const known = waiting.get(path) ?? Promise.withResolvers<void>();
    waiting.set(path, known);
    return known;
  };

  async function serve(raw: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of raw) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const url = new URL(raw.url ?? '/', base);
    const method = raw.method ?? 'GET';
    const nth = log.filter(({ path }) => path === url.pathname).length + 1;
    const form = new URLSearchParams(method === 'POST' ? body : url.search);
    const request: OddRequest = { method, path: url.pathname, headers: raw.headers, body, form, nth, base };
    log.push(request);
    waiter(url.pathname).resolve();
    const rpc = url.pathname === '/mcp' && method === 'POST' ? (JSON.parse(body) as { method?: string }).method : method;
    const given = answers[`${url.pathname} ${rpc}`] ?? answers[url.pathname];
    const answer = (typeof given === 'function' ? given(request) : given) ?? usual(request);
    if (answer.hang) return;
    if (answer.cut) return void response.destroy();
    const type = answer.json === undefined ? {} : { 'content-type': 'application/json' };
    response.writeHead(answer.status ?? 200, { ...type, ...answer.headers });
    response.end(answer.json === undefined ? answer.text : JSON.stringify(answer.json));
  }

  function usual({ path, form, method, headers, body }: OddRequest): OddAnswer {
    switch (path) {
      case '/.well-known/oauth-protected-resource/mcp':
        return { json: resourceDocument(base) };
      case '/.well-known/oauth-authorization-server':
        return { json: serverMetadata(base) };
      case '/register':
        return { status: 201, json: { ...(JSON.parse(body) as object), client_id: 'odd-client' } };
      case '/authorize': {
        const back = new URL(form.get('redirect_uri') ?? '');
        back.searchParams.set('code', 'code-1');
        back.searchParams.set('state', form.get('state') ?? '');
        return { status: 302, headers: { location: back.href } };
      }
      case '/token':
        return { json: nextTokens() };
      case '/revoke':
        return {};
      case '/mcp':
        return mcp(method, headers.authorization, body);
      default:
        return { status: 404, text: 'nothing here' };
    }
  }

  function nextTokens(): object {
    issued += 1;
    return { access_token: `at-${issued}`, refresh_token: `rt-${issued}`, token_type: 'Bearer', expires_in: 3600 };
  }

  function mcp(method: string, authorization: string | undefined, body: string): OddAnswer {
    const token = /^Bearer (at-[\w-]+)$/.exec(authorization ?? '')?.[1];
    if (!token || revoked.has(token)) {
      return { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"` } };
    }
    if (method !== 'POST') return { status: 405 };
    const { id, method: rpc = '', params } = JSON.parse(body) as { id?: number; method?: string; params?: { protocolVersion?: string } };
    if (id === undefined) return { status: 202 };
    const results: Record<string, unknown> = {
      initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'odd', version: '1' } },
      ping: {},
      'tools/list': { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'done' }] },
    };
    const result = results[rpc];
    return { json: result ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } } };
  }

  return {
    base,
    url: `${base}/mcp`,
    log,
    answers,
    revoked,
    count: (path) => log.filter((request) => request.path === path).length,
    asked: (path) => waiter(path).promise,
    lastForm: () => log.findLast(({ path }) => path === '/token')?.form ?? new URLSearchParams(),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const resourceDocument = (base: string): Record<string, unknown> => ({ resource: `${base}/mcp`, authorization_servers: [base] });

export const serverMetadata = (base: string): Record<string, unknown> => ({
  issuer: base,
  authorization_endpoint: `${base}/authorize`,
  token_endpoint: `${base}/token`,
  registration_endpoint: `${base}/register`,
  revocation_endpoint: `${base}/revoke`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
});
