import type { ErrorCode } from '../../../preload/contract/errors.ts';
import { isHandshake } from './jsonRpc.ts';
import { TransportError } from './transportError.ts';

/** What went wrong below HTTP, in words. */
export interface NetworkFault {
  kind: 'network' | 'tls' | 'proxy' | 'protocol';
  /** The system's code, such as ECONNRESET; `unknown` when there is none. */
  code: string;
  /** A clause that follows "Cannot reach X: ". */
  reason: string;
  fix: string;
  /** The failure happened before a byte of the request could leave. */
  beforeSending: boolean;
}

const START = 'Check that the server is running and that the address is right.';
const CUT = 'Check the server and the network, then try again.';
const CA = 'Add the certificate authority in the settings, or allow a self-signed certificate for this server.';

type Row = Pick<NetworkFault, 'kind' | 'reason' | 'fix' | 'beforeSending'>;
const row = (kind: NetworkFault['kind'], reason: string, fix: string, beforeSending: boolean): Row => ({ kind, reason, fix, beforeSending });

/** By the system's code. */
export const NETWORK_FAULTS: Readonly<Record<string, Row>> = {
  ECONNREFUSED: row('network', 'the connection was refused, nothing listens there', START, true),
  ENOTFOUND: row('network', 'the host name was not found', 'Check the host name and the network connection.', true),
  EAI_AGAIN: row('network', 'the host name could not be looked up', 'Check the network connection.', true),
  EHOSTUNREACH: row('network', 'there is no route to the host', 'Check the network connection (VPN, Wi-Fi).', true),
  ENETUNREACH: row('network', 'the network is not reachable', 'Check the network connection (VPN, Wi-Fi).', true),
  ENETDOWN: row('network', 'the network is down', 'Check the network connection.', true),
  EHOSTDOWN: row('network', 'the host is down', START, true),
  EADDRNOTAVAIL: row('network', 'the address cannot be used from here', START, true),
  UND_ERR_CONNECT_TIMEOUT: row('network', 'the host does not answer', START, true),
  ETIMEDOUT: row('network', 'the host stopped answering', CUT, false),
  ECONNRESET: row('network', 'the connection was cut', CUT, false),
  ECONNABORTED: row('network', 'the connection was cut', CUT, false),
  EPIPE: row('network', 'the connection was closed by the server', CUT, false),
  UND_ERR_SOCKET: row('network', 'the server closed the connection', CUT, false),
  UND_ERR_HEADERS_TIMEOUT: row('network', 'the server did not answer', CUT, false),
  UND_ERR_BODY_TIMEOUT: row('network', 'the server stopped in the middle of its answer', CUT, false),
  DEPTH_ZERO_SELF_SIGNED_CERT: row('tls', 'its certificate is self-signed', CA, true),
  SELF_SIGNED_CERT_IN_CHAIN: row('tls', 'its certificate comes from an unknown authority', CA, true),
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: row('tls', 'its certificate cannot be verified', CA, true),
  UNABLE_TO_GET_ISSUER_CERT: row('tls', 'its certificate comes from an unknown authority', CA, true),
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: row('tls', 'its certificate comes from an unknown authority', CA, true),
  CERT_HAS_EXPIRED: row('tls', 'its certificate has expired', "Renew the server's certificate, and check this computer's clock.", true),
  CERT_NOT_YET_VALID: row('tls', 'its certificate is not valid yet', "Check this computer's clock.", true),
  ERR_TLS_CERT_ALTNAME_INVALID: row('tls', 'its certificate is for another host name', 'Use the host name that the certificate names.', true),
  UND_ERR_PRX_CONN: row('proxy', 'the proxy did not let the connection through', 'Check the proxy settings.', true),
  UND_ERR_PRX_TLS: row('proxy', "the proxy's certificate is not accepted", 'Check the proxy settings.', true),
};

const NOT_TLS = /^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|UNKNOWN_PROTOCOL|HTTP_REQUEST))$/;

/** Names what `error` (of undici, net, tls or ws) means. Unknown errors count as a cut connection. */
export function classifyNetworkError(error: unknown): NetworkFault {
  const { code, message } = innermost(error);
  const known = Object.hasOwn(NETWORK_FAULTS, code) ? NETWORK_FAULTS[code] : undefined;
  if (known) {
    // "Client network socket disconnected before secure TLS connection was established" comes as ECONNRESET.
    const beforeSending = known.beforeSending || message.includes('before secure TLS connection') || syscallOf(error) === 'connect';
    return { ...known, code, beforeSending };
  }
  if (NOT_TLS.test(code)) return { ...row('tls', 'it does not speak TLS', 'Try http:// instead of https://, or check the port.', true), code };
  if (/^(CERT_|ERR_SSL|ERR_TLS|HOSTNAME_MISMATCH|CRL_)/.test(code)) return { ...row('tls', 'no secure connection could be made', CA, true), code };
  if (/when HTTP Tunneling/.test(message)) {
    const said = /\(([^)]*)\)/.exec(message)?.[1];
    const reason = said === '407' ? 'the proxy asks for a login' : `the proxy refused the connection${said ? ` (${said})` : ''}`;
    return { ...row('proxy', reason, 'Check the proxy settings.', true), code };
  }
  if (/^(HPE_|UND_ERR_HEADERS_OVERFLOW|HTTPParserError)/.test(code)) {
    return { ...row('protocol', 'what answers there does not speak HTTP', 'Check the address and the port.', false), code };
  }
  if (/^(Z_|ERR_BROTLI|ERR__?ZLIB|ERR_ZSTD|ZSTD_)/.test(code)) {
    const reason = 'its answer says it is compressed, but cannot be unpacked';
    return { ...row('protocol', reason, 'Switch off the compression in the server, or in the proxy in front of it.', false), code };
  }
  return { ...row('network', 'the connection was lost', CUT, false), code };
}

/**
 * The error of a message that met a network failure. `sent`: the bytes were handed to a connected socket, so the server may
 * have them. `proxy`: host and port of the one in between. Handshake messages fail as `connect.*`, others as `call.disconnected` or `call.outcome_unknown` (transport.ts).
 */
export function networkFailure(
  error: unknown,
  about: { server: string; at: string; method: string; sent: boolean; proxy?: string | undefined },
): TransportError {
  const fault = throughProxy(classifyNetworkError(error), about.proxy);
  const unsent = !about.sent;
  const facts = { networkDown: fault.kind === 'network' || fault.kind === 'proxy', unsent };
  const params = { server: about.server, at: about.at, reason: fault.code };
  if (isHandshake(about.method)) {
    const code: ErrorCode = fault.kind === 'tls' ? 'connect.tls' : fault.kind === 'protocol' ? 'connect.protocol' : 'connect.network';
    return new TransportError(code, `Cannot connect to "${about.server}" at ${about.at}: ${fault.reason}.`, {
      fix: fault.fix,
      params,
      facts,
      cause: error,
    });
  }
  if (unsent) {
    const message = `"${about.server}" cannot be reached at ${about.at}: ${fault.reason}. Nothing was sent.`;
    return new TransportError('call.disconnected', message, { fix: fault.fix, params, facts, cause: error });
  }
  if (fault.kind === 'protocol') {
    const message = `"${about.server}" answered ${about.method}, but ${fault.reason}.`;
    return new TransportError('call.protocol', message, { fix: fault.fix, params, facts, cause: error });
  }
  const message = `The connection to "${about.server}" was lost before the answer to ${about.method} came (${fault.reason}). It is not known whether it was carried out.`;
  return new TransportError('call.outcome_unknown', message, { fix: 'Check what happened before trying again.', params, facts, cause: error });
}

/** With a proxy in between a connection that does not come about is the proxy's: the server was never asked. */
function throughProxy(fault: NetworkFault, proxy: string | undefined): NetworkFault {
  if (proxy === undefined || !fault.beforeSending || fault.kind === 'tls') return fault;
  return {
    ...fault,
    reason: `${fault.reason} (the proxy ${proxy})`,
    fix: 'Check the proxy settings and that the proxy runs, or add the host to those reached without it.',
  };
}

/** Counts terminal network errors in a row (CON-9). Any answer of the server, whatever its status, resets the count. */
export class NetworkStrikes {
  #count = 0;
  readonly #limit: number;

  constructor(limit = 3) {
    this.#limit = limit;
  }

  /** True when this was the error that ends the connection. */
  strike(): boolean {
    this.#count += 1;
    return this.#count >= this.#limit;
  }

  reset(): void {
    this.#count = 0;
  }
}

/** Happy eyeballs wraps the errors of all addresses; libraries wrap with `cause`. The innermost error with a code is the true one. */
function innermost(error: unknown): { code: string; message: string } {
  let found = { code: 'unknown', message: error instanceof Error ? error.message : String(error) };
  let current: unknown = error;
  for (let depth = 0; depth < 8 && current instanceof Error; depth += 1) {
    // The parser of undici gives no code.
    const code = (current as NodeJS.ErrnoException).code ?? (current.name === 'HTTPParserError' ? current.name : undefined);
    if (typeof code === 'string') found = { code, message: current.message };
    current = current instanceof AggregateError && current.errors.length > 0 ? current.errors[0] : current.cause;
  }
  return found;
}

function syscallOf(error: unknown): string | undefined {
  const inner = error instanceof AggregateError ? error.errors[0] : error;
  return inner instanceof Error ? (inner as NodeJS.ErrnoException).syscall : undefined;
}
