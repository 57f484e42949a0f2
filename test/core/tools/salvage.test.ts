import { describe, expect, test } from 'vitest';
import { salvage } from '../../../main/core/tools/salvage.ts';

const good = { name: 'good', description: 'ok', inputSchema: { type: 'object' } };
const originals = (items: unknown[]): string[] => salvage('s', items).definitions.map((tool) => tool.original);

describe('one bad tool never hides the others (TOL-2)', () => {
  test.each<[string, unknown, string]>([
    ['not an object', 'tool', '/1'],
    ['null', null, '/1'],
    ['a list', [], '/1'],
    ['no name', { inputSchema: {} }, '/1/name'],
    ['a null name', { name: null }, '/1/name'],
    ['a number as name', { name: 7 }, '/1/name'],
    ['an empty name', { name: '' }, '/1/name'],
    ['an endless name', { name: 'x'.repeat(5000) }, '/1/name'],
    ['the same name again', { ...good, description: 'second' }, '/1/name'],
  ])('%s is quarantined with place and reason', (_what, bad, pointer) => {
    const { definitions, quarantined } = salvage('s', [good, bad, { ...good, name: 'last' }]);
    expect(definitions.map((tool) => tool.original)).toEqual(['good', 'last']);
    expect(definitions[0]?.description).toBe('ok');
    expect(quarantined).toEqual([{ server: 's', original: expect.any(String), reason: expect.stringMatching(/^\S.+\.$/), pointer }]);
  });

  test('nesting that would overflow a stack is quarantined', () => {
    let schema: Record<string, unknown> = {};
    for (let i = 0; i < 100_000; i += 1) schema = { properties: { x: schema } };
    const { definitions, quarantined } = salvage('s', [{ name: 'deep', inputSchema: schema }, good]);
    expect(definitions.map((tool) => tool.original)).toEqual(['good']);
    expect(quarantined[0]?.original).toBe('deep');
  });

  test('names that objects have anyway are names like others', () => {
    expect(originals([{ name: 'constructor' }, { name: '__proto__' }, { name: 'toString' }])).toEqual(['constructor', '__proto__', 'toString']);
  });
});

describe('what can be repaired is repaired and marked', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['no schema', {}, /inputSchema: missing/],
    ['a schema as text', { inputSchema: '{"type":"object"}' }, /inputSchema: JSON text/],
    [
      'a description in lines',
      { inputSchema: { type: 'object' }, description: ['one', { type: 'text', text: 'two' }] },
      /description: not text; the words/,
    ],
    ['a description that is a number', { inputSchema: { type: 'object' }, description: 7 }, /description: not text; the words/],
    ['a null schema', { inputSchema: null }, /inputSchema: not an object/],
    ['true as schema', { inputSchema: true }, /inputSchema: not an object/],
    ['a list as schema', { inputSchema: [] }, /inputSchema: not an object/],
    ['a schema for text', { inputSchema: { type: 'string' } }, /inputSchema\/type: string/],
    ['a null description', { inputSchema: { type: 'object' }, description: null }, /description: not text/],
    ['a number as title', { inputSchema: { type: 'object' }, title: 5 }, /title: not text/],
    ['a list as annotations', { inputSchema: { type: 'object' }, annotations: [] }, /annotations: not an object/],
    ['an output schema that is none', { inputSchema: { type: 'object' }, outputSchema: 'x' }, /outputSchema: not an object/],
  ])('%s', (_what, fields, note) => {
    const { definitions, quarantined } = salvage('s', [{ name: 'tool', ...fields }]);
    expect(quarantined).toEqual([]);
    expect(definitions[0]?.inputSchema).toEqual({ type: 'object' });
    expect(definitions[0]?.notes).toEqual([expect.stringMatching(note)]);
  });

  test('words of an oddly written description are kept', () => {
    const [lines, block, nothing] = salvage('s', [
      { name: 'a', description: ['one', { text: 'two' }] },
      { name: 'b', description: { text: 'words' } },
      { name: 'c', description: { a: 1 } },
    ]).definitions.map(({ description }) => description);
    expect([lines, block, nothing]).toEqual(['one\ntwo', 'words', undefined]);
  });

  test('a lawful tool has no notes, and its definition is handed on untouched', () => {
    const definition = Object.freeze({ ...good, title: 'T', annotations: { readOnlyHint: true, title: 'other' }, _meta: { a: 1 } });
    const [tool] = salvage('s', [definition]).definitions;
    expect(tool).toMatchObject({ title: 'T', annotations: { readOnlyHint: true }, notes: [] });
    expect(tool?.definition).toBe(definition);
  });

  test('the title of the annotations counts where there is no other', () => {
    expect(salvage('s', [{ ...good, annotations: { title: 'From annotations' } }]).definitions[0]?.title).toBe('From annotations');
  });

  test('one hint that is no boolean spoils all hints; null is as good as absent', () => {
    const [odd, nulls] = salvage('s', [
      { ...good, annotations: { readOnlyHint: true, destructiveHint: 'false' } },
      { ...good, name: 'b', annotations: { readOnlyHint: true, destructiveHint: null } },
    ]).definitions;
    expect(odd?.annotations).toEqual({});
    expect(odd?.notes).toHaveLength(1);
    expect(nulls?.annotations).toEqual({ readOnlyHint: true });
  });
});

describe('x-mcp-header over HTTP (2026-07-28)', () => {
  const withProperty = (property: unknown, more: object = {}) => ({
    name: 'tool',
    inputSchema: { type: 'object', properties: { a: property }, ...more },
  });
  test.each<[string, unknown, boolean]>([
    ['a header of a string', withProperty({ type: 'string', 'x-mcp-header': 'Region' }), true],
    ['nested through properties', withProperty({ type: 'object', properties: { b: { type: 'boolean', 'x-mcp-header': 'Deep' } } }), true],
    ['an empty header', withProperty({ type: 'string', 'x-mcp-header': '' }), false],
    ['no text', withProperty({ type: 'string', 'x-mcp-header': 5 }), false],
    ['a blank in the name', withProperty({ type: 'string', 'x-mcp-header': 'My Header' }), false],
    ['a line break in the name', withProperty({ type: 'string', 'x-mcp-header': 'A\r\nB' }), false],
    ['a number', withProperty({ type: 'number', 'x-mcp-header': 'N' }), false],
    ['an object', withProperty({ type: 'object', 'x-mcp-header': 'N' }), false],
    ['inside items', withProperty({ type: 'array', items: { type: 'string', 'x-mcp-header': 'N' } }), false],
    ['inside anyOf', withProperty({ anyOf: [{ type: 'string', 'x-mcp-header': 'N' }] }), false],
    ['in $defs', withProperty({ $ref: '#/$defs/x' }, { $defs: { x: { type: 'string', 'x-mcp-header': 'N' } } }), false],
    ['at the root', { name: 'tool', inputSchema: { type: 'object', 'x-mcp-header': 'N' } }, false],
    [
      'twice, by case',
      withProperty(
        { type: 'string', 'x-mcp-header': 'N' },
        { properties: { a: { type: 'string', 'x-mcp-header': 'N' }, b: { type: 'string', 'x-mcp-header': 'n' } } },
      ),
      false,
    ],
  ])('%s', (_what, tool, usable) => {
    const { definitions, quarantined } = salvage('s', [tool, good], { headers: true });
    expect(definitions.map((found) => found.original)).toEqual(usable ? ['tool', 'good'] : ['good']);
    expect(quarantined).toHaveLength(usable ? 0 : 1);
    if (!usable) expect(quarantined[0]?.pointer).toMatch(/x-mcp-header$/);
    expect(salvage('s', [tool]).definitions, 'other transports take it').toHaveLength(1);
  });
});
