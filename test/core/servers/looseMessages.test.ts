import { describe, expect, test } from 'vitest';
import { numberOf, readAnswer, tidyDiscover, tidyInitialize } from '../../../main/core/servers/looseMessages.ts';

describe('answers read by hand', () => {
  test.each([
    [{ result: { a: 1 } }, { kind: 'result', result: { a: 1 } }],
    [
      { result: {}, error: null },
      { kind: 'result', result: {} },
    ],
    [{ result: null }, { kind: 'result', result: {} }],
    [
      { result: {}, error: { code: 1, message: 'x' } },
      { kind: 'error', code: 1, message: 'x' },
    ],
    [{ error: { code: '-32601' } }, { kind: 'error', code: -32601, message: 'no reason given' }],
    [{ error: 'broken' }, { kind: 'error', code: 0, message: 'broken' }],
    [{}, { kind: 'unreadable' }],
    [{ result: 'text' }, { kind: 'unreadable' }],
  ])('%j', (message, expected) => {
    expect(readAnswer(message)).toMatchObject(expected);
  });

  test.each([
    [7, 7],
    ['7', 7],
    ['0', 0],
    ['', undefined],
    ['07', undefined],
    [' 7', undefined],
    ['0x7', undefined],
    ['7e0', undefined],
    ['7.0', undefined],
    [null, undefined],
    ['listen:0', undefined],
  ])('id %j is %s', (id, number) => {
    expect(numberOf(id)).toBe(number);
  });

  test('sloppy handshakes are tidied, versions are not invented', () => {
    expect(
      tidyInitialize({ protocolVersion: '2025-03-26', capabilities: { tools: true, logging: null }, serverInfo: null, instructions: 7 }),
    ).toEqual({
      protocolVersion: '2025-03-26',
      capabilities: { tools: {} },
      serverInfo: { name: 'unknown', version: '' },
    });
    expect(tidyInitialize({})).not.toHaveProperty('protocolVersion');
    expect(tidyDiscover({ supportedVersions: ['2026-07-28', 3], capabilities: { tools: { listChanged: 'yes' } } })).toMatchObject({
      supportedVersions: ['2026-07-28'],
      capabilities: { tools: { listChanged: true } },
    });
  });
});
