import { HostError, toErrorInfo } from '../../base/hostError.ts';
import type { ServerConfig } from '../../config/serverConfig.ts';
import type { Handlers } from '../dispatch.ts';
import type { Services } from '../services.ts';

type SignInHandlers = Pick<Handlers, 'server.signIn' | 'server.cancelSignIn' | 'server.pasteCallback' | 'server.signOut'>;

/** The only place from which a browser is opened for a sign-in: a click (AUT-2). */
export function signInHandlers({ auth, servers }: Services): SignInHandlers {
  function configOf(name: string): ServerConfig {
    const record = servers.get(name);
    if (record) return record.config;
    throw new HostError('host.not_found', `There is no server "${name}".`, { fix: 'Mend its entry first.' });
  }

  return {
    async 'server.signIn'({ name, remember, scopes }) {
      try {
        await auth.signIn(configOf(name), remember, scopes);
      } catch (error) {
        // Whoever cancelled knows it already.
        if (toErrorInfo(error).code !== 'call.cancelled') throw error;
      }
      return {};
    },
    'server.cancelSignIn'({ name }) {
      auth.cancelSignIn(name);
      return {};
    },
    'server.pasteCallback'({ name, address }) {
      auth.pasteCallback(name, address);
      return {};
    },
    async 'server.signOut'({ name }) {
      await auth.signOut(configOf(name));
      return {};
    },
  };
}
