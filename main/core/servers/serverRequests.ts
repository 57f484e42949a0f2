import { type Outcome, ok } from '../../../preload/contract/errors.ts';
import { HostError, toErrorInfo } from '../base/hostError.ts';
import type { Logger } from '../ports.ts';
import { callSafely, type Reachable } from './callSafely.ts';
import { listAll } from './listTools.ts';
import type { ServerConnection } from './serverConnection.ts';
import type { CallSafety } from './serverHost.ts';
import type { ListKind, Raw, RequestOptions } from './session.ts';
import { RpcError } from './sessionErrors.ts';
import type { HostSession } from './sessionHandle.ts';

interface RequestDeps {
  /** The connection of a server, and the same as a caller meets it: checked first when in doubt. */
  find(server: string): { connection: ServerConnection; reach: Reachable } | undefined;
  maxPages(): number;
  logger: Logger;
}

/** What is asked of the servers: over the live session, connecting if need be, at most twice (CON-6 … CON-8). Failures are outcomes. */
export class ServerRequests {
  readonly #deps: RequestDeps;

  constructor(deps: RequestDeps) {
    this.#deps = deps;
  }

  callTool(server: string, original: string, args: Raw, options: RequestOptions & CallSafety): Promise<Outcome<Raw>> {
    return this.#run(server, options.repeatable, options, (session) => session.callTool(original, args, options));
  }

  readResource(server: string, uri: string, options: RequestOptions): Promise<Outcome<Raw>> {
    return this.#run(server, true, options, (session) => session.readResource(uri, options));
  }

  getPrompt(server: string, name: string, args: Record<string, string>, options: RequestOptions): Promise<Outcome<Raw>> {
    return this.#run(server, true, options, (session) => session.getPrompt(name, args, options));
  }

  listAll(server: string, kind: ListKind, options: RequestOptions): Promise<Outcome<unknown[]>> {
    const limits = { maxPages: this.#deps.maxPages(), timeoutMs: options.timeoutMs, signal: options.signal };
    return this.#run(server, true, options, async (session) => (await listAll(session, kind, limits)).items);
  }

  async request(server: string, method: string, params: Raw, options: RequestOptions): Promise<Outcome<Raw>> {
    if (method === 'tools/call') return { ok: false, error: { code: 'host.forbidden', message: 'Tools are called through the gate only.' } };
    return this.#run(server, true, options, (session) => session.request(method, params, options));
  }

  async #run<T>(
    server: string,
    repeatable: boolean,
    { signal, timeoutMs }: RequestOptions,
    ask: (session: HostSession) => Promise<T>,
  ): Promise<Outcome<T>> {
    const found = this.#deps.find(server);
    if (!found) return { ok: false, error: { code: 'host.not_found', message: `There is no server "${server}".` } };
    const { connection, reach } = found;
    try {
      return ok(await callSafely(reach, { repeatable, signal, timeoutMs }, ask));
    } catch (error) {
      if (!(error instanceof HostError)) this.#deps.logger.error('A request failed in an unforeseen way.', { server, error: String(error) });
      // The headers did not fit the tool's schema: ours is stale (2026-07-28, HeaderMismatch).
      if (error instanceof RpcError && error.rpcCode === HEADER_MISMATCH) connection.doubtTools();
      return { ok: false, error: connection.book.masked(toErrorInfo(error)) };
    }
  }
}

const HEADER_MISMATCH = -32020;
