// A real authorization server (oidc-provider) with rotating refresh tokens and dynamic registration, and an MCP server it protects.
// A refresh token that is used twice ends the whole login, as RFC 9700 4.14.2 wants it.
import http from 'node:http';
import { Provider } from 'oidc-provider';

const SCOPE = 'mcp:use';

/** Starts both. `refreshes`, `revoked` count; `expireTokens()` makes every access token given so far worthless. */
export async function startAuthorizationServer({ accessTtlSeconds = 3600 } = {}) {
  const server = http.createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const base = `http://127.0.0.1:${server.address().port}`;
  const resource = `${base}/mcp`;
  /** Tokens that were used, and those of them that count no more. */
  const known = new Set();
  const gone = new Set();
  const counts = { refreshes: 0, refusedRefreshes: 0, revoked: 0, calls: 0 };

  const provider = new Provider(base, {
    clients: [],
    scopes: ['openid', 'offline_access', SCOPE],
    pkce: { required: () => true },
    cookies: { keys: ['only for tests'] },
    features: {
      devInteractions: { enabled: false },
      registration: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({ scope: SCOPE, audience: resource, accessTokenFormat: 'opaque', accessTokenTTL: accessTtlSeconds }),
      },
    },
    issueRefreshToken: async (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    rotateRefreshToken: true,
    findAccount: async (_ctx, id) => ({ accountId: id, claims: async () => ({ sub: id }) }),
    // Somebody who always agrees.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope(`openid offline_access ${SCOPE}`);
      grant.addResourceScope(resource, SCOPE);
      await grant.save();
      return grant;
    },
    ttl: {
      AccessToken: accessTtlSeconds,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 86_400,
      Interaction: 600,
      AuthorizationCode: 60,
      IdToken: 3600,
    },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    renderError: async (ctx, out) => {
      ctx.type = 'json';
      ctx.body = out;
    },
  });
  provider.on('grant.success', (ctx) => {
    if (ctx.oidc.params?.grant_type === 'refresh_token') counts.refreshes += 1;
  });
  provider.on('grant.error', (ctx) => {
    if (ctx.oidc.params?.grant_type === 'refresh_token') counts.refusedRefreshes += 1;
  });
  provider.on('refresh_token.destroyed', () => {
    counts.revoked += 1;
  });
  const login = provider.callback();

  server.on('request', (request, response) => {
    const { pathname } = new URL(request.url, base);
    const path =
      pathname === '/.well-known/oauth-protected-resource/mcp'
        ? 'metadata'
        : pathname === '/mcp'
          ? 'mcp'
          : pathname.startsWith('/interaction/')
            ? 'interaction'
            : 'login';
    const fail = (error) => {
      response.writeHead(500).end(String(error));
    };
    if (path === 'metadata') return json(response, 200, { resource, authorization_servers: [base], scopes_supported: [SCOPE] });
    if (path === 'interaction')
      return void provider.interactionFinished(request, response, { login: { accountId: 'someone' }, consent: {} }).catch(fail);
    if (path === 'mcp') return void protectedMcp(request, response).catch(fail);
    return login(request, response);
  });

  async function protectedMcp(request, response) {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const token = await provider.AccessToken.find((request.headers.authorization ?? '').replace(/^Bearer /, ''));
    if (!token || gone.has(token.jti)) {
      return response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${base}/.well-known/oauth-protected-resource/mcp"` }).end();
    }
    known.add(token.jti);
    if (request.method !== 'POST') return response.writeHead(405).end();
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    if (id === undefined) return response.writeHead(202).end();
    const result = RESULTS[method]?.(params);
    if (method === 'tools/call') counts.calls += 1;
    return json(response, 200, result ? { jsonrpc: '2.0', id, result } : { jsonrpc: '2.0', id, error: { code: -32601, message: 'no such method' } });
  }

  return {
    base,
    url: resource,
    counts,
    expireTokens() {
      for (const jti of known) gone.add(jti);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

const RESULTS = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'protected', version: '1' } }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'done' }] }),
};

function json(response, status, body) {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
