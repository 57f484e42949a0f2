import { afterEach, describe, expect, test } from 'vitest';
import { contextSizeOf } from '../../../main/core/models/contextSizes.ts';
import { createModel, providerUrl } from '../../../main/core/models/createModel.ts';
import { findLocalServers } from '../../../main/core/models/localServers.ts';
import { listModels, testConnection } from '../../../main/core/models/modelCatalog.ts';
import { type FakeReply, type StreamServer, startStreamServer } from '../../servers/streamServer.ts';
import { instantClock } from './collect.ts';

let servers: StreamServer[] = [];
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
});

async function serving(get: (path: string) => FakeReply | undefined): Promise<StreamServer> {
  const server = await startStreamServer([], get);
  servers.push(server);
  return server;
}

describe('listModels', () => {
  test('OpenAI-compatible: sorted, with the context it tells or that is known', async () => {
    const server = await serving((path) =>
      path === '/v1/models' ? { json: { data: [{ id: 'gpt-4o' }, { id: 'a', max_model_len: 4096 }, { no: 'id' }, 7] } } : undefined,
    );
    expect(await listModels({ kind: 'openai-compatible', baseUrl: server.origin, apiKey: 'k-1234' })).toEqual({
      ok: true,
      value: [
        { id: 'a', contextTokens: 4096 },
        { id: 'gpt-4o', contextTokens: 128_000 },
      ],
    });
    expect(server.requests[0]?.headers.authorization).toBe('Bearer k-1234');
  });

  test('Anthropic and Google with their own headers and names', async () => {
    const server = await serving((path) =>
      path.startsWith('/v1beta')
        ? {
            json: {
              models: [
                { name: 'models/gemini-x', inputTokenLimit: 99, supportedGenerationMethods: ['generateContent'] },
                { name: 'models/embed', supportedGenerationMethods: ['embedContent'] },
              ],
            },
          }
        : { json: { data: [{ id: 'claude-x' }] } },
    );
    expect(await listModels({ kind: 'anthropic', baseUrl: server.origin, apiKey: 'ak' })).toMatchObject({
      value: [{ id: 'claude-x', contextTokens: 200_000 }],
    });
    expect(server.requests[0]?.headers).toMatchObject({ 'x-api-key': 'ak', 'anthropic-version': '2023-06-01' });
    expect(await listModels({ kind: 'google', baseUrl: server.origin, apiKey: 'gk' })).toEqual({
      ok: true,
      value: [{ id: 'gemini-x', contextTokens: 99 }],
    });
    expect(server.requests[1]?.headers['x-goog-api-key']).toBe('gk');
  });

  test.each([
    [401, { error: { message: 'bad key k-secret-9' } }, 'model.auth'],
    [500, {}, 'model.failed'],
    [404, 'x', 'model.failed'],
    [200, { hello: 1 }, 'model.failed'],
    [302, {}, 'model.failed'],
  ])('HTTP %i %j → %s', async (status, json, code) => {
    const server = await serving(() => ({ status, json, headers: { location: 'http://127.0.0.1:1/' } }));
    const found = await listModels({ kind: 'openai-compatible', baseUrl: server.origin, apiKey: 'k-secret-9' });
    expect(found).toMatchObject({ ok: false, error: { code } });
    expect(JSON.stringify(found)).not.toContain('k-secret-9');
  });

  test('a server that does not answer, a stop, an unusable address', async () => {
    const server = await serving(() => ({ stream: (out) => out.gone }));
    expect(await listModels({ kind: 'openai-compatible', baseUrl: server.origin, clock: instantClock() })).toMatchObject({
      error: { code: 'model.network' },
    });
    expect(await listModels({ kind: 'openai-compatible', baseUrl: server.origin, signal: AbortSignal.abort() })).toMatchObject({
      error: { code: 'call.cancelled' },
    });
    expect(await listModels({ kind: 'openai-compatible', baseUrl: 'file:///etc' })).toMatchObject({ error: { code: 'host.bad_input' } });
  });
});

test('testConnection says what works', async () => {
  const server = await serving(() => ({ json: { data: [{ id: 'a' }, { id: 'b:latest' }] } }));
  const ask = { kind: 'openai-compatible', baseUrl: server.origin } as const;
  expect(await testConnection(ask)).toMatchObject({ ok: true, models: ['a', 'b:latest'] });
  expect(await testConnection({ ...ask, model: 'b' })).toMatchObject({ ok: true });
  expect(await testConnection({ ...ask, model: 'c' })).toMatchObject({ ok: false, detail: expect.stringContaining('"c"') });
  expect(await testConnection({ kind: 'openai-compatible', baseUrl: 'nonsense' })).toMatchObject({ ok: false, models: [] });
});

test('findLocalServers keeps those that answer', async () => {
  const server = await serving(() => ({ json: { data: [{ id: 'llama3.1:8b' }] } }));
  const port = Number(new URL(server.origin).port);
  const gone = await serving(() => undefined);
  const gonePort = Number(new URL(gone.origin).port);
  await gone.close();
  const candidates = [
    { name: 'Ollama', port },
    { name: 'Nobody', port: gonePort },
  ];
  expect(await findLocalServers({ candidates })).toEqual([
    { name: 'Ollama', baseUrl: `http://127.0.0.1:${port}/v1`, models: [{ id: 'llama3.1:8b', contextTokens: 131_072 }] },
  ]);
});

describe('providerUrl', () => {
  test.each([
    ['openai-compatible', undefined, 'https://api.openai.com/v1'],
    ['openai-compatible', ' http://127.0.0.1:11434 ', 'http://127.0.0.1:11434/v1'],
    ['openai-compatible', 'http://h/v1/', 'http://h/v1'],
    ['openai-compatible', 'https://h/api/v3/chat/completions', 'https://h/api/v3'],
    ['openai-compatible', 'https://user:pw@h/v1?x=1', 'https://h/v1'],
    ['anthropic', 'https://h', 'https://h/v1'],
    ['google', '', 'https://generativelanguage.googleapis.com/v1beta'],
  ] as const)('%s %s → %s', (kind, given, url) => {
    expect(providerUrl(kind, given)).toBe(url);
  });
  test.each(['', 'x', 'ftp://h', 'http://u:secret@ h'])('%j is refused without its secrets', (given) => {
    if (given === '') return expect(() => createModel({ kind: 'google', model: ' ' })).toThrow('No model');
    expect(() => providerUrl('google', given)).toThrow(/not a usable base URL/);
    expect(() => providerUrl('google', given)).not.toThrow(/secret/);
  });
});

test.each([
  ['openai/gpt-4o-mini', 128_000],
  ['gpt-4.1-nano', 1_047_576],
  ['gpt-4', 8_192],
  ['unheard-of', undefined],
])('context of %s', (model, size) => {
  expect(contextSizeOf(model)).toBe(size);
});
