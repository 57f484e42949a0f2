import path from 'node:path';
import { type AuthService, createAuthService } from '../core/auth/authService.ts';
import type { PageLanguage } from '../core/auth/callbackPage.ts';
import type { DisposableStack } from '../core/base/disposable.ts';
import { createLoginFetch } from '../core/transports/httpClient/loginFetch.ts';
import type { Foundation } from './foundation.ts';
import { networkOf } from './network.ts';
import type { CoreOptions } from './options.ts';

/** The sign-in of servers, before the servers themselves: each of their messages asks it for a token. */
export function composeSignIn(
  options: CoreOptions,
  { secrets, current }: Foundation,
  undo: DisposableStack,
  onLogin: (name: string) => void,
): AuthService {
  const { paths, clock, logger, redact, env, openExternal } = options;
  const auth = createAuthService({
    secrets,
    clock,
    logger,
    lockFolder: path.join(paths.caches, 'locks'),
    fetchFor: (config) => createLoginFetch(config, networkOf(current().network, logger)),
    openExternal,
    language: () => pageLanguage(current().language),
    mask: redact.register,
    // An organisation may publish one for its own login servers; without it apps register themselves.
    documentUrl: env.QUAYSIDE_CLIENT_DOCUMENT,
    onLogin,
  });
  undo.add(() => auth.dispose());
  return auth;
}

function pageLanguage(language: 'system' | PageLanguage): PageLanguage {
  if (language !== 'system') return language;
  return Intl.DateTimeFormat().resolvedOptions().locale.startsWith('zh') ? 'zh-CN' : 'en';
}
