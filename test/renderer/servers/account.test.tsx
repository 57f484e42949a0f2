// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { AccountView, ServerView } from '../../../preload/contract/servers.ts';
import { AccountLine } from '../../../renderer/features/servers/detail/AccountLine.tsx';
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
    expect(screen.getByText(/files:read, files:write · kept encrypted/)).toBeTruthy();
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
});
