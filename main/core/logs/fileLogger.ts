import { appendFile, mkdir, rename, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock, Logger } from '../ports.ts';
import type { Redactor } from './redact.ts';

export interface FileLoggerOptions {
  /** `paths.logs`; made when it is missing. */
  folder: string;
  redact: Redactor;
  clock: Pick<Clock, 'now'>;
  /** Size in bytes at which a new file begins. */
  maxBytes?: number;
  /** How many files are kept, the current one included. */
  keep?: number;
}

export interface FileLogger extends Logger {
  readonly file: string;
  /** Resolves when everything logged so far is on disk (or could not be written). */
  flush(): Promise<void>;
}

type Severity = 'info' | 'warn' | 'error';
/** Longest line, and most bytes that may wait for the disk: a log must never eat the memory of what it describes. */
const LONGEST = 20_000;
const MOST_WAITING = 4_000_000;

/** The log file of the app: `quayside.log`, rotated to `quayside.1.log` and so on. Secrets are taken out; writing never throws and never blocks. */
export function createFileLogger({ folder, redact, clock, maxBytes = 5_000_000, keep = 4 }: FileLoggerOptions): FileLogger {
  const file = path.join(folder, 'quayside.log');
  let waiting = '';
  let dropped = 0;
  let size: number | undefined;
  let writing: Promise<void> | undefined;

  async function rotate(): Promise<void> {
    for (let n = keep - 2; n >= 0; n -= 1) {
      const from = n === 0 ? file : path.join(folder, `quayside.${n}.log`);
      await rename(from, path.join(folder, `quayside.${n + 1}.log`)).catch(() => undefined);
    }
    size = 0;
  }

  async function drain(): Promise<void> {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      size ??= (await stat(file).catch(() => undefined))?.size ?? 0;
      while (waiting) {
        const chunk = waiting;
        waiting = '';
        if (size > 0 && size + chunk.length > maxBytes) await rotate();
        await appendFile(file, chunk, { mode: 0o600 });
        size += Buffer.byteLength(chunk);
      }
    } catch {
      // A full or vanished disk must not bring the app down; the next line tries again.
      waiting = '';
    } finally {
      writing = undefined;
    }
  }

  function write(severity: Severity, message: string, details?: Record<string, unknown>): void {
    if (waiting.length > MOST_WAITING) {
      dropped += 1;
      return;
    }
    const lost = dropped > 0 ? `${new Date(clock.now()).toISOString()} WARN ${dropped} lines were dropped\n` : '';
    dropped = 0;
    waiting += lost + formatLine(clock.now(), severity, message, details, redact);
    writing ??= drain();
  }

  return {
    file,
    info: (message, details) => write('info', message, details),
    warn: (message, details) => write('warn', message, details),
    error: (message, details) => write('error', message, details),
    async flush() {
      while (writing) await writing;
    },
  };
}

/** One line, whatever the message holds: line breaks and control characters are written as escapes, so nobody can forge a line. */
export function formatLine(at: number, severity: Severity, message: string, details: Record<string, unknown> | undefined, redact: Redactor): string {
  const tail = details && Object.keys(details).length > 0 ? ` ${toJson(redact(details))}` : '';
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  const line = `${redact(message)}${tail}`.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (c) => JSON.stringify(c).slice(1, -1));
  return `${new Date(at).toISOString()} ${severity.toUpperCase()} ${line.slice(0, LONGEST)}\n`;
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? String(item) : item)) ?? '';
  } catch {
    return '[details that are no JSON]';
  }
}
