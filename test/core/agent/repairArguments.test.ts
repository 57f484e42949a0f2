import { expect, test } from 'vitest';
import { repairArguments } from '../../../main/core/agent/repairArguments.ts';

const schema = {
  type: 'object',
  properties: {
    meta: { anyOf: [{ $ref: '#/$defs/m' }, { type: 'null' }] },
    tags: { type: 'array', items: { type: 'string' } },
    body: { type: 'string' },
    either: { type: ['string', 'object'] },
    count: { type: 'integer' },
    on: { type: 'boolean' },
    open: {},
    choice: { enum: [1, 2] },
  },
  $defs: { m: { type: 'object' } },
};

test.each([
  [{ meta: '{"a":1}' }, { meta: { a: 1 } }],
  [{ meta: 'null' }, { meta: null }],
  [{ tags: '["x"]' }, { tags: ['x'] }],
  [{ tags: '{"no":"array"}' }, { tags: '{"no":"array"}' }],
  [{ body: '{"stays":"text"}' }, { body: '{"stays":"text"}' }],
  [{ either: '{"a":1}' }, { either: '{"a":1}' }],
  [
    { count: '3', on: 'true' },
    { count: 3, on: true },
  ],
  [{ count: '3.5' }, { count: '3.5' }],
  [{ meta: '{"a": ' }, { meta: '{"a": ' }],
  [{ open: '{"a":1}' }, { open: '{"a":1}' }],
  [{ choice: '2' }, { choice: 2 }],
  [
    { toString: '1', other: '2' },
    { toString: '1', other: '2' },
  ],
])('%j → %j', (args, repaired) => {
  expect(repairArguments(args, schema)).toEqual(repaired);
});

test('what needs no repair is the same object', () => {
  const args = { tags: ['x'] };
  expect(repairArguments(args, schema)).toBe(args);
  expect(repairArguments(args, { type: 'object' })).toBe(args);
});
