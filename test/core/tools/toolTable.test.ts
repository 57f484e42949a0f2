import { describe, expect, test } from 'vitest';
import { ServerToolTable } from '../../../main/core/tools/toolTable.ts';

const tool = (name: string, more: object = {}) => ({ name, description: `Does ${name}.`, inputSchema: { type: 'object' }, ...more });
const found = (server: string, items: unknown[], generation = 1) => ({ server, generation, items, notices: [] });

function table(options: Partial<ConstructorParameters<typeof ServerToolTable>[0]> = {}) {
  const made = new ServerToolTable({ trusts: () => false, ...options });
  const changes: string[] = [];
  made.onChange((server) => changes.push(server));
  return { table: made, changes };
}

describe('a long list', () => {
  const many = (count: number, more: (at: number) => object = () => ({})) => Array.from({ length: count }, (_, at) => tool(`t${at}`, more(at)));

  test('enters whole when all of it was read; until then everybody sees the one before', async () => {
    const { table: tools, changes } = table();
    expect(tools.apply(found('a', [tool('t0'), tool('old')]))).toBeUndefined();
    const before = tools.snapshot();
    const entering = tools.apply(found('a', [...many(3_000), { name: '' }], 2));
    expect(tools.snapshot()).toBe(before);
    expect(tools.find('a', 't1')).toBeUndefined();
    await entering;
    expect(tools.snapshot().tools).toHaveLength(3_000);
    expect(tools.find('a', 't0')).toBe(before.tools[0]);
    expect(tools.byName('mcp__a__old')).toBeUndefined();
    expect(tools.quarantined('a')).toHaveLength(1);
    expect(changes).toEqual(['a', 'a']);
  });

  test('lists of one server enter in their order, short ones behind long ones, and an older one that comes late is dropped', async () => {
    const { table: tools, changes } = table();
    const lists = [tools.apply(found('a', many(2_000), 3)), tools.apply(found('a', [tool('newest')], 5)), tools.apply(found('a', many(900), 4))];
    expect(tools.apply(found('b', [tool('quick')]))).toBeUndefined();
    expect(tools.snapshot().tools.map(({ original }) => original)).toEqual(['quick']);
    await Promise.all(lists);
    expect(tools.ofServer('a').map(({ original }) => original)).toEqual(['newest']);
    expect(changes).toEqual(['b', 'a', 'a']);
    expect(tools.apply(found('a', [tool('at once')], 6))).toBeUndefined();
  });

  test('does not enter after its server left, and one that comes back does', async () => {
    const { table: tools, changes } = table();
    const left = [tools.apply(found('a', many(2_000), 1)), tools.apply(found('a', many(1_000), 2))];
    tools.dropServer('a');
    await Promise.all(left);
    expect(tools.hasServer('a')).toBe(false);
    const leftAgain = tools.apply(found('a', many(2_000), 3));
    tools.dropServer('a');
    await Promise.all([leftAgain, tools.apply(found('a', many(700), 4))]);
    expect(tools.ofServer('a')).toHaveLength(700);
    expect(changes).toEqual(['a']);
  });

  test('a name that another server took meanwhile stays with it', async () => {
    const { table: tools } = table({ reserved: ['mcp__a__t7'] });
    const entering = tools.apply(found('a', many(1_000)));
    await entering;
    expect(tools.find('a', 't7')).toBeUndefined();
    expect(tools.notices('a').map(({ code }) => code)).toEqual(['tools.name_taken']);
  });

  test('the same list again announces nothing and keeps the tools', async () => {
    const { table: tools, changes } = table();
    await tools.apply(found('a', many(800)));
    const before = tools.snapshot();
    await tools.apply(found('a', many(800), 2));
    expect(tools.snapshot()).toBe(before);
    expect(changes).toEqual(['a']);
  });
});

describe('adopting a list', () => {
  test('tools are found by name and by original name, and quarantine is listed by server', () => {
    const { table: tools, changes } = table();
    tools.apply(found('b', [tool('x'), { name: '' }]));
    tools.apply(found('a', [tool('x'), tool('y')]));
    expect(tools.snapshot().tools.map(({ name }) => name)).toEqual(['mcp__a__x', 'mcp__a__y', 'mcp__b__x']);
    expect(tools.find('b', 'x')?.name).toBe('mcp__b__x');
    expect(tools.snapshot().byName('mcp__a__y')?.server).toBe('a');
    expect(tools.quarantined('a')).toEqual([]);
    expect(tools.quarantined()).toHaveLength(1);
    expect(changes).toEqual(['b', 'a']);
  });

  test('a tool is complete when it is spread or written as JSON', () => {
    const { table: tools } = table();
    tools.apply(found('a', [tool('x', { outputSchema: { type: 'object' } })]));
    const [made] = tools.snapshot().tools;
    const expected = {
      name: 'mcp__a__x',
      server: 'a',
      original: 'x',
      title: 'x',
      description: 'Does x.',
      catalogLine: 'Does x.',
      fullDescription: 'Does x.',
      inputSchema: { type: 'object' },
      originalSchema: { type: 'object' },
      outputSchema: { type: 'object' },
      annotations: {},
      definitionHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      definition: { name: 'x' },
      notes: [],
    };
    expect({ ...made }).toMatchObject(expected);
    expect(JSON.parse(JSON.stringify(made))).toMatchObject(expected);
  });

  test('a schema that is lawful is not copied', () => {
    const { table: tools } = table();
    const inputSchema = Object.freeze({ type: 'object', properties: { city: { type: 'string', description: 'City' } }, required: ['city'] });
    tools.apply(found('a', [{ name: 'x', inputSchema }]));
    expect(tools.find('a', 'x')?.inputSchema).toBe(inputSchema);
    expect(tools.find('a', 'x')?.originalSchema).toBe(inputSchema);
  });

  test('notices of the discovery are kept, and go with the next list', () => {
    const { table: tools } = table();
    tools.apply({ ...found('a', [tool('x')]), notices: [{ code: 'tools.page_cap', message: 'Only 10 pages.' }] });
    expect(tools.notices('a')).toEqual([{ server: 'a', code: 'tools.page_cap', message: 'Only 10 pages.' }]);
    tools.apply(found('a', [tool('x')], 2));
    expect(tools.notices()).toEqual([]);
  });

  test('a name that belongs to a built-in tool is skipped with a notice', () => {
    const { table: tools } = table({ reserved: ['mcp__a__x'] });
    tools.apply(found('a', [tool('x'), tool('y')]));
    expect(tools.snapshot().tools.map(({ original }) => original)).toEqual(['y']);
    expect(tools.quarantined('a')).toEqual([{ server: 'a', original: 'x', pointer: '/name', reason: expect.stringContaining('built-in') }]);
    expect(tools.notices('a')[0]?.code).toBe('tools.name_taken');
  });

  test('tools for apps only are marked', () => {
    const { table: tools } = table();
    tools.apply(found('a', [tool('x', { _meta: { ui: { visibility: ['app'] } } }), tool('y', { _meta: { ui: { visibility: ['app', 'model'] } } })]));
    expect(tools.ofServer('a').map(({ appOnly }) => appOnly ?? false)).toEqual([true, false]);
  });
});

describe('a later list', () => {
  test('an older generation that arrives late changes nothing', () => {
    const { table: tools, changes } = table();
    tools.apply(found('a', [tool('new')], 5));
    tools.apply(found('a', [tool('old')], 4));
    expect(tools.ofServer('a').map(({ original }) => original)).toEqual(['new']);
    expect(changes).toHaveLength(1);
  });

  test('the same list in another key order is no change: same objects, same revision, no event', () => {
    const { table: tools, changes } = table();
    tools.apply(found('a', [tool('x'), tool('y')]));
    const before = tools.snapshot();
    tools.apply(found('a', [{ inputSchema: { type: 'object' }, description: 'Does x.', name: 'x' }, tool('y')], 2));
    expect(tools.snapshot()).toBe(before);
    expect(changes).toHaveLength(1);
  });

  test('a changed tool is another object; its neighbours stay; old snapshots do not move', () => {
    const { table: tools, changes } = table();
    tools.apply(found('a', [tool('x'), tool('y')]));
    const before = tools.snapshot();
    tools.apply(found('a', [tool('x', { description: 'Something else.' }), tool('y'), tool('z')], 2));
    const after = tools.snapshot();
    expect(after.revision).toBeGreaterThan(before.revision);
    expect(before.byName('mcp__a__x')?.description).toBe('Does x.');
    expect(before.tools).toHaveLength(2);
    expect(after.byName('mcp__a__x')?.description).toBe('Something else.');
    expect(after.byName('mcp__a__y')).toBe(before.byName('mcp__a__y'));
    expect(changes).toEqual(['a', 'a']);
  });

  test('dropping a server takes its tools and nothing else; it may come back with any generation', () => {
    const { table: tools, changes } = table();
    tools.apply(found('a', [tool('x')], 9));
    tools.apply(found('b', [tool('x')], 9));
    tools.dropServer('a');
    tools.dropServer('never-there');
    expect(tools.snapshot().tools.map(({ name }) => name)).toEqual(['mcp__b__x']);
    expect(tools.find('a', 'x')).toBeUndefined();
    tools.apply(found('a', [tool('x')], 1));
    expect(tools.snapshot().tools).toHaveLength(2);
    expect(changes).toEqual(['a', 'b', 'a', 'a']);
  });
});

describe('switching tools off (TOL-11)', () => {
  test('a switched-off tool leaves the snapshot but stays findable', () => {
    const { table: tools, changes } = table();
    tools.apply(found('a', [tool('x'), tool('y')]));
    const before = tools.snapshot();
    tools.setDisabled(['mcp__a__x', 'mcp__gone__x']);
    expect(tools.snapshot().tools.map(({ original }) => original)).toEqual(['y']);
    expect(before.tools).toHaveLength(2);
    expect(tools.ofServer('a')).toHaveLength(2);
    expect(tools.isEnabled({ name: 'mcp__a__x' })).toBe(false);
    tools.setDisabled(['mcp__gone__x', 'mcp__a__x']);
    expect(changes).toEqual(['a', 'a']);
    tools.setDisabled([]);
    expect(tools.snapshot().tools).toHaveLength(2);
  });
});

test('trust in annotations is asked at each use', () => {
  const trusted = new Set<string>();
  const { table: tools } = table({ trusts: (server) => trusted.has(server) });
  tools.apply(found('a', [tool('x', { annotations: { readOnlyHint: true } })]));
  const [made] = tools.snapshot().tools;
  if (!made) throw new Error('no tool');
  expect(tools.risk(made).readOnly).toBe(false);
  trusted.add('a');
  expect(tools.risk(made).readOnly).toBe(true);
});
