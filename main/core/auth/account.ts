import type { OAuthClientInformationMixed } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { RemoteConfig } from '../config/serverConfig.ts';
import { shortHash } from '../settings/paths.ts';

const Client = z.object({
  id: z.string(),
  secret: z.string().optional(),
  /** `token_endpoint_auth_method` the login server gave. */
  method: z.string().optional(),
  source: z.enum(['configured', 'document', 'registered']),
  redirectUri: z.string(),
  /** When the secret ends, epoch milliseconds. */
  expiresAt: z.number().optional(),
});
export type LoginClient = z.infer<typeof Client>;

const Tokens = z.object({
  access: z.string(),
  refresh: z.string().optional(),
  /** Epoch milliseconds; absent when the server does not say. */
  expiresAt: z.number().optional(),
  obtainedAt: z.number(),
  /** Granted scopes, separated by spaces. */
  scope: z.string().optional(),
});
export type Tokens = z.infer<typeof Tokens>;

/** A login as it is stored: one per entry and address, bound to the issuer that gave it (2026-07-28: never used with another). */
export const Account = z.object({
  version: z.literal(1),
  issuer: z.string(),
  resource: z.string(),
  endpoints: z.object({
    url: z.string(),
    token: z.string().optional(),
    revocation: z.string().optional(),
    /** `token_endpoint_auth_methods_supported`. */
    methods: z.array(z.string()).optional(),
  }),
  client: Client,
  /** All scopes asked for so far: a step-up asks for these and the new ones. */
  scope: z.string().optional(),
  /** Scopes that the server or its login server names. */
  offered: z.array(z.string()).optional(),
  /** Absent when the login is dead and only the registration is of use. */
  tokens: Tokens.optional(),
  remember: z.enum(['session', 'file', 'encrypted']),
});
export type Account = z.infer<typeof Account>;

/** The secret's name. Two entries with one address are two logins; an entry with a changed address is another one (a13). */
export function accountKey({ name, url }: Pick<RemoteConfig, 'name' | 'url'>): string {
  const address = URL.parse(url);
  return `oauth.${shortHash(JSON.stringify([name, address ? `${address.origin}${address.pathname}${address.search}` : url]))}`;
}

/** The SDK's idea of a client. */
export const clientInformation = ({ id, secret, method }: LoginClient): OAuthClientInformationMixed => ({
  client_id: id,
  ...(secret === undefined ? {} : { client_secret: secret }),
  ...(method === undefined ? {} : { token_endpoint_auth_method: method }),
});
