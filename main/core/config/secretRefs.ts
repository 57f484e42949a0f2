import { randomUUID } from 'node:crypto';
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
  /** The variable or header it was written in. */
  field: string;
  value: string;
  /** `${secret:NAME}`, behind the scheme of an authorization header. */
  reference: string;
}

/** Takes the secret out of a value. The name is new each time: until the file points to it, nothing that is in use changes. */
export function storedSecret(value: string, server: string, field: string): StoredSecret {
  const [, scheme = '', token = value] = /^((?:Bearer|Basic|Token)\s+)(.+)$/is.exec(value) ?? [];
  const readable = `${server}.${field}`.replace(/[^\w.-]+/g, '_').slice(0, 60);
  const name = `${readable}.${randomUUID().slice(0, 8)}`;
  return { name, field, value: token, reference: `${scheme}\${secret:${name}}` };
}

/** Stores secrets, then does the work that makes them used; when it fails or answers false they are taken back. */
export async function withStoredSecrets(
  secrets: Secrets,
  found: readonly StoredSecret[],
  remember: Remember,
  work: () => Promise<boolean>,
): Promise<void> {
  let used = false;
  try {
    // First the secrets: an entry must never point to one that is not there yet.
    for (const { name, value } of found) await secrets.set(secretKey(name), value, remember);
    used = await work();
  } finally {
    if (!used) for (const { name } of found) await secrets.delete(secretKey(name));
  }
}

/** Names of the secrets a text refers to. */
export const secretNamesIn = (text: string): string[] => [...text.matchAll(/\$\{secret:([^{}]+?)(?::-[^{}]*)?\}/g)].map((match) => match[1] ?? '');
