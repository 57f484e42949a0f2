import { createHash } from 'node:crypto';
import path from 'node:path';
import { z } from 'zod';
import { ErrorInfo } from '../../../preload/contract/errors.ts';
import type { Clock, Logger, Paths } from '../ports.ts';
import { readTextFile } from '../settings/files/textFile.ts';
import { updateTextFile } from '../settings/files/updateTextFile.ts';

/** How long the finding "needs sign-in" saves the attempt to connect (AUT-2). Milliseconds. */
export const NEEDS_AUTH_TTL_MS = 15 * 60_000;

const Entry = z.object({ since: z.number(), key: z.string(), error: ErrorInfo });
const File = z.object({ version: z.literal(1), servers: z.record(z.string(), Entry) });
type Servers = Map<string, z.infer<typeof Entry>>;

/** `key` is the server's `connectionKey(config)`: another configuration is another server. */
export interface NeedsAuthCache {
  /** A valid finding for exactly this configuration; then connecting is skipped. A changed entry or 15 minutes make it invalid. */
  get(name: string, key: string): { since: number; error: ErrorInfo } | undefined;
  /** Remembers that the server answered 401 and writes it to the log. Never rejects: without the file the server is simply asked again. */
  remember(name: string, key: string, error: ErrorInfo): Promise<void>;
  /** Sign-in, sign-out or "try again": the next attempt connects. */
  forget(name: string): Promise<void>;
}

export interface NeedsAuthCacheOptions {
  paths: Paths;
  clock: Clock;
  logger: Logger;
  ttlMs?: number;
}

/** Which servers are known to need a sign-in, on disk, shared by every run with the same data folder. Holds no token and no header, only a hash of the entry. */
export function createNeedsAuthCache({ paths, clock, logger, ttlMs = NEEDS_AUTH_TTL_MS }: NeedsAuthCacheOptions): NeedsAuthCache {
  const file = path.join(paths.caches, 'mcp-needs-auth-cache.json');
  const lockFolder = path.join(paths.caches, 'locks');

  function parse(text: string | undefined): Servers {
    try {
      return new Map(Object.entries(File.parse(JSON.parse(text ?? '')).servers));
    } catch {
      // A cache that cannot be read is an empty one.
      return new Map();
    }
  }

  function load(): Servers {
    try {
      return parse(readTextFile(file)?.text);
    } catch {
      return new Map();
    }
  }

  /** A clock that was set back must not keep a finding alive for ever. */
  const isFresh = ({ since }: { since: number }): boolean => clock.now() - since < ttlMs && since <= clock.now();

  async function change(edit: (servers: Servers) => void): Promise<void> {
    try {
      await updateTextFile(
        file,
        (text) => {
          const servers = parse(text);
          for (const [name, entry] of servers) if (!isFresh(entry)) servers.delete(name);
          edit(servers);
          return `${JSON.stringify({ version: 1, servers: Object.fromEntries(servers) }, null, 2)}\n`;
        },
        { lockFolder },
      );
    } catch (error) {
      logger.warn('The list of servers that need a sign-in could not be written.', { cause: String(error) });
    }
  }

  return {
    get(name, key) {
      const entry = load().get(name);
      if (!entry || entry.key !== hashOf(key) || !isFresh(entry)) return undefined;
      return { since: entry.since, error: entry.error };
    },
    async remember(name, key, error) {
      logger.info('A server needs a sign-in.', { server: name, code: error.code });
      await change((servers) => servers.set(name, { since: clock.now(), key: hashOf(key), error }));
    },
    async forget(name) {
      if (load().has(name)) await change((servers) => servers.delete(name));
    },
  };
}

/** The key holds headers and secrets; a hash is enough to tell whether it changed. */
const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex');
