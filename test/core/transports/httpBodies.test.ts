import type { ServerResponse } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { idOf, json, methodOf, type RawHttp, type Seen, startRaw } from '../../servers/rawHttp.ts';
import { type Connected, type ConnectMore, connect, failure, text } from './remote.ts';

/** Answers in every clothing, and what of ours goes out with a request. */
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

type Answer = (seen: Seen, response: ServerResponse) => void;

async function meet(onCall: Answer, more: ConnectMore = {}): Promise<Connected & { server: RawHttp }> {
  const server = await startRaw((seen, response) => {
    const method = methodOf(seen);
    if (seen.method !== 'POST') response.writeHead(405).end();
    else if (method === 'initialize') {
      json(response, {
        jsonrpc: '2.0',
        id: idOf(seen),
        result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'raw', version: '1' } },
      });
    } else if (method.startsWith('notifications/')) response.writeHead(202).end();
    else onCall(seen, response);
  });
  open.push(server);
  const connected = await connect(server.url, more);
  open.push(connected.client);
  return { ...connected, server };
}

const call = (client: Connected['client']) => client.callTool({ name: 'x', arguments: {} });
const words = (seen: Seen, said = 'ok') => JSON.stringify({ jsonrpc: '2.0', id: idOf(seen), result: { content: [{ type: 'text', text: said }] } });

describe('content codings', () => {
  it.each([
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['identity', (bytes: Buffer) => bytes],
  ])('%s, as JSON and as a stream', async (coding, compress) => {
    let asStream = false;
    const { client, server } = await meet((seen, response) => {
      response.writeHead(200, { 'content-type': asStream ? 'text/event-stream' : 'application/json', 'content-encoding': coding });
      response.end(compress(Buffer.from(asStream ? `data: ${words(seen)}\n\n` : words(seen))));
    });
    expect(text(await call(client))).toBe('ok');
    asStream = true;
    expect(text(await call(client))).toBe('ok');
    // Compressed event streams are held back by many servers, so we do not ask for them.
    expect(server.seen.every((seen) => seen.headers['accept-encoding'] === undefined)).toBe(true);
  });

  it('a damaged one fails the call at once', async () => {
    const { client } = await meet((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('no gzip at all'),
    );
    expect(await failure(call(client))).toMatchObject({ code: 'call.protocol', message: expect.stringContaining('cannot be unpacked') });
  });

  it('an event is delivered while its compressed stream goes on', async () => {
    const { client } = await meet((seen, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
      // A member of its own per event, as flushing compressors send them.
      response.write(gzipSync(`data: ${words(seen, 'early')}\n\n`));
    });
    expect(text(await call(client))).toBe('early');
  });
});

describe('sniffing', () => {
  it.each([
    ['JSON as text/plain', 'text/plain', (seen: Seen) => words(seen)],
    ['JSON as text/event-stream', 'text/event-stream', (seen: Seen) => `\n${words(seen)}`],
    ['a stream as application/json', 'application/json', (seen: Seen) => `event: message\ndata: ${words(seen)}\n\n`],
    ['a stream without a type', '', (seen: Seen) => `: hello\ndata: ${words(seen)}\n\n`],
    ['JSON behind a BOM', 'application/json', (seen: Seen) => `\ufeff${words(seen)}`],
    ['JSON with an id as text', 'application/json', (seen: Seen) => words(seen).replace(/"id":(\d+)/, '"id":"$1"')],
    ['an error beside the result as null', 'application/json', (seen: Seen) => words(seen).replace('{', '{"error":null,')],
    ['an empty error beside the result', 'application/json', (seen: Seen) => words(seen).replace('{', '{"error":{},')],
    ['one message a line', 'application/json', (seen: Seen) => `{"jsonrpc":"2.0","method":"notifications/x"}\n${words(seen)}\n`],
    ['an event of another name', 'text/event-stream', (seen: Seen) => `event: ping\ndata: 1\n\nevent: tools/call\ndata: ${words(seen)}\n\n`],
    ['an array with a notification', 'application/json', (seen: Seen) => `[{"jsonrpc":"2.0","method":"notifications/x"},${words(seen)}]`],
  ])('%s', async (_, type, body) => {
    const { client } = await meet((seen, response) => response.writeHead(200, type ? { 'content-type': type } : {}).end(body(seen)));
    expect(text(await call(client))).toBe('ok');
  });

  it.each([
    ['an answer to something else', 'application/json', '{"jsonrpc":"2.0","id":"other","result":{}}', 'the id other of another request'],
    ['an empty object', 'application/json', '{}', 'JSON that is no answer: {}'],
    ['plain words', 'text/plain', 'try later', 'text/plain instead of JSON: try later'],
    ['a page', 'text/html; charset=iso-8859-1', '<!doctype html><title>Caf\u00e9 &amp; login</title>', 'a web page ("Café & login")'],
  ])('%s is named', async (_, type, body, reason) => {
    const { client } = await meet((_seen, response) =>
      response.writeHead(200, { 'content-type': type }).end(type.includes('8859') ? Buffer.from(body, 'latin1') : body),
    );
    const { message } = await failure(call(client));
    if (type.includes('8859')) expect(message).toContain('a web page ("Caf');
    else expect(message).toContain(reason);
  });
});

describe('bodies without a proper end', () => {
  it('JSON whose body is kept open is taken when it is whole', async () => {
    const { client } = await meet((seen, response) => response.writeHead(200, { 'content-type': 'application/json' }).write(words(seen)));
    expect(text(await call(client))).toBe('ok');
  });

  it('so is JSON in pieces, and what comes after it is passed over', async () => {
    const { client } = await meet((seen, response) => {
      const whole = words(seen, '}]');
      response.writeHead(200, { 'content-type': 'application/json' });
      // The first piece ends like JSON but is none.
      response.write(whole.slice(0, whole.indexOf('}') + 1));
      setImmediate(() => response.write(`${whole.slice(whole.indexOf('}') + 1)}\n`, () => response.end('{"jsonrpc":"2.0","id":0}')));
    });
    expect(text(await call(client))).toBe('}]');
    expect(text(await call(client))).toBe('}]');
  });

  it('a body that is cut but holds the whole answer counts', async () => {
    const { client } = await meet((seen, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' });
      response.write(words(seen), () => response.destroy());
    });
    expect(text(await call(client))).toBe('ok');
  });

  it('202 without a stream of the server is no answer', async () => {
    const { client } = await meet((_, response) => response.writeHead(202).end());
    expect(await failure(call(client))).toMatchObject({ code: 'call.outcome_unknown', message: expect.stringContaining('(202)') });
  });
});

describe('sizes', () => {
  const small = { deps: { maxMessageBytes: 2000 } };
  it.each([
    ['JSON', 'application/json', (seen: Seen) => words(seen, 'x'.repeat(5000))],
    ['an event', 'text/event-stream', (seen: Seen) => `data: ${words(seen, 'x'.repeat(5000))}\n\n`],
  ])('%s beyond the limit fails that call and leaves the connection', async (_, type, body) => {
    let big = true;
    const { client } = await meet((seen, response) => response.writeHead(200, { 'content-type': type }).end(big ? body(seen) : words(seen)), small);
    expect((await failure(call(client))).code).toBe('result.too_large');
    big = false;
    expect(text(await call(client))).toBe('ok');
  });

  it('a foreign page without end is given up after its beginning', async () => {
    const { client } = await meet((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write(`<html><title>Endless</title>${'x'.repeat(200_000)}`);
    });
    expect((await failure(call(client))).message).toContain('Endless');
  });

  it('20 MB arrive', async () => {
    const { client } = await meet((seen, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(words(seen, 'ä'.repeat(10_000_000))),
    );
    expect(text(await call(client))).toHaveLength(10_000_000);
  });
});

describe('what goes out', () => {
  it('configured headers, user info as Basic, our own headers on top', async () => {
    const server = await startRaw((_, response) => response.writeHead(500).end());
    open.push(server);
    const url = server.url.replace('//', '//user:p%20w@');
    await failure(connect(url, { config: { headers: { 'X-Key': ' k1 ', Accept: 'text/html', 'Mcp-Session-Id': 'forged', Host: 'virtual.test' } } }));
    expect(server.seen[0]?.headers).toMatchObject({
      'x-key': 'k1',
      accept: 'application/json, text/event-stream',
      host: 'virtual.test',
      authorization: `Basic ${Buffer.from('user:p w').toString('base64')}`,
    });
    expect(server.seen[0]?.headers['mcp-session-id']).toBeUndefined();
  });

  it.each([
    [{ headers: { 'X-Key': 'line\nbreak' } }, 'headers.X-Key'],
    [{ headers: { 'X-Key': '密钥' } }, 'headers.X-Key'],
    [{ headers: { 'X Key': 'a' } }, 'X Key'],
    [{ url: 'not an address' }, 'URL'],
    [{ url: 'ftp://a.test/mcp' }, 'http:// or https://'],
  ])('%j cannot be sent and says so', async (config, named) => {
    const error = await failure(connect('http://127.0.0.1:9/mcp', { config }));
    expect(error).toMatchObject({ code: 'config.entry' });
    expect(error.message).toContain(named);
    expect(error.message).not.toContain('密钥');
  });

  it('a bearer token for each request, never over a fixed header, one refresh on 401 and then no more', async () => {
    const tokens = ['old', 'new'];
    const asked: string[] = [];
    const deps = {
      bearer: async () => tokens[0],
      refreshBearer: async (_: unknown, refused: string) => {
        asked.push(refused);
        tokens.shift();
        return tokens[0];
      },
    };
    const { client, server } = await meet(
      (seen, response) => {
        if (seen.headers.authorization === 'Bearer new') json(response, JSON.parse(words(seen)));
        else response.writeHead(401).end();
      },
      { deps },
    );
    expect(text(await call(client))).toBe('ok');
    expect(asked).toEqual(['old']);
    expect(server.seen.filter((seen) => methodOf(seen) === 'tools/call').map((seen) => seen.headers.authorization)).toEqual([
      'Bearer old',
      'Bearer new',
    ]);
    tokens[0] = 'other';
    const error = await failure(call(client));
    expect(error).toMatchObject({ code: 'auth.required' });
    expect(asked).toEqual(['old', 'other']);

    const fixed = await meet((_, response) => response.writeHead(401).end(), { deps, config: { headers: { authorization: 'Bearer fixed' } } });
    expect(await failure(call(fixed.client))).toMatchObject({ code: 'auth.refused' });
    expect(fixed.server.seen.every((seen) => seen.headers.authorization === 'Bearer fixed')).toBe(true);
  });

  it('a token that cannot be sent is named, not shown', async () => {
    const error = await failure(meet(() => undefined, { deps: { bearer: async () => 'line\nbreak' } }));
    expect(error.code).toBe('auth.required');
    expect(error.message).not.toContain('break');
  });

  it('credentials never follow a redirect to another origin', async () => {
    const other = await startRaw((_, response) => response.end());
    open.push(other);
    const { client } = await meet((_, response) => response.writeHead(307, { location: other.url }).end(), {
      config: { headers: { Authorization: 'Bearer secret-token', 'X-Key': 'secret-key' } },
    });
    const error = await failure(call(client));
    expect(error.message).toContain(other.url);
    expect(other.seen).toEqual([]);
  });

  it('a server that echoes our secrets does not get them into messages', async () => {
    const { client } = await meet(
      (seen, response) => response.writeHead(403, { 'content-type': 'text/plain' }).end(`bad key ${seen.headers['x-key']} in ${seen.path}`),
      {
        config: { headers: { 'X-Key': 'secret-key-1' } },
      },
    );
    const { message } = await failure(call(client));
    expect(message).toContain('bad key ••• in');
    expect(message).not.toContain('secret-key-1');
  });

  it.each([
    [403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="files:write"' }, 'auth.required', 'files:write'],
    [403, {}, 'auth.refused', 'denied access'],
    [421, {}, 'connect.http', 'not served under that host name'],
    [413, {}, 'connect.http', 'no message of that size'],
    [400, {}, 'connect.http', 'refused tools/call (400 Bad Request: because)'],
    [500, {}, 'call.outcome_unknown', '500 Internal Server Error (because)'],
    [504, {}, 'call.outcome_unknown', '504 Gateway Timeout'],
  ])('%i %j is %s', async (status, headers, code, reason) => {
    const { client } = await meet((_, response) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"error":{"message":"because"}}'),
    );
    const error = await failure(call(client));
    expect(error.code).toBe(code);
    expect(error.message).toContain(reason);
  });

  it('an error answer whose body never ends does not hold the call', async () => {
    const { client } = await meet((_, response) => {
      response.writeHead(400, { 'content-type': 'text/plain' });
      response.write('x'.repeat(70_000));
    });
    expect((await failure(call(client))).code).toBe('connect.http');
  });

  it('400 with a JSON-RPC error of this request is that error', async () => {
    const { client } = await meet((seen, response) =>
      json(response, { jsonrpc: '2.0', id: idOf(seen), error: { code: -32602, message: 'no such tool' } }, 400),
    );
    expect(await failure(call(client))).toMatchObject({ code: -32602 });
  });
});
