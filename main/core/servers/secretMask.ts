import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import { secretsOfRemote } from '../config/entrySecrets.ts';
import type { ServerConfig } from '../config/serverConfig.ts';
import { createRedactor } from '../logs/redact.ts';
import { maskEntry } from '../transports/entryMask.ts';

/** Blots out the secrets of one entry wherever a server or a library repeats them (CFG-8). */
export function secretMask(config: ServerConfig): (text: string) => string {
  if (config.transport === 'stdio') return maskEntry(config);
  const redact = createRedactor();
  for (const secret of secretsOfRemote(config)) redact.register(secret);
  return (text) => redact(text);
}

export function maskError(error: ErrorInfo, mask: (text: string) => string): ErrorInfo {
  const { code, message, fix, params } = error;
  return {
    code,
    message: mask(message),
    ...(fix !== undefined && { fix: mask(fix) }),
    ...(params && {
      params: Object.fromEntries(Object.entries(params).map(([key, value]) => [key, typeof value === 'string' ? mask(value) : value])),
    }),
  };
}
