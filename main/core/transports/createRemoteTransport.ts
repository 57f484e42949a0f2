import { assertNever } from '../base/assertNever.ts';
import type { RemoteConfig } from '../config/serverConfig.ts';
import { FallbackTransport } from './http/fallbackTransport.ts';
import { HttpTransport } from './http/httpTransport.ts';
import { createProxyTransport } from './proxyTransport.ts';
import { SseTransport } from './sse/sseTransport.ts';
import type { HostTransport, TransportDeps } from './transport.ts';
import { WebSocketTransport } from './webSocketTransport.ts';

/** The transport of a remote entry, not yet started. @throws HostError `config.entry` when the address or a header cannot be used. */
export function createRemoteTransport(config: RemoteConfig, deps: TransportDeps): HostTransport {
  const { transport } = config;
  switch (transport) {
    case 'http':
      return config.fallbackToSse ? new FallbackTransport(config, deps) : new HttpTransport(config, deps);
    case 'proxy':
      return createProxyTransport(config, deps);
    case 'sse':
    case 'sse-ide':
      return new SseTransport(config, deps, { kind: transport });
    case 'ws':
    case 'ws-ide':
      return new WebSocketTransport(config, deps);
    default:
      return assertNever(transport);
  }
}
