import type { ErrorCode, ErrorInfo } from '../../../preload/contract/errors.ts';
import { HostError } from '../base/hostError.ts';
import type { Raw } from './session.ts';

/** A JSON-RPC error as it came, on its way to an Outcome: `call.protocol` with `params.rpcCode` and the server's message. */
export class RpcError extends HostError {
  override name = 'RpcError';
  readonly rpcCode: number;
  readonly data: unknown;

  constructor(server: string, method: string, error: { code: number; message: string; data?: unknown }) {
    super('call.protocol', `"${server}" answered ${method} with error${error.code === 0 ? '' : ` ${error.code}`}: ${error.message}`, {
      params: { server, method, rpcCode: error.code, reason: error.message },
    });
    this.rpcCode = error.code;
    this.data = error.data;
  }
}

/** The versions a server offers instead, from error -32022 (2026-07-28, basic/versioning); empty for any other error. */
export const offeredVersions = (error: unknown): string[] =>
  error instanceof RpcError && error.rpcCode === UNSUPPORTED_VERSION ? listedVersions(error) : [];

/** The same from any error: before 2026-07-28 it was -32602, and servers choose their own (2025-11-25, lifecycle#error-handling). */
export function listedVersions(error: RpcError): string[] {
  if (!isRaw(error.data)) return [];
  const { supported } = error.data;
  return Array.isArray(supported) ? supported.filter((item) => typeof item === 'string') : [];
}

const UNSUPPORTED_VERSION = -32022;
export const METHOD_NOT_FOUND = -32601;
export const URL_ELICITATION_REQUIRED = -32042;

/** `suspicion`: what came instead of the answer. */
export function timedOut(server: string, method: string, limitMs: number, suspicion?: string): HostError {
  const instead = suspicion === undefined ? '' : ` ${suspicion}`;
  return new HostError('call.timeout', `"${server}" did not answer ${method} within ${seconds(limitMs)}.${instead}`, {
    fix: 'Try again, or raise the timeout of this server or tool.',
    params: { server, method, limitMs },
  });
}

export const cancelled = (server: string, method: string): HostError =>
  new HostError('call.cancelled', `${method} on "${server}" was cancelled.`, { params: { server, method } });

/** Nothing was sent: the connection was gone already. */
export function notConnected(server: string, reason: ErrorInfo | undefined): HostError {
  return new HostError('call.disconnected', `"${server}" is not connected${because(reason)}`, {
    fix: reason?.fix ?? 'Restart the server and look at its log.',
    params: { server, ...(reason && { cause: reason.code }) },
  });
}

/** It was sent, then the connection went: nobody knows whether it ran (CON-7). */
export function lostAnswer(server: string, method: string, reason: ErrorInfo | undefined): HostError {
  const why = because(reason);
  return new HostError('call.outcome_unknown', `The connection to "${server}" was lost during ${method}${why} It is not known whether it ran.`, {
    fix: 'Check what happened before trying again.',
    params: { server, method, ...(reason && { cause: reason.code }) },
  });
}

/** The connection ended before the handshake was done; the transport's reason if it has one. */
export function endedEarly(server: string, reason: ErrorInfo | undefined): HostError {
  if (reason) return new HostError(reason.code, reason.message, reason);
  return new HostError('connect.network', `The connection to "${server}" ended during the handshake.`, { params: { server } });
}

export const unreadable = (server: string, method: string, what: string): HostError =>
  new HostError('call.protocol', `"${server}" answered ${method} with something that cannot be read: ${what}.`, {
    fix: 'Report this to the maker of the server.',
    params: { server, method },
  });

export function wrongVersion(server: string, theirs: readonly string[], ours: readonly string[]): HostError {
  return new HostError('connect.version', `"${server}" speaks MCP ${list(theirs)}; this app speaks ${list(ours)}.`, {
    fix: 'Update the server, or choose another protocol era for it.',
    params: { server, theirs: theirs.join(', '), ours: ours.join(', ') },
  });
}

/** A handshake that did not work out, as an error of connecting. Errors that say so already pass. */
export function asConnectError(server: string, error: unknown): HostError {
  const connecting = (code: ErrorCode, message: string): HostError => new HostError(code, message, { params: { server }, cause: error });
  if (error instanceof RpcError)
    return connecting(
      'connect.protocol',
      `"${server}" refused the handshake: ${error.info.params?.reason}${error.rpcCode === 0 ? '' : ` (${error.rpcCode})`}.`,
    );
  if (error instanceof HostError) {
    if (!error.code.startsWith('call.')) return error;
    const { fix, params } = error.info;
    return new HostError('connect.protocol', error.info.message, { ...(fix !== undefined && { fix }), ...(params && { params }), cause: error });
  }
  const text = error instanceof Error ? error.message : String(error);
  return connecting('connect.protocol', `The handshake with "${server}" failed: ${text.split('\n', 1)[0]?.slice(0, 300)}`);
}

export const isRaw = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value);

const seconds = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${Math.round(ms / 100) / 10} s`);
const list = (versions: readonly string[]): string => (versions.length > 0 ? versions.join(', ') : 'an unknown version');
const because = (reason: ErrorInfo | undefined): string => (reason ? `: ${reason.message.replace(/\.?$/, '.')}` : '.');
