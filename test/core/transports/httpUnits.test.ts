import { describe, expect, it } from 'vitest';
import { describeBody, oneLine, reasonOf, rpcErrorIn } from '../../../main/core/transports/http/describeBody.ts';
import { encodeFieldValue, isModernVersion, isSessionId, plainHeaders, postHeaders } from '../../../main/core/transports/http/messageHeaders.ts';
import { hideSecrets, readEndpoint, showUrl } from '../../../main/core/transports/httpClient/endpoint.ts';
import { isLoopback } from '../../../main/core/transports/httpClient/proxyFor.ts';
import { cancelledId } from '../../../main/core/transports/jsonRpc.ts';
import { classifyNetworkError, NetworkStrikes, networkFailure } from '../../../main/core/transports/networkError.ts';
import { remoteConfig } from './remote.ts';

const coded = (code: string, message = 'x', more: object = {}): Error => Object.assign(new Error(message), { code, ...more });

describe('network errors (CON-9)', () => {
  it.each([
    [coded('ECONNREFUSED'), 'network', true],
    [coded('ENOTFOUND'), 'network', true],
    [coded('EAI_AGAIN'), 'network', true],
    [coded('EHOSTUNREACH'), 'network', true],
    [coded('UND_ERR_CONNECT_TIMEOUT'), 'network', true],
    [coded('ECONNRESET'), 'network', false],
    [coded('ETIMEDOUT'), 'network', false],
    [coded('ETIMEDOUT', 'x', { syscall: 'connect' }), 'network', true],
    [coded('EPIPE'), 'network', false],
    [coded('UND_ERR_SOCKET'), 'network', false],
    [coded('ECONNRESET', 'Client network socket disconnected before secure TLS connection was established'), 'network', true],
    [coded('DEPTH_ZERO_SELF_SIGNED_CERT'), 'tls', true],
    [coded('CERT_SIGNATURE_FAILURE'), 'tls', true],
    [coded('ERR_SSL_WRONG_VERSION_NUMBER'), 'tls', true],
    [coded('ERR_SSL_TLSV1_ALERT_UNKNOWN_CA'), 'tls', true],
    [coded('HPE_INVALID_CONSTANT'), 'protocol', false],
    [coded('UND_ERR_PRX_CONN'), 'proxy', true],
    [new Error('Proxy response (407) !== 200 when HTTP Tunneling'), 'proxy', true],
    [new AggregateError([coded('ECONNREFUSED')], 'all failed'), 'network', true],
    [new Error('fetch failed', { cause: coded('ECONNREFUSED') }), 'network', true],
    [new Error('odd'), 'network', false],
    ['not even an error', 'network', false],
    [coded('toString'), 'network', false],
  ])('%s is %s, before sending: %s', (error, kind, beforeSending) => {
    expect(classifyNetworkError(error)).toMatchObject({ kind, beforeSending });
  });

  it.each([
    ['initialize', false, 'ECONNREFUSED', 'connect.network'],
    ['initialize', false, 'CERT_HAS_EXPIRED', 'connect.tls'],
    ['server/discover', true, 'ECONNRESET', 'connect.network'],
    ['notifications/initialized', true, 'HPE_X', 'connect.protocol'],
    ['tools/call', true, 'HPE_X', 'call.protocol'],
    ['tools/call', true, 'Z_DATA_ERROR', 'call.protocol'],
    ['tools/call', false, 'ECONNREFUSED', 'call.disconnected'],
    ['tools/call', true, 'ECONNRESET', 'call.outcome_unknown'],
    ['tools/list', true, 'ECONNRESET', 'call.outcome_unknown'],
  ])('%s, sent: %s, %s: %s', (method, sent, code, expected) => {
    const error = networkFailure(coded(code), { server: 's', at: 'http://a.test/', method, sent });
    expect(error.code).toBe(expected);
    expect(error.facts).toEqual({ networkDown: /^E/.test(code), unsent: !sent });
    expect(error.info.fix).toBeDefined();
  });

  it('three strikes in a row', () => {
    const strikes = new NetworkStrikes();
    expect([strikes.strike(), strikes.strike()]).toEqual([false, false]);
    strikes.reset();
    expect([strikes.strike(), strikes.strike(), strikes.strike()]).toEqual([false, false, true]);
  });
});

describe('headers of a message', () => {
  const legacy = { sessionId: 's1', protocolVersion: '2025-11-25' };
  const modern = { sessionId: undefined, protocolVersion: '2026-07-28' };
  const meta = { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } };

  it('legacy: session and version, but not with initialize', () => {
    expect(postHeaders({ id: 1, method: 'tools/call', params: { name: 'x' } }, legacy)).toEqual({
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-session-id': 's1',
      'mcp-protocol-version': '2025-11-25',
    });
    expect(Object.keys(postHeaders({ id: 1, method: 'initialize' }, legacy))).toEqual(['content-type', 'accept']);
  });

  it('modern: the body says what the headers repeat', () => {
    expect(postHeaders({ id: 1, method: 'tools/call', params: { name: '天气', ...meta } }, modern)).toMatchObject({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': '=?base64?5aSp5rCU?=',
    });
    expect(postHeaders({ id: 1, method: 'resources/read', params: { uri: 'a://b', ...meta } }, modern)).toMatchObject({ 'mcp-name': 'a://b' });
    expect(postHeaders({ method: 'notifications/cancelled', params: {} }, modern)).toMatchObject({ 'mcp-method': 'notifications/cancelled' });
    expect(postHeaders({ id: 1, method: 'toString', params: { name: 'x', ...meta } }, modern)['mcp-name']).toBeUndefined();
  });

  it('the probe is modern before anything is settled', () => {
    const headers = postHeaders({ id: 'p', method: 'server/discover', params: meta }, { sessionId: undefined, protocolVersion: undefined });
    expect(headers).toMatchObject({ 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'server/discover' });
  });

  it('headers of one request are added, except those that are ours', () => {
    const extra = { 'Mcp-Param-Region': 'eu', Authorization: 'x', 'MCP-Session-Id': 'x', Accept: 'x', Host: 'x' };
    const headers = postHeaders({ id: 1, method: 'tools/call', params: { name: 'x', ...meta } }, modern, extra);
    expect(headers).toMatchObject({ 'mcp-param-region': 'eu', accept: 'application/json, text/event-stream' });
    expect(Object.keys(headers)).not.toEqual(expect.arrayContaining(['authorization', 'mcp-session-id', 'host']));
  });

  it.each([
    ['plain', 'plain'],
    ['with space', 'with space'],
    ['', '=?base64??='],
    [' edge', '=?base64?IGVkZ2U=?='],
    ['a\r\nb', '=?base64?YQ0KYg==?='],
    ['=?base64?eA==?=', '=?base64?PT9iYXNlNjQ/ZUE9PT89?='],
  ])('value %j as %s', (value, encoded) => {
    expect(encodeFieldValue(value)).toBe(encoded);
  });

  it('versions and session ids', () => {
    expect(['2025-11-25', '2026-07-28', '2027-01-01', 'draft', undefined].map(isModernVersion)).toEqual([false, true, true, false, false]);
    expect(['abc-1', 'with space', 'ü', '', undefined].map(isSessionId)).toEqual([true, false, false, false, false]);
    expect(plainHeaders(legacy, 'text/event-stream', 'e1')).toEqual({
      accept: 'text/event-stream',
      'mcp-protocol-version': '2025-11-25',
      'mcp-session-id': 's1',
      'last-event-id': 'e1',
    });
  });
});

describe('bodies in words', () => {
  it.each([
    ['', 'text/plain', 'with an empty body'],
    [' \n', '', 'with an empty body'],
    ['<html><head><title>\n Sign  in </title>', 'text/html', 'with a web page ("Sign in") instead of JSON, as proxies and login pages do'],
    ['<!DOCTYPE html><h1>Hi</h1>', '', 'with a web page ("Hi") instead of JSON, as proxies and login pages do'],
    ['{"a":', 'application/json', 'with broken JSON: {"a":'],
    ['{"a":1}', 'application/json', 'with JSON that is no answer: {"a":1}'],
    ['hello', 'Text/Plain; charset=x', 'with text/plain instead of JSON: hello'],
    ['hello', '', 'with a body without a content type instead of JSON: hello'],
  ])('%j as %s', (text, type, words) => {
    expect(describeBody(text, type)).toBe(words);
  });

  it.each([
    ['{"error":{"code":1,"message":"inner"}}', 'application/json', 'inner'],
    ['{"error":"x","error_description":"why"}', 'application/json', 'why'],
    ['{"detail":"not allowed"}', 'application/json', 'not allowed'],
    ['{"error":"slow down"}', 'application/json', 'slow down'],
    ['{"a":1}', 'application/json', '{"a":1}'],
    ['<html><title>502 Bad Gateway</title>', 'text/html', '502 Bad Gateway'],
    ['<html>no title', 'text/html', ''],
    ['  plain\u0007 words ', '', 'plain words'],
  ])('the reason in %j', (text, type, reason) => {
    expect(reasonOf(text, type)).toBe(reason);
  });

  it('JSON-RPC errors are found, also in arrays; other JSON is none', () => {
    expect(rpcErrorIn('{"id":null,"error":{"code":-32022,"message":"m","data":{"supported":["x"]}}}')).toEqual({
      id: null,
      code: -32022,
      message: 'm',
      data: { supported: ['x'] },
    });
    expect(rpcErrorIn('[{"id":3,"error":{"code":1}}]')).toEqual({ id: 3, code: 1, message: '' });
    for (const text of ['', 'null', '{"error":"text"}', '{"error":{"code":"1"}}', '[]', '<html>']) expect(rpcErrorIn(text)).toBeUndefined();
  });

  it('one line, cut', () => {
    expect(oneLine('a\u0000\n\tb', 10)).toBe('a b');
    expect(oneLine('x'.repeat(20), 5)).toBe('xxxxx…');
  });
});

describe('small things', () => {
  it('what a cancellation ends', () => {
    expect(cancelledId({ method: 'notifications/cancelled', params: { requestId: 3 } })).toBe('3');
    expect(cancelledId({ method: 'notifications/cancelled', params: {} })).toBeUndefined();
    expect(cancelledId({ method: 'notifications/x', params: { requestId: 3 } })).toBeUndefined();
  });

  it('an address is shown without what may be secret, and secrets are taken out of text', () => {
    const endpoint = readEndpoint(
      remoteConfig('https://user:hunter22@a.test/mcp?key=0123456789abcdef&mode=x#frag', { headers: { 'X-Key': 'Token sekret-1' } }),
    );
    expect(showUrl(endpoint.url)).toBe('https://a.test/mcp');
    expect(endpoint.url.href).toBe('https://a.test/mcp?key=0123456789abcdef&mode=x');
    expect(hideSecrets('Token sekret-1, sekret-1, hunter22, 0123456789abcdef, x', endpoint.secrets)).toBe('•••, •••, •••, •••, x');
  });

  it('which hosts are this machine', () => {
    expect(['localhost', 'a.localhost', '127.0.0.1', '127.9.9.9', '[::1]', '::1'].every(isLoopback)).toBe(true);
    expect(['128.0.0.1', 'localhost.evil.test', '127.0.0.1.evil.test', '0.0.0.0'].some(isLoopback)).toBe(false);
  });
});
