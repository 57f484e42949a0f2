// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../preload/contract/errors.ts';
import { App } from '../../../renderer/App.tsx';
import { useToasts } from '../../../renderer/features/feedback/toasts.ts';
import { useTrustDialog } from '../../../renderer/features/servers/trustDialog.ts';
import { go } from '../../../renderer/features/shell/nav.ts';
import { FakeHost } from '../harness/fakeHost.ts';
import { sampleHandlers } from '../harness/sample/handlers.ts';
import { type Scenario, sampleState } from '../harness/sample/state.ts';

beforeEach(() => {
  useToasts.setState({ toasts: [] });
  useTrustDialog.setState({ putOff: undefined });
  act(() => go({ page: 'chat' }));
});
afterEach(cleanup);

async function open(scenario: Scenario, language: 'en' | 'zh-CN' = 'en') {
  const host: FakeHost = new FakeHost(sampleState({ scenario, theme: 'light', language }));
  host.handlers = { ...sampleHandlers(() => host), 'chat.pin': () => ok({}), 'chat.rename': () => ok({}), 'chat.restore': () => ok({}) };
  render(<App bridge={host} />);
  await screen.findByRole('main', { hidden: true });
  return host;
}

describe('the window', () => {
  it('says so when it is opened outside the app', () => {
    render(<App bridge={undefined} />);
    expect(screen.getByText('This page was opened outside the app')).toBeTruthy();
  });

  it('offers a way out when main does not answer', async () => {
    const host = new FakeHost(sampleState({ scenario: 'rich', theme: 'light', language: 'en' }));
    const snapshot = host.snapshot.bind(host);
    host.snapshot = () => {};
    host.handlers['host.snapshot'] = () => fail('host.unavailable', 'Main is not there.');
    render(<App bridge={host} />);
    expect(await screen.findByText('Main is not there.')).toBeTruthy();
    host.snapshot = snapshot;
    host.handlers['host.snapshot'] = () => ok({});
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('region', { name: 'Status bar' })).toBeTruthy();
  });

  it('counts connections by state with words', async () => {
    await open('rich');
    expect(screen.getByRole('button', { name: /^Connections: 2 connected, 2 starting, 1 need sign-in, 2 failed, 1 ready, 1 off/ })).toBeTruthy();
  });

  it('switches the language at once when the setting changes', async () => {
    const host = await open('rich');
    expect(screen.getByRole('button', { name: /^New chat/ })).toBeTruthy();
    act(() =>
      host.update((state) => ({
        ...state,
        settings: { ...state.settings, settings: { ...state.settings.settings, language: 'zh-CN', theme: 'dark' } },
      })),
    );
    expect(await screen.findByRole('button', { name: /^新对话/ })).toBeTruthy();
    expect(document.documentElement.lang).toBe('zh-CN');
    expect(document.documentElement.dataset.theme).toBe('dark');
  });

  it('shows the welcome page on the first run', async () => {
    await open('fresh');
    expect(await screen.findByText('Welcome to Quayside')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /Try the weather example/ }));
    expect(await screen.findByText('The weather example is ready')).toBeTruthy();
    expect(screen.getByRole('button', { name: /Hangzhou/ })).toBeTruthy();
  });

  it('deletes a conversation with undo', async () => {
    const host = await open('rich');
    const menu = screen.getByRole('button', { name: 'Actions for “把周报整理成表格”' });
    fireEvent.click(menu);
    fireEvent.click(await screen.findByRole('menuitem', { name: /Delete/ }));
    await waitFor(() => expect(host.callsOf('chat.remove')).toEqual([{ id: 'c4' }]));
    const toast = await screen.findByText('Deleted “把周报整理成表格”.');
    fireEvent.click(within(toast.closest('fieldset') as HTMLElement).getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(host.callsOf('chat.restore')).toEqual([{ id: 'c4' }]));
  });

  it('renames in place: Enter keeps, Escape drops', async () => {
    const host = await open('rich');
    const item = () => screen.getByRole('button', { name: /^把周报整理成表格/ });
    fireEvent.keyDown(item(), { key: 'F2' });
    const field = screen.getByLabelText('New name of the conversation');
    fireEvent.change(field, { target: { value: 'Weekly report' } });
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(host.callsOf('chat.rename')).toHaveLength(0);
    fireEvent.keyDown(item(), { key: 'F2' });
    const again = screen.getByLabelText('New name of the conversation');
    fireEvent.change(again, { target: { value: ' Weekly report ' } });
    fireEvent.keyDown(again, { key: 'Enter' });
    await waitFor(() => expect(host.callsOf('chat.rename')).toEqual([{ id: 'c4', title: 'Weekly report' }]));
  });

  it('asks before everything is allowed and says so on every page', async () => {
    const host = await open('rich');
    fireEvent.click(screen.getByRole('button', { name: /^Permission mode/ }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: /^Allow everything/ }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Allow everything in this session?' });
    expect(host.callsOf('permissions.setMode')).toHaveLength(0);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Allow everything' }));
    await waitFor(() => expect(host.callsOf('permissions.setMode')).toEqual([{ mode: 'allow-all' }]));
    expect(await screen.findByText(/Everything is allowed in this session/)).toBeTruthy();
  });

  it('lists what an untrusted folder would run; deciding later asks no more but stays in reach', async () => {
    const host = await open('trust');
    const dialog = await screen.findByRole('alertdialog', { name: 'Do you trust this folder?' });
    for (const part of [
      'npx -y @playwright/mcp --headless',
      'uvx postgres-mcp --access-mode=unrestricted',
      'DATABASE_URI',
      'https://tickets.example.org/mcp',
      'addedVariable PGSSLMODE',
    ]) {
      expect(dialog.textContent).toContain(part);
    }
    fireEvent.click(within(dialog).getByRole('button', { name: 'Decide later' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(host.callsOf('project.trust')).toHaveLength(0);
    expect(screen.getByRole('button', { name: /Project folder: harbour \(not trusted yet\)/ })).toBeTruthy();
  });

  it('opens the palette by its shortcut and goes where it is told', async () => {
    await open('rich');
    fireEvent.keyDown(window, { key: 'k', ctrlKey: true });
    const field = await screen.findByRole('combobox', { name: 'Command palette' });
    fireEvent.change(field, { target: { value: 'open weather' } });
    fireEvent.keyDown(field, { key: 'Enter' });
    expect(await screen.findByRole('heading', { name: 'weather' })).toBeTruthy();
  });

  it('never shows a stack when a view breaks', async () => {
    const host = await open('rich');
    const quiet = console.error;
    console.error = () => {};
    act(() => host.update((state) => ({ ...state, mode: undefined as never })));
    act(() => go({ page: 'settings', section: 'permissions' }));
    console.error = quiet;
    expect(document.body.textContent).not.toMatch(/\bat \w+ \(|\.tsx:\d/);
  });
});
