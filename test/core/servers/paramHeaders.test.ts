import { expect, test } from 'vitest';
import { paramHeaders } from '../../../main/core/servers/paramHeaders.ts';

test('headers of arguments: nested, typed, encoded, or left out', () => {
  const property = (name: string, type = 'string') => ({ type, 'x-mcp-header': name });
  const definition = {
    inputSchema: {
      properties: {
        a: property('A'),
        b: property('B', 'boolean'),
        deep: { properties: { c: property('C') } },
        bad: property('no space'),
        n: property('N'),
        o: property('O'),
      },
    },
  };
  const args = { a: ' padded ', b: false, deep: { c: '=?base64?x?=' }, bad: 'x', n: null, o: { not: 'primitive' } };
  expect(paramHeaders(definition, args)).toEqual({
    'Mcp-Param-A': `=?base64?${btoa(' padded ')}?=`,
    'Mcp-Param-B': 'false',
    'Mcp-Param-C': `=?base64?${btoa('=?base64?x?=')}?=`,
  });
  expect(paramHeaders(undefined, args)).toEqual({});
});
