// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AccountView, ServerView } from '../../../preload/contract/servers.ts';
import { AccountLine } from '../../../renderer/features/servers/detail/AccountLine.tsx';
import { FixedHeader } from '../../../renderer/features/servers/detail/FixedHeader.tsx';
import { useServerDialogs } from '../../../renderer/features/servers/dialogs.ts';
import { FakeHost } from '../harness/fakeHost.ts';
import { sampleHandlers } from '../harness/sample/handlers.ts';
import { sampleState } from '../harness/sample/state.ts';
import { renderOn } from '../render.tsx';

afterEach(cleanup);

async function show(account: AccountView, state: ServerView['state']['kind'] = 'needs-auth', noEncryption = false) {
  const sample = sampleState({ scenario: 'rich', theme: 'light', language: 'en' });
  const app = { ...sample.app, missing: { ...sample.app.missing, encryption: noEncryption } };
  const host: FakeHost = new FakeHost({ ...sample, app });
  host.handlers = sampleHandlers(() => host);
  for (const name of ['server.signIn', 'server.cancelSignIn', 'server.signOut', 'server.pasteCallback'] as const) {
    host.handlers[name] = () => ({ ok: true, value: {} });
  }
  await renderOn(host, <AccountLine server="cloud" state={state} account={account} />);
  return host;
}
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the account line', () => {
  it('offers one button to sign in, and sends nothing before it is pressed', async () => {
    const host = await show({ signedIn: false });
    const button = await screen.findByRole('button', { name: 'Sign in' });
    expect(host.callsOf('server.signIn')).toEqual([]);
    fireEvent.click(button);
    await waitFor(() => expect(host.callsOf('server.signIn')).toEqual([{ name: 'cloud' }]));
  });

  it('keeps a login in a file only when the person chose so, and asks only where nothing is encrypted', async () => {
    const host = await show({ signedIn: false }, 'needs-auth', true);
    fireEvent.click(await screen.findByRole('checkbox'));
    click('Sign in');
    await waitFor(() => expect(host.callsOf('server.signIn')).toEqual([{ name: 'cloud', remember: 'file' }]));
    cleanup();
    await show({ signedIn: false });
    await screen.findByRole('button', { name: 'Sign in' });
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('says who is signed in and what for, and signs out', async () => {
    const account = { signedIn: true, issuer: 'https://login.test', scopes: ['files:read', 'files:write'], remember: 'encrypted' as const };
    const host = await show(account, 'connected');
    expect(await screen.findByText(/login\.test/)).toBeTruthy();
    for (const part of ['files:read', 'files:write', /kept encrypted/]) expect(screen.getByText(part)).toBeTruthy();
    click('Sign out');
    await waitFor(() => expect(host.callsOf('server.signOut')).toEqual([{ name: 'cloud' }]));
  });

  it('can be cancelled and helped along while the browser is open', async () => {
    const host = await show({ signedIn: false, signingIn: true });
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: 'http://127.0.0.1:1/callback?code=x' } });
    click('Use');
    await waitFor(() => expect(host.callsOf('server.pasteCallback')).toEqual([{ name: 'cloud', address: 'http://127.0.0.1:1/callback?code=x' }]));
    click('Cancel');
    await waitFor(() => expect(host.callsOf('server.cancelSignIn')).toEqual([{ name: 'cloud' }]));
  });

  it('is not there for servers that want no login', async () => {
    await show({ signedIn: false }, 'connected');
    expect(screen.queryByRole('button', { name: 'Sign in' })).toBeNull();
  });

  it('says how long the access lasts, from now on', async () => {
    const ends = (ms: number): AccountView => ({ signedIn: true, issuer: 'https://login.test', expiresAt: Date.now() + ms });
    await show(ends(47 * 60_000 + 5_000), 'connected');
    expect(await screen.findByText(/Access ends in 47 minutes/)).toBeTruthy();
    cleanup();
    await show(ends(-2 * 3_600_000), 'connected');
    expect(await screen.findByText(/Access ended 2 hours ago; it is renewed/)).toBeTruthy();
    cleanup();
    await show(ends(20_000), 'connected');
    expect(await screen.findByText(/less than a minute/)).toBeTruthy();
  });

  it('changes the rights: those held, offered, lacking, and others by name', async () => {
    const account = {
      signedIn: true,
      issuer: 'https://login.test',
      scopes: ['read'],
      offeredScopes: ['read', 'write', 'admin'],
      missingScopes: ['write'],
    };
    const host = await show(account, 'connected');
    fireEvent.click(await screen.findByRole('button', { name: 'Change rights…' }));
    expect((screen.getByRole('checkbox', { name: 'write' }) as HTMLInputElement).checked).toBe(true);
    fireEvent.click(screen.getByRole('checkbox', { name: 'read' }));
    fireEvent.change(screen.getByLabelText('Other rights, by name'), { target: { value: 'audit, export' } });
    click('Sign in with these');
    await waitFor(() => expect(host.callsOf('server.signIn')).toEqual([{ name: 'cloud', scopes: ['write', 'audit', 'export'] }]));
  });

  it('adds rights that a call lacked to those held', async () => {
    const host = await show({ signedIn: true, issuer: 'https://login.test', scopes: ['read'], missingScopes: ['write'] }, 'connected');
    expect(await screen.findByText(/lacked these rights: write/)).toBeTruthy();
    click('Sign in and add them');
    await waitFor(() => expect(host.callsOf('server.signIn')).toEqual([{ name: 'cloud', scopes: ['read', 'write'] }]));
  });
});

describe('a fixed Authorization header', () => {
  const refused = (headerNames: string[], code: 'auth.refused' | 'connect.http' = 'auth.refused'): ServerView => ({
    ...(sampleState({ scenario: 'rich', theme: 'light', language: 'en' }).servers.github as ServerView),
    headerNames,
    state: { kind: 'failed', since: 0, error: { code, message: 'The server refused the header.' } },
  });
  const line = async (server: ServerView) => {
    const host = new FakeHost(sampleState({ scenario: 'rich', theme: 'light', language: 'en' }));
    await renderOn(host, <FixedHeader server={server} />);
    return screen.queryByText(/does not accept the fixed header/);
  };

  it('that is refused says so and leads to the entry, not to a sign-in', async () => {
    expect((await line(refused(['authorization'])))?.textContent).toContain('“authorization”');
    expect(screen.queryByRole('button', { name: /Sign in/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Edit the entry' }));
    expect(useServerDialogs.getState()).toMatchObject({ editor: { mode: 'edit', name: 'github' } });
  });

  it('is not blamed for anything else', async () => {
    expect(await line(refused([]))).toBeNull();
    cleanup();
    expect(await line(refused(['Authorization'], 'connect.http'))).toBeNull();
  });
});
