import { describe, expect, it } from 'vitest';
import type { RemoteConfig } from '../../../main/core/config/serverConfig.ts';
import { createTransport } from '../../../main/core/transports/createTransport.ts';
import { FallbackTransport } from '../../../main/core/transports/http/fallbackTransport.ts';
import { HttpTransport } from '../../../main/core/transports/http/httpTransport.ts';
import { SseTransport } from '../../../main/core/transports/sse/sseTransport.ts';
import { StdioTransport } from '../../../main/core/transports/stdioTransport.ts';
import { WebSocketTransport } from '../../../main/core/transports/webSocketTransport.ts';
import { remoteConfig, remoteDeps } from './remote.ts';

describe('which transport an entry gets', () => {
  it.each<[Partial<RemoteConfig>, new (...args: never[]) => unknown, string]>([
    [{ transport: 'http' }, HttpTransport, 'http'],
    [{ transport: 'http', fallbackToSse: true }, FallbackTransport, 'http'],
    [{ transport: 'proxy' }, HttpTransport, 'proxy'],
    [{ transport: 'sse' }, SseTransport, 'sse'],
    [{ transport: 'sse-ide' }, SseTransport, 'sse-ide'],
    [{ transport: 'ws', url: 'ws://127.0.0.1:9' }, WebSocketTransport, 'ws'],
    [{ transport: 'ws-ide', url: 'ws://127.0.0.1:9' }, WebSocketTransport, 'ws-ide'],
  ])('%j', async (more, type, kind) => {
    const transport = createTransport(remoteConfig('http://127.0.0.1:9/mcp', more), remoteDeps());
    expect(transport).toBeInstanceOf(type);
    expect(transport.kind).toBe(kind);
    expect(await transport.stop()).toEqual({ stuck: false });
  });

  it('stdio', () => {
    const { url: _url, headers: _headers, fallbackToSse: _fallback, ...common } = remoteConfig('');
    expect(createTransport({ ...common, transport: 'stdio', command: 'node', args: [], env: {} }, remoteDeps())).toBeInstanceOf(StdioTransport);
  });
});
