import { getCACertificates } from 'node:tls';
import { Agent, type Dispatcher, ProxyAgent } from 'undici';
import type { NetworkSettings } from '../transport.ts';
import { isSocks, proxyFor } from './proxyFor.ts';
import { socksConnector, type TlsOptions } from './tunnel.ts';

export interface DispatcherOptions {
  /** Where the connection goes; decides whether a proxy is in between. */
  url: URL;
  network?: NetworkSettings | undefined;
  allowSelfSigned?: boolean | undefined;
}

/** The pool of one connection (TRN-8): keep-alive, no limits on how long a server may think. The owner destroys it. */
export function createDispatcher({ url, network = {}, allowSelfSigned = false }: DispatcherOptions): Dispatcher {
  const tls = tlsOptions(network, allowSelfSigned);
  const common: Agent.Options = {
    // Node's five minutes for head and body would end slow calls and quiet streams; the caller's own times count.
    headersTimeout: 0,
    bodyTimeout: 0,
    keepAliveTimeout: 4000,
    keepAliveMaxTimeout: 600_000,
    // Servers announce when they close idle sockets; leave two seconds before that, or a call may meet the close.
    keepAliveTimeoutThreshold: 2000,
    allowH2: false,
    connect: { ...tls, timeout: 10_000 },
  };
  const proxy = proxyFor(url, network);
  if (!proxy) return new Agent(common);
  if (isSocks(proxy)) return new Agent({ ...common, connect: socksConnector(proxy, tls) });
  return new ProxyAgent({ ...common, uri: proxy, requestTls: tls, proxyTls: tls });
}

/** What `tls.connect` gets besides the host. */
export function tlsOptions(network: NetworkSettings, allowSelfSigned: boolean): TlsOptions {
  const { extraCa = [], systemCa = false } = network;
  const ca =
    extraCa.length > 0 || systemCa ? [...getCACertificates('default'), ...(systemCa ? getCACertificates('system') : []), ...extraCa] : undefined;
  return { ...(ca ? { ca } : {}), ...(allowSelfSigned ? { rejectUnauthorized: false as const } : {}) };
}
