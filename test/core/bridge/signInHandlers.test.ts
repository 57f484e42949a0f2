import { describe, expect, test } from 'vitest';
import type { AuthService } from '../../../main/core/auth/authService.ts';
import { HostError } from '../../../main/core/base/hostError.ts';
import type { Caller } from '../../../main/core/bridge/dispatch.ts';
import { signInHandlers } from '../../../main/core/bridge/handlers/signInHandlers.ts';
import type { Services } from '../../../main/core/bridge/services.ts';
import { remoteConfig } from '../../fakes/serverConfigs.ts';

const caller: Caller = { subscribe: () => undefined };

/** Handlers over a sign-in that notes what it is asked, and ends as it is told. */
function handlers(signIn: AuthService['signIn'] = async () => undefined) {
  const asked: unknown[] = [];
  const config = remoteConfig('cloud');
  const auth: Partial<AuthService> = {
    signIn: (of, remember, scopes) => {
      asked.push(['signIn', of.name, remember, scopes]);
      return signIn(of, remember);
    },
    cancelSignIn: (name) => void asked.push(['cancel', name]),
    pasteCallback: (name, address) => void asked.push(['paste', name, address]),
    signOut: async (of) => {
      asked.push(['signOut', of.name]);
      return { revoked: true };
    },
  };
  const servers = { get: (name: string) => (name === 'cloud' ? { config } : undefined) };
  return { asked, of: signInHandlers({ auth, servers } as unknown as Services) };
}

describe('commands of the sign-in', () => {
  test('each reaches the sign-in of its server', async () => {
    const { asked, of } = handlers();
    await of['server.signIn']({ name: 'cloud', remember: 'file', scopes: ['files:read'] }, caller);
    await of['server.pasteCallback']({ name: 'cloud', address: 'http://127.0.0.1:1/callback?code=x' }, caller);
    await of['server.cancelSignIn']({ name: 'cloud' }, caller);
    await of['server.signOut']({ name: 'cloud' }, caller);
    expect(asked).toEqual([
      ['signIn', 'cloud', 'file', ['files:read']],
      ['paste', 'cloud', 'http://127.0.0.1:1/callback?code=x'],
      ['cancel', 'cloud'],
      ['signOut', 'cloud'],
    ]);
  });

  test('a cancel is no failure, anything else is one', async () => {
    const ends = (code: 'call.cancelled' | 'auth.refused') => handlers(async () => Promise.reject(new HostError(code, 'over'))).of['server.signIn'];
    await expect(ends('call.cancelled')({ name: 'cloud' }, caller)).resolves.toEqual({});
    await expect(ends('auth.refused')({ name: 'cloud' }, caller)).rejects.toMatchObject({ code: 'auth.refused' });
  });

  test('a server that is not there is named', async () => {
    await expect(handlers().of['server.signIn']({ name: 'gone' }, caller)).rejects.toMatchObject({
      info: { code: 'host.not_found', message: expect.stringContaining('gone') },
    });
  });
});
