import { describe, expect, test } from 'vitest';
import { parseEntry } from '../../../main/core/config/parseEntry.ts';

const context = { platform: 'linux' as const, isFile: () => false, pathFolders: [] };
const parse = (oauth: unknown, key = 'oauth') => parseEntry({ url: 'https://h.test/mcp', [key]: oauth }, context);
const read = (oauth: unknown, key?: string) => {
  const outcome = parse(oauth, key);
  if (!('template' in outcome) || outcome.template.transport === 'stdio') throw new Error('refused');
  return { oauth: outcome.template.oauth, remarks: outcome.remarks.map(({ field }) => field) };
};

describe('oauth of an entry', () => {
  test.each<[unknown, unknown]>([
    [
      { clientId: ' me ', clientSecret: 's', callbackPort: 3118, scopes: ['a', 'b c'] },
      { clientId: 'me', clientSecret: 's', callbackPort: 3118, scopes: ['a', 'b', 'c'] },
    ],
    [
      { client_id: 'me', scope: 'a, b', callback_port: '3118' },
      { clientId: 'me', scopes: ['a', 'b'], callbackPort: 3118 },
    ],
    [
      { CLIENT_ID: 'me', CLIENT_SECRET: 's' },
      { clientId: 'me', clientSecret: 's' },
    ],
    [{ clientId: 12345 }, { clientId: '12345' }],
    [{ clientId: '', clientSecret: null }, {}],
    [
      { grantType: 'client-credentials', clientId: 'me', privateKeyFile: '~/key.pem' },
      { grant: 'client_credentials', clientId: 'me', privateKeyFile: '~/key.pem' },
    ],
    [{ grant: 'authorization_code', clientId: 'me' }, { clientId: 'me' }],
  ])('%j', (written, oauth) => expect(read(written)).toEqual({ oauth, remarks: [] }));

  test('`auth` is understood; a word or a switch in its place is not OAuth', () => {
    expect(read({ CLIENT_ID: 'me' }, 'auth').oauth).toEqual({ clientId: 'me' });
    for (const other of ['oauth', true, null, []]) expect(read(other).oauth).toBeUndefined();
  });

  test('what cannot be used is remarked, the rest counts', () => {
    expect(read({ clientId: 'me', callbackPort: 99_999, scopes: { a: 1 }, clientld: 'typo', privateKey: 'x' })).toEqual({
      oauth: { clientId: 'me', privateKey: 'x' },
      remarks: expect.arrayContaining(['oauth.callbackPort', 'oauth.scopes', 'oauth.clientld', 'oauth.privateKey']),
    });
  });

  test.each<[unknown, string]>([
    [{ clientId: {} }, 'oauth.clientId'],
    [{ clientSecret: ['s'] }, 'oauth.clientSecret'],
    [{ grant: 'password' }, 'oauth.grant'],
    [{ grant: 'client_credentials', clientId: 'me' }, 'oauth.clientId'],
    [{ grant: 'client_credentials', clientSecret: 's' }, 'oauth.clientId'],
  ])('%j refuses the entry and names the field', (written, field) => {
    expect(parse(written)).toMatchObject({ problem: { field, fix: expect.any(String) } });
  });
});
