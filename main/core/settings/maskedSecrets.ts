import type { Secrets } from '../ports.ts';

/**
 * Every secret that is read or stored is masked from then on, wherever it turns up (CFG-8): a provider's key that comes back in an error, say.
 * Logins are records of several secrets; whoever reads them masks each (`oauth.`).
 */
export function maskedSecrets(secrets: Secrets, register: (secret: string) => unknown): Secrets {
  const known = new Set<string>();
  const note = (key: string, value: string | undefined): void => {
    if (value === undefined || key.startsWith('oauth.') || known.has(value)) return;
    known.add(value);
    register(value);
  };
  return {
    ...secrets,
    async get(key) {
      const value = await secrets.get(key);
      note(key, value);
      return value;
    },
    whereKept: (key) => secrets.whereKept(key),
    async set(key, value, remember) {
      note(key, value);
      await secrets.set(key, value, remember);
    },
  };
}
