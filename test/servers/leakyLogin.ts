import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** The secrets a login server deals out. */
export interface LoginSecrets {
  access: string;
  refresh: string;
  code: string;
  clientSecret: string;
}

export interface LeakyLogin {
  base: string;
  /** What the app sent as `code_verifier`: a secret of its own. */
  readonly verifiers: string[];
  /** From now on no access token counts and no refresh token either. */
  revoke(): void;
  close(): Promise<void>;
}

/**
 * An MCP server with a login server, both careless: refusals repeat the header, the address and the form they refuse, in headers, pages and error
 * descriptions. `/mcp` wants the access token, `/keyed` refuses whoever comes.
 */
export async function startLeakyLogin(secrets: LoginSecrets): Promise<LeakyLogin> {
  const verifiers: string[] = [];
  let valid = true;
  const server = http.createServer((request, response) => void answer(request, response).catch((error: unknown) => response.destroy(error as Error)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const url = new URL(request.url ?? '/', base);
    const json = (status: number, value: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    const refuse = (status: number): void => {
      const said = JSON.stringify(request.headers);
      response.writeHead(status, {
        'content-type': 'text/html',
        'www-authenticate': `Bearer error="invalid_token", error_description="refused ${request.headers.authorization ?? ''}"`,
      });
      response.end(`<h1>refused</h1><p>${said} ${url.href} ${decodeURIComponent(url.search)} ${body}</p>`);
    };
    switch (url.pathname) {
      case '/.well-known/oauth-protected-resource/mcp':
        return json(200, { resource: `${base}/mcp`, authorization_servers: [base], scopes_supported: ['use'] });
      case '/.well-known/oauth-authorization-server':
        return json(200, {
          issuer: base,
          authorization_endpoint: `${base}/authorize`,
          token_endpoint: `${base}/token`,
          registration_endpoint: `${base}/register`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['client_secret_post'],
        });
      case '/register':
        return json(201, {
          ...(JSON.parse(body) as object),
          client_id: 'leaky-client',
          client_secret: secrets.clientSecret,
          client_secret_expires_at: 0,
        });
      case '/authorize': {
        const back = new URL(url.searchParams.get('redirect_uri') ?? '');
        back.searchParams.set('code', secrets.code);
        back.searchParams.set('state', url.searchParams.get('state') ?? '');
        return void response.writeHead(302, { location: back.href }).end();
      }
      case '/token': {
        const form = new URLSearchParams(body);
        const verifier = form.get('code_verifier');
        if (verifier) verifiers.push(verifier);
        if (!valid || form.get('grant_type') === 'refresh_token')
          return json(400, { error: 'invalid_grant', error_description: `no longer good: ${body}` });
        return json(200, { access_token: secrets.access, refresh_token: secrets.refresh, token_type: 'Bearer', expires_in: 3600, scope: 'use' });
      }
      case '/mcp':
        if (!valid || request.headers.authorization !== `Bearer ${secrets.access}`) return refuse(401);
        return mcp(request, response, body);
      default:
        return refuse(401);
    }
  }

  return {
    base,
    verifiers,
    revoke: () => {
      valid = false;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function mcp(request: http.IncomingMessage, response: http.ServerResponse, body: string): void {
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const { id, method, params } = JSON.parse(body) as { id?: number; method: string; params?: { protocolVersion?: string } };
  if (id === undefined) return void response.writeHead(202).end();
  const results: Record<string, unknown> = {
    initialize: { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'cloud', version: '1' } },
    ping: {},
    'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'seen' }] },
  };
  const result = results[method];
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(result ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } }));
}
