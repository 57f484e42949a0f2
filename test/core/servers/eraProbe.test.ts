import { describe, expect, test } from 'vitest';
import { judgeProbe } from '../../../main/core/servers/eraProbe.ts';
import { RpcError } from '../../../main/core/servers/sessionErrors.ts';
import { TransportError } from '../../../main/core/transports/transportError.ts';

describe('the probe', () => {
  const ours = ['2026-07-28', '2025-11-25'];
  const rpc = (code: number, data?: unknown) => ({ error: new RpcError('a', 'server/discover', { code, message: 'no', data }) });
  test.each([
    ['a discover result', { result: { supportedVersions: ['2026-07-28'] } }, 'modern'],
    ['a discover result of another year', { result: { supportedVersions: ['2031-01-01'] } }, 'failed'],
    ['a discover result with old versions', { result: { supportedVersions: ['2025-11-25'] } }, 'legacy'],
    ['something else entirely', { result: { hello: 1 } }, 'legacy'],
    ['method not found', rpc(-32601), 'legacy'],
    ['session not found', rpc(-32001), 'legacy'],
    ['-32022 with our version', rpc(-32022, { supported: ['2026-07-28'] }), 'again'],
    ['-32022 with old versions', rpc(-32022, { supported: ['2025-11-25'] }), 'legacy'],
    ['-32022 of the future', rpc(-32022, { supported: ['2031-01-01'] }), 'failed'],
    ['-32022 without a list', rpc(-32022), 'legacy'],
    ['HTTP 404', { error: new TransportError('connect.http', 'x', { facts: { status: 404 } }) }, 'legacy'],
    ['HTTP 500', { error: new TransportError('connect.http', 'x', { facts: { status: 500 } }) }, 'legacy'],
    ['HTML', { error: new TransportError('connect.protocol', 'x') }, 'legacy'],
    ['401', { error: new TransportError('auth.required', 'x', { facts: { status: 401 } }) }, 'failed'],
    ['refused', { error: new TransportError('connect.network', 'x', { facts: { networkDown: true, unsent: true } }) }, 'failed'],
    ['cut off at the probe', { error: new TransportError('connect.network', 'x', { facts: { networkDown: true, unsent: false } }) }, 'legacy'],
    ['a bad certificate', { error: new TransportError('connect.tls', 'x') }, 'failed'],
  ])('%s', (_name, outcome, era) => {
    expect(judgeProbe('a', outcome, ours).era).toBe(era);
  });
});
