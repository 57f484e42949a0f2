import type { Remember } from '../ports.ts';
import type { Account } from './account.ts';
import type { Challenge } from './challenge.ts';

/** What a person may know of a server's login: never a token. */
export interface AccountState {
  signedIn: boolean;
  scopes?: string[];
  /** What the server and its login server say can be asked for, for "change scopes". */
  offeredScopes?: string[];
  /** Rights the server missed at a call; the next sign-in asks for them too (step-up). */
  missingScopes?: string[];
  /** Of the access token, epoch milliseconds; it is renewed by itself where that is possible. */
  expiresAt?: number;
  issuer?: string;
  signingIn?: boolean;
  remember?: Remember;
}

export function accountState(account: Account | undefined, signingIn: boolean, challenge: Challenge | undefined): AccountState {
  const { tokens, offered = [] } = account ?? {};
  const scopes = words(tokens?.scope ?? account?.scope);
  const missing = challenge?.error?.toLowerCase() === 'insufficient_scope' ? words(challenge.scope).filter((scope) => !scopes.includes(scope)) : [];
  return {
    signedIn: tokens !== undefined,
    ...(signingIn ? { signingIn } : {}),
    ...(account && tokens ? { issuer: account.issuer, remember: account.remember } : {}),
    ...(tokens && scopes.length > 0 ? { scopes } : {}),
    ...(offered.length > 0 ? { offeredScopes: offered } : {}),
    ...(missing.length > 0 ? { missingScopes: missing } : {}),
    ...(tokens?.expiresAt === undefined ? {} : { expiresAt: tokens.expiresAt }),
  };
}

/** Whether the last sign-in asked for these scopes, or got them unasked. */
export function wasAskedFor(scope: string | undefined, account: Account | undefined): boolean {
  if (!account?.tokens) return false;
  const had = new Set([...words(account.scope), ...words(account.tokens.scope)]);
  const wanted = words(scope);
  return wanted.length > 0 && wanted.every((one) => had.has(one));
}

const words = (text: string | undefined): string[] => text?.split(' ').filter(Boolean) ?? [];
