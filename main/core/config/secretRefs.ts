import { isSecretName, looksLikeToken } from '../logs/secretNames.ts';
import type { Remember, Secrets } from '../ports.ts';
import { shortHash } from '../settings/paths.ts';

/** Secrets of servers live under names of their own, so that a file can never ask for another secret of the app, such as a provider's key. */
export const secretKey = (name: string): string => `mcp.${name}`;
/** Answers to `${input:id}`, apart for each file: one project's question must not fetch what was typed for another. */
export const inputKey = (file: string, id: string): string => `input.${shortHash(file)}.${id}`;

/** A text that only names variables (`${TOKEN}`, `Bearer ${env:TOKEN}`): no secret in it, so it may be shown and edited. */
export const isReferenceOnly = (text: string): boolean => /^(?:(?:Bearer|Basic|Token)\s+)?\$\{[^{}]+\}$/i.test(text.trim()) && !/:-./.test(text);

export const isSecretValue = (name: string, value: string): boolean =>
  value.trim() !== '' && !isReferenceOnly(value) && (isSecretName(name) || looksLikeToken(value) || /^(bearer|basic)\s+\S/i.test(value));

/** One value to be kept in the secret store, with what stands in the file instead. */
export interface StoredSecret {
  name: string;
  value: string;
  /** `${secret:NAME}`, behind the scheme of an authorization header. */
  reference: string;
}

/** Takes the secret out of a value. `place` makes the name unique: file, server and field. */
export function storedSecret(value: string, server: string, field: string, file: string): StoredSecret {
  const [, scheme = '', token = value] = /^((?:Bearer|Basic|Token)\s+)(.+)$/is.exec(value) ?? [];
  const readable = `${server}.${field}`.replace(/[^\w.-]+/g, '_').slice(0, 60);
  const name = `${readable}.${shortHash(JSON.stringify([file, server, field])).slice(0, 8)}`;
  return { name, value: token, reference: `${scheme}\${secret:${name}}` };
}

export async function storeSecrets(secrets: Secrets, found: readonly StoredSecret[], remember: Remember): Promise<void> {
  for (const { name, value } of found) await secrets.set(secretKey(name), value, remember);
}

/** Names of the secrets a text refers to. */
export const secretNamesIn = (text: string): string[] => [...text.matchAll(/\$\{secret:([^{}]+?)(?::-[^{}]*)?\}/g)].map((match) => match[1] ?? '');
