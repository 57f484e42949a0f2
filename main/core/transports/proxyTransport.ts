import type { RemoteConfig } from '../config/serverConfig.ts';
import { HttpTransport } from './http/httpTransport.ts';
import type { TransportDeps } from './transport.ts';
import { TransportError } from './transportError.ts';

/**
 * TRN-7 (`claudeai-proxy`): Streamable HTTP through a gateway. The gateway takes only the account's bearer token, so a configured
 * Authorization header is not used and without a token nothing is sent. A 401 is answered by one refresh and one repetition.
 * @throws HostError `config.entry` when the address or a header cannot be used.
 */
export function createProxyTransport(config: RemoteConfig, deps: TransportDeps): HttpTransport {
  const headers = Object.fromEntries(Object.entries(config.headers).filter(([name]) => name.toLowerCase() !== 'authorization'));
  const bearer = async (): Promise<string> => {
    // The vault knows the entry as it was configured.
    const token = await deps.bearer?.(config);
    if (token) return token;
    throw new TransportError('auth.required', `"${config.name}" is reached through a gateway that needs your sign-in.`, {
      fix: 'Sign in to the server.',
      params: { server: config.name },
      facts: { unsent: true },
    });
  };
  const refresh = deps.refreshBearer;
  const own = { ...deps, bearer, ...(refresh ? { refreshBearer: (_: RemoteConfig, refused: string) => refresh(config, refused) } : {}) };
  return new HttpTransport({ ...config, headers }, own, 'proxy');
}
