import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { validateArguments } from '../../../main/core/tools/arguments/validateArguments.ts';
import { validateOutput } from '../../../main/core/tools/arguments/validateOutput.ts';
import { diffDefinitions } from '../../../main/core/tools/definitionDiff.ts';
import { normalizeSchema } from '../../../main/core/tools/schema/normalizeSchema.ts';
import { ServerToolTable } from '../../../main/core/tools/toolTable.ts';

/** The fault cases about tools, played against the table without a connection; test/cases/run plays them over the wire. */
const folder = path.resolve(import.meta.dirname, '../../cases');
const read = (file: string) => JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
interface Step {
  match: { method: string; cursor?: string; nth?: number };
  do: { result: { tools: unknown[] } }[];
}
const lists = (id: string): Step[] => read(`${id}/scenario.json`).on.filter((step: Step) => step.match.method === 'tools/list');
const newTable = () => new ServerToolTable({ trusts: () => false });

function adopt(items: unknown[], server = 'fake') {
  const table = newTable();
  table.apply({ server, generation: 1, items, notices: [] });
  return table;
}

describe('t01: one bad tool drops all', () => {
  test.each(lists('t01-one-bad-tool-drops-all').map((step) => [step.match.cursor, step.do[0]?.result.tools ?? []] as const))(
    '%s',
    (_cursor, items) => {
      const table = adopt(items);
      expect(table.find('fake', 'good')?.description).toBe('ok');
      expect(table.ofServer('fake').length + table.quarantined().length).toBe(items.length);
      for (const tool of table.ofServer('fake')) {
        expect(tool.inputSchema.type).toBe('object');
        expect(tool.description).not.toBe('');
      }
      for (const bad of table.quarantined()) expect(bad.reason).not.toBe('');
    },
  );
});

test('t02: combinators at the root become one object; the original still decides', () => {
  const tool = adopt(read('t02-combinators-at-root/scenario.json').tools).find('fake', 'either');
  if (!tool) throw new Error('missing');
  for (const family of ['neutral', 'openai-compatible', 'anthropic', 'google'] as const) {
    const { schema } = normalizeSchema(tool.originalSchema, family);
    expect(schema).toMatchObject({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'integer' } } });
    expect(schema.description).toContain('(a) or (b)');
  }
  expect(validateArguments(tool, { a: 'x' }).ok).toBe(true);
  expect(validateArguments(tool, {}).ok).toBe(false);
  expect(validateArguments(tool, { a: 'x', b: 1 }).ok).toBe(false);
});

test('t05: results are checked for tools of every page', () => {
  const pages = lists('t05-output-check-lost-by-paging').toReversed();
  const table = adopt(pages.flatMap((step) => step.do[0]?.result.tools ?? []));
  const schema = table.find('fake', 'calc')?.outputSchema;
  if (!schema) throw new Error('missing');
  expect(validateOutput(schema, { v: 'five' })).toHaveLength(1);
});

test('t07: every odd name is usable or quarantined with a reason', () => {
  const { tools } = read('t07-tool-names/scenario.json');
  const table = adopt(tools);
  expect(table.snapshot().tools).toHaveLength(13);
  expect(table.quarantined()).toEqual([{ server: 'fake', original: '', reason: 'The name is empty.', pointer: '/13/name' }]);
  expect(table.snapshot().tools.map((tool) => tool.original)).toEqual(tools.slice(0, 13).map((tool: { name: string }) => tool.name));
});

test('t08: both servers keep their tool; within one server the first wins and the second is told', () => {
  const table = newTable();
  const [a, b] = [read('t08-same-tool-two-servers/server-a.json'), read('t08-same-tool-two-servers/server-b.json')];
  table.apply({ server: 'alpha', generation: 1, items: [...a.tools, ...a.tools], notices: [] });
  table.apply({ server: 'beta', generation: 1, items: b.tools, notices: [] });
  expect(table.snapshot().byName('mcp__alpha__execute_sql')?.server).toBe('alpha');
  expect(table.snapshot().byName('mcp__beta__execute_sql')?.server).toBe('beta');
  expect(table.quarantined('alpha')).toHaveLength(1);
});

test('t09: 10,000 tools are all there', async () => {
  const [big] = lists('t09-very-many-tools') as unknown as { do: { result: { tools: { $list: { n: number } } } }[] }[];
  const { n } = big?.do[0]?.result.tools.$list ?? { n: 0 };
  const items = Array.from({ length: n }, (_, i) => ({
    name: `tool_${i}`,
    description: `Number ${i} of very many.`,
    inputSchema: { type: 'object', properties: { q: { type: 'string' } } },
  }));
  const table = adopt([]);
  await table.apply({ server: 'many', generation: 2, items, notices: [] });
  expect(table.snapshot().tools).toHaveLength(10_000);
});

test('t14: a tool that deletes is destructive whatever it says, and hints may raise caution', () => {
  const table = adopt(read('t14-lying-annotations/scenario.json').tools);
  const trusting = new ServerToolTable({ trusts: () => true });
  trusting.apply({ server: 'fake', generation: 1, items: read('t14-lying-annotations/scenario.json').tools, notices: [] });
  for (const judged of [table, trusting]) {
    for (const tool of judged.snapshot().tools) expect(judged.risk(tool)).toMatchObject({ destructive: true, readOnly: false });
  }
});

test('t16: another key order is the same definition, another text is not', () => {
  const table = newTable();
  const hashes = lists('t16-definition-changes-later').map((step, i) => {
    table.apply({ server: 'fake', generation: i + 1, items: step.do[0]?.result.tools ?? [], notices: [] });
    return table.find('fake', 'send');
  });
  expect(hashes[1]?.definitionHash).toBe(hashes[0]?.definitionHash);
  expect(hashes[2]?.definitionHash).not.toBe(hashes[0]?.definitionHash);
  expect(diffDefinitions(hashes[0]?.definition ?? {}, hashes[2]?.definition ?? {}).map((change) => change.pointer)).toEqual([
    '/description',
    '/inputSchema/properties/bcc',
  ]);
});

test('k01: arguments as text', () => {
  const { schema, fromModel } = read('k01-arguments-as-text/case.json').input;
  const outcomes = fromModel.map((given: unknown) => validateArguments({ server: 'fake', original: 'echo', originalSchema: schema }, given));
  expect(outcomes.map((outcome: { ok: boolean; value?: unknown }) => (outcome.ok ? outcome.value : 'refused'))).toEqual([
    { meta: { a: 1 } },
    { meta: { a: 1 }, tags: ['x'], body: '{"stays":"text"}' },
    {},
    {},
    'refused',
    { meta: null },
  ]);
});
