import type { Logger } from '../ports.ts';
import type { Redactor } from './redact.ts';

export interface StderrLoggerOptions {
  redact: Redactor;
  write?: (text: string) => void;
  /** Also what is merely informative; off by default, so that scripts see a quiet stderr. */
  verbose?: boolean;
}

/** The command line's log: `warning: …` and `error: …` on stderr, never on stdout (CLI-1). */
export function createStderrLogger({ redact, write = (text) => process.stderr.write(text), verbose = false }: StderrLoggerOptions): Logger {
  const say = (word: string, message: string, details?: Record<string, unknown>): void => {
    const tail = verbose && details ? ` ${JSON.stringify(redact(details))}` : '';
    write(`${word}: ${redact(message)}${tail}\n`);
  };
  return {
    info: (message, details) => (verbose ? say('info', message, details) : undefined),
    warn: (message, details) => say('warning', message, details),
    error: (message, details) => say('error', message, details),
  };
}
