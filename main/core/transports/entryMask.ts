import { secretsOfProgram } from '../config/entrySecrets.ts';
import type { StdioConfig } from '../config/serverConfig.ts';
import { createRedactor } from '../logs/redact.ts';

/** Takes the secrets of an entry out of what its server prints (CFG-8), wherever they turn up, and whatever else has the shape of one. */
export function maskEntry(config: Pick<StdioConfig, 'env' | 'args'>): (text: string) => string {
  const redact = createRedactor();
  for (const secret of secretsOfProgram(config)) redact.register(secret);
  return (text) => redact(text);
}
