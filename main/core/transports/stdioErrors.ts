import type { ErrorInfo } from '../../../preload/contract/errors.ts';
import { sentence } from '../base/sentence.ts';
import type { StdioConfig } from '../config/serverConfig.ts';
import type { ChildEnd } from './childLife.ts';
import { exitReason } from './exitReason.ts';
import { FRAMING_TEXT, type Framing } from './framingHint.ts';
import { isHandshake } from './jsonRpc.ts';
import type { WriteFailure } from './stdinQueue.ts';
import { TransportError } from './transportError.ts';

/** What goes wrong with a stdio server, in words; knows what the server said so far. */
export class StdioErrors {
  /** The server has sent a message. */
  spoke = false;
  readonly #config: StdioConfig;
  readonly #maxBytes: number;
  readonly #framings = new Set<Framing>();

  constructor(config: StdioConfig, maxBytes: number) {
    this.#config = config;
    this.#maxBytes = maxBytes;
  }

  /** Why the server is not understood; told once for each kind. Fatal: nothing can come of it. */
  framing(framing: Framing): { info: ErrorInfo; fatal: boolean } | undefined {
    if (this.#framings.has(framing)) return undefined;
    this.#framings.add(framing);
    const { what, fix } = FRAMING_TEXT[framing];
    const info: ErrorInfo = { code: 'connect.protocol', message: `Server "${this.#server}" ${what}.`, fix, params: { server: this.#server } };
    return { info, fatal: framing === 'lsp' && !this.spoke };
  }

  /** `stderr`: its last lines, oldest first. */
  ended(end: ChildEnd, stderr: readonly string[]): ErrorInfo {
    const server = this.#server;
    switch (end.kind) {
      case 'exit':
        return exitReason({
          server,
          command: this.#config.command,
          code: end.code,
          signal: end.signal,
          stderr,
          spoke: this.spoke,
        });
      case 'stdout closed':
        return this.#gone('closed its output (stdout) but kept running, so it could not answer any more.');
      case 'stdin closed':
        return this.#gone('closed its input (stdin) but kept running, so it could not be asked any more.');
      case 'dropped':
        return this.#gone('was ended.');
    }
  }

  oversize(method: string | undefined, bytes: number): TransportError {
    const what = method ? `answered ${method} with` : 'sent a message of';
    return new TransportError(
      'result.too_large',
      `Server "${this.#server}" ${what} ${megabytes(bytes)}; the limit is ${megabytes(this.#maxBytes)}.`,
      {
        fix: 'Ask for less at once, or raise the message limit in the settings.',
        params: { server: this.#server, bytes, limit: this.#maxBytes, ...(method !== undefined && { method }) },
      },
    );
  }

  unreadable(what: string): TransportError {
    return new TransportError('call.protocol', `Server "${this.#server}" sent an answer that cannot be read: ${what}.`, {
      fix: 'Report this to the maker of the server.',
      params: { server: this.#server },
    });
  }

  cancelled(method: string): TransportError {
    return new TransportError('call.cancelled', `${method} on "${this.#server}" was cancelled.`, { params: { server: this.#server, method } });
  }

  notRunning(what: string, reason: ErrorInfo | undefined): TransportError {
    return this.#disconnected(
      `Server "${this.#server}" is not running, ${what} was not sent.${because(reason)}`,
      what,
      reason?.fix ?? 'Start the server again.',
    );
  }

  /** Not one complete line reached the server. While connecting the reason for that is what counts. */
  unsent(what: string, why: WriteFailure, reason: ErrorInfo | undefined): TransportError {
    if (why === 'full')
      return this.#disconnected(
        `Server "${this.#server}" does not read its input, ${what} was not sent.`,
        what,
        'Restart the server; it seems to hang.',
      );
    if (reason && isHandshake(what)) return asItIs(reason);
    return this.#disconnected(`Server "${this.#server}" did not take ${what}.${because(reason)}`, what, reason?.fix ?? 'Start the server again.');
  }

  /** It was written, and then the server was gone. While connecting that is simply the reason why it is gone. */
  lost(method: string, reason: ErrorInfo | undefined): TransportError {
    if (reason && isHandshake(method)) return asItIs(reason);
    return new TransportError(
      'call.outcome_unknown',
      `${sentence(reason?.message ?? `The connection to "${this.#server}" was closed`)} It is not known whether ${method} was carried out.`,
      { fix: 'Check what happened before trying again.', params: { server: this.#server, method, ...(reason && { cause: reason.code }) } },
    );
  }

  get #server(): string {
    return this.#config.name;
  }

  #gone(what: string): ErrorInfo {
    const { name: server, command } = this.#config;
    return {
      code: 'connect.exited',
      message: `Server "${server}" ${what}`,
      fix: 'Look at the server’s log, then start it again.',
      params: { server, command },
    };
  }

  #disconnected(message: string, method: string, fix: string): TransportError {
    return new TransportError('call.disconnected', message, { fix, params: { server: this.#server, method }, facts: { unsent: true } });
  }
}

const asItIs = (reason: ErrorInfo): TransportError => new TransportError(reason.code, reason.message, reason);
const because = (reason: ErrorInfo | undefined): string => (reason ? ` ${reason.message}` : '');
const megabytes = (bytes: number): string => (bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`);
