import { describe, expect, test } from 'vitest';
import { readWire } from '../../../main/core/transports/wireMessage.ts';

const isOpen = (id: unknown): boolean => id === 1 || id === '1';
const read = (value: unknown): unknown => {
  const reading = readWire(value, isOpen);
  return reading.kind === 'message' ? reading.inbound.message : reading.kind === 'unreadable' ? `unreadable: ${reading.what}` : 'noise';
};
const rpc = { jsonrpc: '2.0' };

describe('readWire', () => {
  test.each<[string, unknown, unknown]>([
    ['an answer', { ...rpc, id: 1, result: { a: 1 } }, { ...rpc, id: 1, result: { a: 1 } }],
    ['error: null beside it', { ...rpc, id: 1, result: {}, error: null, method: null }, { ...rpc, id: 1, result: {} }],
    ['members of its own', { ...rpc, id: 1, result: {}, took: 3 }, { ...rpc, id: 1, result: {} }],
    ['result: null', { ...rpc, id: 1, result: null }, { ...rpc, id: 1, result: {} }],
    ['_meta: null', { ...rpc, id: 1, result: { _meta: null, a: 1 } }, { ...rpc, id: 1, result: { a: 1 } }],
    ['an answer without jsonrpc', { id: 1, result: {} }, { ...rpc, id: 1, result: {} }],
    ['another jsonrpc', { jsonrpc: 2, id: 1, result: {} }, { ...rpc, id: 1, result: {} }],
    ['an error', { ...rpc, id: 1, error: { code: -1, message: 'no', data: 5 } }, { ...rpc, id: 1, error: { code: -1, message: 'no', data: 5 } }],
    ['an error that is a text', { ...rpc, id: 1, error: 'no' }, { ...rpc, id: 1, error: { code: 0, message: 'no' } }],
    [
      'an error with a text code',
      { ...rpc, id: 1, error: { code: '-32601', data: null } },
      { ...rpc, id: 1, error: { code: -32601, message: 'no reason given' } },
    ],
    [
      'an error beside a result',
      { ...rpc, id: 1, result: {}, error: { code: 1, message: 'x' } },
      { ...rpc, id: 1, error: { code: 1, message: 'x' } },
    ],
    ['an answer that keeps our method', { ...rpc, id: 1, method: 'tools/list', result: { tools: [] } }, { ...rpc, id: 1, result: { tools: [] } }],
    ['a request', { ...rpc, id: 'p', method: 'ping', params: { _meta: null } }, { ...rpc, id: 'p', method: 'ping', params: {} }],
    ['a notification', { ...rpc, method: 'x', params: null, id: null }, { ...rpc, method: 'x' }],
    [
      'an error that names nobody',
      { ...rpc, id: null, error: { code: -32700, message: 'parse' } },
      { ...rpc, error: { code: -32700, message: 'parse' } },
    ],
    ['neither result nor error', { ...rpc, id: 1 }, 'unreadable: neither a result nor an error'],
    ['a result that is a list', { ...rpc, id: 1, result: [1] }, 'unreadable: the result is not an object'],
    ['a result that is a text', { ...rpc, id: 1, result: 'ok' }, 'unreadable: the result is not an object'],
    ['an id of a request that nobody sent, without jsonrpc', { id: 5, result: {} }, 'noise'],
    ['a log line', { level: 'info', method: 'GET', id: 7 }, 'noise'],
    ['an id that is an object', { ...rpc, id: {}, result: {} }, 'noise'],
    ['a text', 'hello', 'noise'],
    ['null', null, 'noise'],
    ['a list', [rpc], 'noise'],
    ['nothing', {}, 'noise'],
  ])('%s', (_, value, expected) => {
    expect(read(value)).toEqual(expected);
  });
});
