import { afterEach, describe, expect, it } from 'vitest';
import { countIn, type FakeHttp, startFake } from '../../servers/fakeHttp.ts';
import { type Connected, type ConnectMore, connect, failure } from './remote.ts';

/** TRN-7: the gateway takes only the account's token. */
let fake: FakeHttp | undefined;
let connected: Connected | undefined;
afterEach(async () => {
  await connected?.client.close();
  await fake?.close();
});

async function meet(deps: ConnectMore['deps'], config: ConnectMore['config'] = {}): Promise<Connected> {
  fake = await startFake({ oauth: { protect: true, validTokens: ['fresh-token'] } });
  connected = await connect(fake.url, { mode: 'auto', config: { transport: 'proxy', ...config }, ...(deps ? { deps } : {}) });
  return connected;
}

const sent = (): unknown[] => (fake?.log ?? []).filter((entry) => entry.dir === 'in').map((entry) => entry.headers?.authorization);

describe('the gateway', () => {
  it('gets the token, never a configured Authorization header', async () => {
    const { client, transport } = await meet({ bearer: async () => 'fresh-token' }, { headers: { Authorization: 'Bearer mine' } });
    await client.listTools();
    expect(transport.kind).toBe('proxy');
    expect(new Set(sent())).toEqual(new Set(['Bearer fresh-token']));
  });

  it('without a token nothing is sent', async () => {
    const error = await failure(meet({ bearer: async () => undefined }));
    expect(error).toMatchObject({ code: 'auth.required', info: { fix: 'Sign in to the server.' } });
    expect(sent()).toEqual([]);
  });

  it('one refresh and one repetition on 401', async () => {
    const seen: string[] = [];
    let token = 'stale-token';
    const { client } = await meet({
      bearer: async () => token,
      refreshBearer: async (config, refused) => {
        seen.push(`${config.name}: ${refused}`);
        token = 'fresh-token';
        return token;
      },
    });
    await client.listTools();
    expect(seen).toEqual(['fake: stale-token']);
    expect(sent()[0]).toBe('Bearer stale-token');
  });

  it('a refresh that brings nothing new ends it', async () => {
    let refreshes = 0;
    const error = await failure(
      meet({
        bearer: async () => 'stale-token',
        refreshBearer: async () => {
          refreshes += 1;
          return 'other-token';
        },
      }),
    );
    expect(error.code).toBe('auth.required');
    expect(refreshes).toBe(1);
    expect(fake && countIn(fake, 'POST')).toBe(2);
  });
});
