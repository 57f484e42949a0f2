import type { StdioConfig } from '../config/serverConfig.ts';
import { createRedactor } from '../logs/redact.ts';
import { isSecretName, looksLikeToken } from '../logs/secretNames.ts';

/**
 * Takes the secrets of an entry out of what its server prints (CFG-8): values of `env` and arguments whose name says "secret" or that
 * look like a token, wherever they turn up, and whatever else has the shape of one.
 */
export function maskEntry(config: Pick<StdioConfig, 'env' | 'args'>): (text: string) => string {
  const redact = createRedactor();
  for (const [name, value] of Object.entries(config.env)) if (isSecretName(name) || isTokenLike(value)) redact.register(value);
  config.args.forEach((arg, at) => {
    const equals = arg.indexOf('=');
    const value = equals > 0 ? arg.slice(equals + 1) : arg;
    const name = equals > 0 ? arg.slice(0, equals) : (config.args[at - 1] ?? '');
    if ((isSecretName(name) && (equals > 0 || name.startsWith('-'))) || isTokenLike(value)) redact.register(value);
  });
  return (text) => redact(text);
}

/** A vendor's token shape, or long, of one piece, with letters and digits, and no path or address. */
function isTokenLike(value: string): boolean {
  return looksLikeToken(value) || (/^[\w+=.-]{20,}$/.test(value) && /\d/.test(value) && /[A-Za-z]/.test(value) && !/^[\w-]+(\.[\w-]+)+$/.test(value));
}
