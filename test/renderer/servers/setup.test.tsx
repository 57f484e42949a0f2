// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConnectionTestResult } from '../../../preload/contract/entrySetup.ts';
import { type Outcome, ok } from '../../../preload/contract/errors.ts';
import type { HostState } from '../../../preload/contract/mirror.ts';
import { useToasts } from '../../../renderer/features/feedback/toasts.ts';
import { useServerDialogs } from '../../../renderer/features/servers/dialogs.ts';
import { ServerDialogs } from '../../../renderer/features/servers/ServerDialogs.tsx';
import { ServersPage } from '../../../renderer/features/servers/ServersPage.tsx';
import { FakeHost } from '../harness/fakeHost.ts';
import { sampleHandlers } from '../harness/sample/handlers.ts';
import { sampleState } from '../harness/sample/state.ts';
import { renderOn } from '../render.tsx';

beforeEach(() => {
  useServerDialogs.getState().close();
  useToasts.setState({ toasts: [] });
});
afterEach(cleanup);

async function show(node: ReactNode, change: (state: HostState) => HostState = (state) => state, handlers: FakeHost['handlers'] = {}) {
  const host: FakeHost = new FakeHost(change(sampleState({ scenario: 'rich', theme: 'light', language: 'en' })));
  host.handlers = { ...sampleHandlers(() => host), ...handlers };
  await renderOn(host, node);
  return host;
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const encrypting = (state: HostState): HostState => ({ ...state, app: { ...state.app, missing: { ...state.app.missing, encryption: false } } });

describe('the questions of an entry', () => {
  const open = (change?: (state: HostState) => HostState) => {
    useServerDialogs.getState().enterValues('tickets');
    return show(<ServerDialogs />, change);
  };

  it('are all asked, with what they are for; nothing is sent while one is missing', async () => {
    const host = await open();
    const dialog = within(await screen.findByRole('dialog', { name: 'Values for tickets' }));
    expect(dialog.getByLabelText('API token of the ticket system').getAttribute('type')).toBe('password');
    fireEvent.change(dialog.getByLabelText('API token of the ticket system'), { target: { value: 'secret-value' } });
    fireEvent.click(await button('Save and start'));
    expect(await dialog.findByText('This value is needed.')).toBeTruthy();
    expect(host.callsOf('server.setInputs')).toEqual([]);
    fireEvent.change(dialog.getByLabelText('ticket-team'), { target: { value: 'blue' } });
    fireEvent.click(await button('Save and start'));
    await waitFor(() =>
      expect(host.callsOf('server.setInputs')).toEqual([
        { name: 'tickets', values: { 'ticket-token': 'secret-value', 'ticket-team': 'blue' }, remember: 'session' },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('are kept in a file only when the person says so, and encrypted where that is possible', async () => {
    await open();
    fireEvent.change(await screen.findByLabelText('ticket-team'), { target: { value: 'blue' } });
    expect(screen.getByRole('radio', { name: 'For this session only' })).toHaveProperty('checked', true);
    expect(screen.getByText(/no encryption/)).toBeTruthy();
    cleanup();
    await open(encrypting);
    fireEvent.change(await screen.findByLabelText('ticket-team'), { target: { value: 'blue' } });
    expect(screen.getByRole('radio', { name: 'Encrypted by the operating system' })).toHaveProperty('checked', true);
  });

  it('leave a stored answer alone unless it is replaced', async () => {
    const answered = (state: HostState): HostState => {
      const tickets = state.servers.tickets;
      if (!tickets?.inputs) throw new Error('the sample has no such server');
      const inputs = tickets.inputs.map((input) => ({ ...input, state: 'answered' as const }));
      return { ...state, servers: { ...state.servers, tickets: { ...tickets, inputs } } };
    };
    const host = await open(answered);
    expect(await button('Save')).toHaveProperty('disabled', true);
    fireEvent.click((await screen.findAllByRole('button', { name: 'Replace' }))[0] as HTMLElement);
    fireEvent.change(await screen.findByLabelText('API token of the ticket system'), { target: { value: 'new-one' } });
    fireEvent.click(await button('Save'));
    await waitFor(() => expect(host.callsOf('server.setInputs')).toMatchObject([{ values: { 'ticket-token': 'new-one' } }]));
  });
});

describe('a connection test in the editor', () => {
  it('is followed stage by stage, cancelled by the button, and ended by closing the dialog', async () => {
    useServerDialogs.getState().add();
    const host = await show(<ServerDialogs />);
    const answers: ((outcome: Outcome<ConnectionTestResult>) => void)[] = [];
    host.handlers['server.test'] = () => new Promise((resolve) => answers.push(resolve));
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'mine' } });
    fireEvent.change(screen.getByLabelText('Command'), { target: { value: 'uvx' } });
    fireEvent.click(await button('Test connection'));
    await waitFor(() => expect(host.callsOf('server.test')).toHaveLength(1));
    const { testId } = host.callsOf('server.test')[0] ?? { testId: '' };
    const panel = within(await screen.findByRole('region', { name: 'Test connection' }));
    act(() =>
      host.update((state) => ({
        ...state,
        connectionTests: {
          [testId]: {
            stages: [
              { stage: 'config', state: 'ok', detail: '', text: { key: 'draft' } },
              { stage: 'connect', state: 'running', detail: '', text: { key: 'installing' }, at: Date.now() - 65_000 },
              { stage: 'tools', state: 'skipped', detail: 'Not connected yet.' },
            ],
            stderr: ['Downloading postgres-mcp'],
          },
        },
      })),
    );
    expect(await panel.findByText('The package runner is still downloading the server')).toBeTruthy();
    expect(panel.getByText('Downloading postgres-mcp')).toBeTruthy();
    expect(panel.getByText(/^1 min/)).toBeTruthy();
    fireEvent.click(await button('Cancel the test'));
    await waitFor(() => expect(host.callsOf('server.cancelTest')).toEqual([{ testId }]));
    act(() => answers[0]?.(ok({ stages: [{ stage: 'config', state: 'ok', detail: '' }], tools: 0, stderr: [], cancelled: true })));
    expect(await panel.findByText(/was cancelled/)).toBeTruthy();

    fireEvent.click(await button('Test connection'));
    await waitFor(() => expect(host.callsOf('server.test')).toHaveLength(2));
    fireEvent.click(await button('Close'));
    const second = host.callsOf('server.test')[1]?.testId;
    await waitFor(() => expect(host.callsOf('server.cancelTest')).toEqual([{ testId }, { testId: second }]));
  });
});

describe('the editor', () => {
  it('looks for missing programs over itself, and keeps what was typed when that is closed', async () => {
    useServerDialogs.getState().add();
    await show(<ServerDialogs />);
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'mine' } });
    fireEvent.change(screen.getByLabelText('Command'), { target: { value: 'uvx' } });
    fireEvent.click(await button('Test connection'));
    fireEvent.click(await button('Check the programs…'));
    const doctor = await screen.findByRole('dialog', { name: 'Programs that servers need' });
    fireEvent.keyDown(doctor, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Programs that servers need' })).toBeNull());
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'mine');
  });

  it('takes a server that wants a sign-in for reached, not for broken', async () => {
    useServerDialogs.getState().add();
    await show(<ServerDialogs />, undefined, {
      'server.test': () => ok({ stages: [{ stage: 'connect', state: 'failed', detail: '401' }], tools: 0, stderr: [], code: 'auth.required' }),
    });
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'mine' } });
    fireEvent.change(screen.getByLabelText('Command'), { target: { value: 'uvx' } });
    fireEvent.click(await button('Test connection'));
    expect(await screen.findByText(/then sign in on its page/)).toBeTruthy();
  });

  it('asks where new secrets are kept, and says where stored ones are', async () => {
    useServerDialogs.getState().edit('calendar');
    const draft = { name: 'calendar', level: 'user' as const, transport: 'stdio' as const, command: 'npx', startOnFirstUse: true };
    const host = await show(<ServerDialogs />, undefined, {
      'server.save': () => ok({}),
      'server.draft': () => ok({ draft: { ...draft, env: { CALENDAR_TOKEN: { keep: true as const } } } }),
    });
    expect(await screen.findByText('kept in a file that only you can read')).toBeTruthy();
    expect(screen.queryByRole('radio', { name: 'For this session only' })).toBeNull();
    expect(screen.getByRole('checkbox', { name: /Start on first use/ })).toHaveProperty('checked', true);
    fireEvent.click(await button(/^Replace: .*CALENDAR_TOKEN/));
    fireEvent.change(await screen.findByLabelText('Value: CALENDAR_TOKEN'), { target: { value: 'fresh-token' } });
    fireEvent.click(await screen.findByRole('radio', { name: 'In a file that only you can read' }));
    fireEvent.click(await button('Save'));
    await waitFor(() =>
      expect(host.callsOf('server.save')).toMatchObject([
        { replaces: 'calendar', remember: 'file', draft: { env: { CALENDAR_TOKEN: 'fresh-token' }, startOnFirstUse: true } },
      ]),
    );
  });
});

describe('the servers page', () => {
  it('shows what could not be read, editors as a group of their own, and ready servers with their tools', async () => {
    const host = await show(<ServersPage name={undefined} />);
    host.handlers['editor.connect'] = () => ok({});
    expect(await screen.findByRole('heading', { name: /^Not read/ })).toBeTruthy();
    expect(screen.getByText(/a comma is missing/)).toBeTruthy();
    const calendar = within((await screen.findByText('calendar')).closest('li') as HTMLElement);
    expect(calendar.getByText('Ready, starts on first use')).toBeTruthy();
    expect(calendar.getByText('6 tools')).toBeTruthy();
    expect(screen.getByRole('heading', { name: /^Editors/ })).toBeTruthy();
    fireEvent.click(await button('Connect VS Code'));
    await waitFor(() => expect(host.callsOf('editor.connect')).toEqual([{ id: 'e1' }]));
  });

  it('leads from a missing value to the questions, and from a missing program to the doctor', async () => {
    const host = await show(
      <>
        <ServersPage name="tickets" />
        <ServerDialogs />
      </>,
    );
    fireEvent.click(await button('Enter values…'));
    expect(await screen.findByRole('dialog', { name: 'Values for tickets' })).toBeTruthy();
    cleanup();
    useServerDialogs.getState().close();
    await show(
      <>
        <ServersPage name="notes" />
        <ServerDialogs />
      </>,
    );
    fireEvent.click((await screen.findAllByRole('button', { name: 'Check the programs…' })).at(-1) as HTMLElement);
    const doctor = within(await screen.findByRole('dialog', { name: 'Programs that servers need' }));
    expect(await doctor.findByText('Install uv: https://docs.astral.sh/uv')).toBeTruthy();
    expect(host.callsOf('server.setInputs')).toEqual([]);
  });
});

describe('the export', () => {
  it('shows what is left of the chosen servers, and saves the same', async () => {
    useServerDialogs.getState().export();
    const host = await show(<ServerDialogs />);
    const dialog = within(await screen.findByRole('dialog', { name: 'Export servers' }));
    for (const name of ['browser', 'files', 'github', 'notes', 'postgres', 'search', 'tickets', 'weather'])
      fireEvent.click(dialog.getByRole('checkbox', { name }));
    await waitFor(() => expect(dialog.getByRole('region', { name: 'Exported servers as JSON' }).textContent).toContain('CALENDAR_API_KEY'));
    fireEvent.click(await button('Save in a folder…'));
    await waitFor(() => expect(host.callsOf('servers.exportSave')).toEqual([{ names: ['calendar'] }]));
    fireEvent.click(dialog.getByRole('checkbox', { name: 'calendar' }));
    expect(dialog.getByText('Choose at least one server.')).toBeTruthy();
  });
});
