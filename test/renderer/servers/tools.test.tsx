// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { VirtuosoMockContext } from 'react-virtuoso';
import { afterEach, describe, expect, it } from 'vitest';
import { ok } from '../../../preload/contract/errors.ts';
import type { ServerView } from '../../../preload/contract/servers.ts';
import { ToolsTab } from '../../../renderer/features/servers/detail/tools/ToolsTab.tsx';
import { FakeHost } from '../harness/fakeHost.ts';
import { sampleHandlers } from '../harness/sample/handlers.ts';
import { sampleState } from '../harness/sample/state.ts';
import { tools } from '../harness/sample/tools.ts';
import { renderOn } from '../render.tsx';

afterEach(cleanup);

async function show(name: string, handlers: Partial<FakeHost['handlers']> = {}) {
  const state = sampleState({ scenario: 'rich', theme: 'light', language: 'en' });
  const host: FakeHost = new FakeHost(state);
  host.handlers = { ...sampleHandlers(() => host), ...handlers };
  const server = state.servers[name] as ServerView;
  const view = (revision: number) => (
    <VirtuosoMockContext.Provider value={{ viewportHeight: 540, itemHeight: 54 }}>
      <ToolsTab server={{ ...server, toolsRevision: revision }} />
    </VirtuosoMockContext.Provider>
  );
  const shown = await renderOn(host, view(1));
  return { host, shown, view };
}
const rows = (n: number) =>
  Array.from({ length: n }, (_, i) => ({ ...(tools.weather?.[1] as object), name: `mcp__x__t${i}`, original: `t${i}`, title: `Tool ${i}` }));

describe('the tools of a server', () => {
  it('come in pages: of 10,000 only those in view are asked for and drawn', async () => {
    const many = rows(10_000) as never[];
    const { host, shown } = await show('weather', {
      'tools.list': ({ offset = 0, limit = 100 }) => ok({ rows: many.slice(offset, offset + limit), matched: many.length, total: many.length }),
    });
    await screen.findByText('Tool 3');
    expect(screen.getByText('10,000 of 10,000')).toBeTruthy();
    expect(shown.container.querySelectorAll('*').length).toBeLessThan(500);
    expect(host.callsOf('tools.list')).toEqual([{ server: 'weather', query: '', offset: 0, limit: 100 }]);
  });

  it('are looked for by main, and another search begins at its top', async () => {
    const { host } = await show('files');
    await screen.findByText('Write file');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'move' } });
    await waitFor(() => expect(screen.queryByText('Write file')).toBeNull());
    expect(screen.getByText('Move file')).toBeTruthy();
    expect(host.callsOf('tools.list').at(-1)).toMatchObject({ query: 'move', offset: 0 });
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing like it' } });
    await screen.findByText(/No tool matches “nothing like it”/);
  });

  it('say what they cost, what was set aside and where, and what is cut', async () => {
    await show('files');
    const head = await screen.findByRole('region', { name: 'Tools of files in numbers' });
    for (const part of [
      '9 tools',
      '1 switched off',
      '1 changed',
      'tokens a request',
      'of the context of deepseek-chat',
      'behind search_tools',
      'Largest:',
    ])
      expect(head.textContent).toContain(part);
    const aside = screen.getByRole('region', { name: '2 tools set aside' });
    expect(aside.textContent).toContain('/tools/12/inputSchema');
    expect(aside.textContent).toContain('without a name');
    expect(screen.getByText(/more than 10 pages/)).toBeTruthy();
    expect(screen.getByText(/available from the next message/)).toBeTruthy();
  });

  it('open to everything: both texts, schemas, notes, and the approvals that were lost', async () => {
    await show('files');
    fireEvent.click(await screen.findByRole('button', { name: /edit_file/ }));
    await screen.findByText('Output schema');
    fireEvent.click(screen.getByRole('button', { name: /^Show all/ }));
    for (const part of [
      /hidden: also send/,
      /do not count any more/,
      /\/inputSchema\/properties\/dryRun/,
      /format "octal"/,
      /What Google does not get/,
    ])
      expect(screen.getByText(part)).toBeTruthy();
    expect(screen.getByText('mcp__files__edit_file')).toBeTruthy();
    expect(screen.getByText(/read-only: no, destructive: no/)).toBeTruthy();
    // The chosen provider's notes stand before the others.
    const titles = screen.getAllByText(/does not get as it was written/).map((title) => title.textContent);
    expect(titles[0]).toContain('OpenAI');
  });

  it('are switched off at once, and on again where main refuses', async () => {
    const { host } = await show('weather', { 'tools.setEnabled': () => ok({}) });
    const toggle = await screen.findByRole('switch', { name: 'Weather forecast may be used' });
    fireEvent.click(toggle);
    expect((toggle as HTMLInputElement).checked).toBe(false);
    await waitFor(() => expect(host.callsOf('tools.setEnabled')).toEqual([{ name: 'mcp__weather__get_forecast', enabled: false }]));
    cleanup();
    await show('weather', { 'tools.setEnabled': () => ({ ok: false, error: { code: 'host.unavailable', message: 'The disk is full.' } }) });
    const refused = await screen.findByRole('switch', { name: 'Weather forecast may be used' });
    fireEvent.click(refused);
    await waitFor(() => expect((refused as HTMLInputElement).checked).toBe(true));
  });

  it('are asked for again when the list changed, and the old ones stay meanwhile', async () => {
    let answers = 0;
    const { host, shown, view } = await show('weather', {
      'tools.list': () => {
        answers += 1;
        const title = answers === 1 ? 'The old one' : 'The new one';
        return ok({ rows: [{ ...(rows(1)[0] as object), title } as never], matched: 1, total: 1 });
      },
    });
    await screen.findByText('The old one');
    shown.again(view(2));
    await screen.findByText('The new one');
    expect(host.callsOf('tools.list')).toHaveLength(2);
  });
});

describe('the tester', () => {
  it('runs a tool with what was filled in and shows result and wire', async () => {
    const { host } = await show('weather');
    fireEvent.click(await screen.findByRole('button', { name: /get_forecast/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Try it' }));
    fireEvent.change(await screen.findByLabelText(/City/), { target: { value: '杭州' } });
    fireEvent.click(screen.getByRole('button', { name: 'Run' }));
    const wire = await screen.findByRole('region', { name: 'On the wire' });
    expect(within(wire).getByText(/tools\/call/)).toBeTruthy();
    expect(host.callsOf('tools.call')[0]).toMatchObject({ server: 'weather', original: 'get_forecast', arguments: { city: '杭州' } });
    expect(screen.getByRole('article', { name: 'Tool call: Weather forecast' }).textContent).toContain('212 ms');
    fireEvent.click(screen.getByRole('button', { name: 'Back to the tools' }));
    await screen.findByText('Known cities');
  });

  it('shows a running call from the mirror and cancels it', async () => {
    let end: (value: never) => void = () => undefined;
    const { host } = await show('weather', {
      'tools.call': ({ callId = '' }) => {
        const call = {
          id: callId,
          name: 'n',
          server: 'weather',
          original: 'get_forecast',
          title: 'Weather forecast',
          arguments: {},
          state: 'running' as const,
        };
        host.update((state) => ({ ...state, trials: { [callId]: { ...call, startedAt: Date.now(), progress: { progress: 1, total: 4 } } } }));
        return new Promise((resolve) => {
          end = () => resolve(ok({ call: { ...call, state: 'cancelled' as const } }) as never);
        });
      },
      'tools.cancelCall': () => {
        end(undefined as never);
        return ok({});
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: /get_forecast/ }));
    fireEvent.click(await screen.findByRole('button', { name: 'Try it' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Run' }));
    expect((await screen.findByRole('progressbar')).getAttribute('aria-valuenow')).toBe('25');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel this call' }));
    await screen.findByText('cancelled');
    expect(host.callsOf('tools.cancelCall')[0]?.callId).toBe(host.callsOf('tools.call')[0]?.callId);
  });
});
