import { describe, expect, test } from 'vitest';
import type { Caller } from '../../../main/core/bridge/dispatch.ts';
import { toolHandlers } from '../../../main/core/bridge/handlers/toolHandlers.ts';
import { createPublisher } from '../../../main/core/bridge/publisher.ts';
import type { Services } from '../../../main/core/bridge/services.ts';
import { pinnedPart } from '../../../main/core/tools/definitionHash.ts';
import type { Tool } from '../../../main/core/tools/tool.ts';
import { ServerToolTable } from '../../../main/core/tools/toolTable.ts';
import { commands } from '../../../preload/contract/commands.ts';
import type { HostState } from '../../../preload/contract/mirror.ts';
import { Settings } from '../../../preload/contract/settings.ts';
import { ManualClock } from '../../fakes/manualClock.ts';

const caller: Caller = { subscribe: () => undefined };

interface Made {
  items?: unknown[];
  settings?: Partial<Settings>;
  pinned?: (tool: Tool) => { hash: string; definition: Record<string, unknown> } | undefined;
  execute?: Services['execute'];
}

/** Handlers over a real table, with pins and a caller that do as they are told. */
function make({ items = [], settings: own = {}, pinned = () => undefined, execute }: Made = {}) {
  let settings = Settings.parse(own);
  const tools = new ServerToolTable({ trusts: () => false });
  const entered = tools.apply({ server: 'shop', generation: 1, items, notices: [{ code: 'tools.page_limit', message: 'Cut.' }] });
  const pinOf = (tool: Tool) => {
    const pin = pinned(tool);
    return pin && { server: tool.server, tool: tool.original, at: 1000, ...pin };
  };
  const publisher = createPublisher({} as HostState, new ManualClock());
  const services = {
    tools,
    pins: {
      pinOf,
      stateOf: (tool: Tool) => (!pinOf(tool) ? 'new' : pinOf(tool)?.hash === tool.definitionHash ? 'pinned' : 'changed'),
    },
    settings: {
      current: () => settings,
      update: async (patch: { tools: { disabled: string[] } }) => {
        settings = Settings.parse({ ...settings, tools: { ...settings.tools, ...patch.tools } });
        tools.setDisabled(settings.tools.disabled);
      },
    },
    redact: (text: string) => text.replaceAll('SECRET', '•••'),
    execute,
  };
  const of = toolHandlers(services as unknown as Services, publisher);
  const list = async (input: object = {}) => {
    await entered;
    return of['tools.list'](commands['tools.list'].input.parse({ server: 'shop', ...input }), caller);
  };
  const get = async (original: string) => (await of['tools.get']({ server: 'shop', original }, caller)).tool;
  return { of, list, get, summary: async () => of['tools.summary']({ server: 'shop' }, caller), publisher, tools };
}
const many = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ name: `tool_${i}`, description: `Number ${i}.`, inputSchema: { type: 'object' } }));

describe('a list in pages', () => {
  test('10,000 tools cross page by page, in the order of the server, without their schemas', async () => {
    const { list } = make({ items: many(10_000) });
    const first = await list();
    expect(first).toMatchObject({ matched: 10_000, total: 10_000 });
    expect(first.rows).toHaveLength(100);
    const later = await list({ offset: 9_950, limit: 200 });
    expect(later.rows.map(({ original }) => original).at(-1)).toBe('tool_9999');
    expect(later.rows).toHaveLength(50);
    expect(JSON.stringify(first).length).toBeLessThan(60_000);
    expect(() => commands['tools.list'].input.parse({ server: 'shop', limit: 10_000 })).toThrow();
    expect((await list({ query: 'tool_77', limit: 200 })).matched).toBe(111);
  });

  test('a row says what a person has to know: hidden characters, what is the app’s, what is off', async () => {
    const { list, of } = make({
      items: [
        { name: 'a', title: 'Plain', description: 'Reads\n  a thing.\u200b Then more.', inputSchema: {} },
        { name: 'b', description: 'x', inputSchema: {}, _meta: { ui: { visibility: ['app'] } } },
        { name: 'c', title: 'T\u202eitle', inputSchema: {} },
      ],
    });
    await of['tools.setEnabled']({ name: 'mcp__shop__b', enabled: false }, caller);
    const { rows } = await list();
    expect(rows[0]).toMatchObject({ title: 'Plain', line: 'Reads a thing.⟨U+200B⟩ Then more.', hidden: true, enabled: true, pin: 'new' });
    expect(rows[1]).toMatchObject({ appOnly: true, enabled: false });
    expect(rows[2]).toMatchObject({ title: 'T⟨U+202E⟩itle', hidden: true, line: expect.stringContaining('without a description') });
    await of['tools.setEnabled']({ name: 'mcp__shop__b', enabled: true }, caller);
    expect((await list()).rows[1]?.enabled).toBe(true);
  });
});

describe('one tool in full', () => {
  test('the schema as written beside the one in use, with the places that were repaired and what providers do not get', async () => {
    const { get } = make({
      items: [
        {
          name: 'a',
          description: 'Long. '.repeat(600),
          inputSchema: {
            type: 'object',
            required: null,
            properties: { when: { type: 'string', if: { const: 'x' } } },
            anyOf: [{ required: ['when'] }],
          },
          annotations: { readOnlyHint: 'yes' },
        },
      ],
    });
    const tool = await get('a');
    expect(tool.inputSchema).toHaveProperty('required', null);
    expect(tool.formSchema).not.toHaveProperty('required', null);
    expect(tool.description.length).toBeLessThanOrEqual(2048);
    expect(tool.fullDescription).toBe('Long. '.repeat(600));
    expect(tool.notes?.join('\n')).toMatch(/\/annotations\/readOnlyHint/);
    expect(tool.providers?.map(({ family }) => family)).toContain('google');
    expect(tool.tokens).toBeGreaterThan(100);
    await expect(async () => get('gone')).rejects.toMatchObject({ info: { code: 'host.not_found' } });
  });

  test('a definition that is not the approved one says that and what differs', async () => {
    const before = pinnedPart({ name: 'a', description: 'Reads.', inputSchema: { type: 'object' } });
    const { get, summary } = make({
      items: [{ name: 'a', description: 'Reads and sends.', inputSchema: { type: 'object' } }],
      pinned: () => ({ hash: 'of the old one', definition: before }),
    });
    expect(await get('a')).toMatchObject({
      pin: 'changed',
      pinnedAt: 1000,
      changes: [{ pointer: '/description', kind: 'changed', before: 'Reads.', after: 'Reads and sends.' }],
    });
    expect((await summary()).changed).toBe(1);
  });
});

describe('the head of the list', () => {
  test('cost, share and deferral follow the chosen model; what is off or the app’s costs nothing', async () => {
    const provider = { kind: 'openai-compatible' as const, baseUrl: '', model: 'gpt-4o', maxOutputTokens: 1 };
    const items = [...many(3), { name: 'view', inputSchema: {}, _meta: { ui: { visibility: ['app'] } } }];
    const { of, summary } = make({ items, settings: { provider } });
    const all = await summary();
    expect(all).toMatchObject({ total: 4, off: 0, appOnly: 1, context: { tokens: 128_000, model: 'gpt-4o', assumed: false }, quarantinedTotal: 0 });
    expect(all.deferred).toBeUndefined();
    expect(all.notices).toEqual([{ code: 'tools.page_limit', message: 'Cut.' }]);
    await of['tools.setEnabled']({ name: 'mcp__shop__tool_0', enabled: false }, caller);
    const fewer = await summary();
    expect(fewer.off).toBe(1);
    expect(fewer.tokens).toBeLessThan(all.tokens);
    expect((await make({ items: many(129), settings: { provider } }).summary()).deferred).toBe('count');
    const wordy = Array.from({ length: 60 }, (_, i) => ({ name: `w${i}`, description: 'words '.repeat(300), inputSchema: {} }));
    const unknown = await make({ items: wordy, settings: { provider: { ...provider, model: 'mine' } } }).summary();
    expect(unknown).toMatchObject({ deferred: 'tokens', context: { tokens: 32_000, assumed: true } });
    expect((await make({ items: wordy }).summary()).context).toBeUndefined();
  });

  test('set-aside tools come with place and reason, the first 200 of them', async () => {
    const { summary } = make({ items: Array.from({ length: 250 }, () => ({ inputSchema: {} })) });
    const { quarantined, quarantinedTotal } = await summary();
    expect(quarantinedTotal).toBe(250);
    expect(quarantined).toHaveLength(200);
    expect(quarantined[3]).toEqual({ server: 'shop', original: '#4', reason: 'The tool has no name.', pointer: '/3/name' });
  });
});

describe('the tester', () => {
  const items = many(1);
  const input = { server: 'shop', original: 'tool_0', arguments: { token: 'SECRET' }, callId: 'trial-1' };

  test('goes the one road, shows its progress in the mirror, and tells what went over the wire without secrets', async () => {
    const seen: unknown[] = [];
    const made = make({
      items,
      execute: async ({ callId, tool, asker, onUpdate, onExchange }) => {
        seen.push([callId, tool.name, asker]);
        onUpdate?.({ state: 'running', progress: { progress: 1, total: 2 } });
        seen.push(made.publisher.state.trials?.['trial-1']);
        onExchange?.({ method: 'tools/call', params: { arguments: { token: 'SECRET' } } });
        onExchange?.(
          { method: 'tools/call', params: { arguments: { token: 'SECRET' } } },
          { content: [{ type: 'image', data: 'A'.repeat(9_000_000) }] },
        );
        return { isError: false, modelText: 'ok', ms: 12 };
      },
    });
    const { call, raw } = await made.of['tools.call'](input, caller);
    expect(seen[0]).toEqual(['trial-1', 'mcp__shop__tool_0', 'tester']);
    expect(seen[1]).toMatchObject({ state: 'running', progress: { progress: 1, total: 2 } });
    expect(call).toMatchObject({ id: 'trial-1', state: 'done', ms: 12, title: 'tool_0' });
    expect(raw?.request).toContain('•••');
    expect(raw?.request).not.toContain('SECRET');
    expect(raw?.response).toContain('(9000000 characters)');
    expect(raw?.response?.length).toBeLessThan(1000);
    expect(made.publisher.state.trials).toEqual({});
  });

  test('is cancelled by its id, and twice the same id is refused', async () => {
    const { of } = make({
      items,
      execute: ({ signal }) =>
        new Promise((resolve) =>
          signal.addEventListener('abort', () =>
            resolve({ isError: true, modelText: '', ms: 1, error: { code: 'call.cancelled', message: 'Cancelled.' } }),
          ),
        ),
    });
    const running = of['tools.call'](input, caller);
    await expect(async () => of['tools.call'](input, caller)).rejects.toMatchObject({ info: { code: 'host.bad_input' } });
    expect(of['tools.cancelCall']({ callId: 'trial-1' }, caller)).toEqual({});
    expect((await running).call).toMatchObject({ state: 'cancelled', error: { code: 'call.cancelled' } });
    expect(() => of['tools.cancelCall']({ callId: 'trial-1' }, caller)).toThrow();
    await expect(async () => of['tools.call']({ ...input, original: 'nope' }, caller)).rejects.toMatchObject({ info: { code: 'call.unknown_tool' } });
  });
});
