// @vitest-environment happy-dom
import { act, cleanup, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { ok } from '../../../preload/contract/errors.ts';
import type { AuditEntry } from '../../../preload/contract/permissions.ts';
import { AuditSection } from '../../../renderer/features/settings/audit/AuditSection.tsx';
import { useAuditPages } from '../../../renderer/features/settings/audit/useAuditPages.ts';
import { HostProvider } from '../../../renderer/host/HostProvider.tsx';
import { FakeHost } from '../harness/fakeHost.ts';
import { sampleHandlers } from '../harness/sample/handlers.ts';
import { sampleState } from '../harness/sample/state.ts';
import { renderOn } from '../render.tsx';

afterEach(cleanup);

function makeHost(): FakeHost {
  const host: FakeHost = new FakeHost(sampleState({ scenario: 'rich', theme: 'light', language: 'en' }));
  host.handlers = sampleHandlers(() => host);
  return host;
}

it('filters by main, opens an entry to all it knows, and takes the rule back that decided it', async () => {
  const host = makeHost();
  await renderOn(host, <AuditSection />);
  const [first] = await screen.findAllByRole('button', { name: /get_forecast/ });
  fireEvent.click(first as HTMLElement);
  expect(screen.getByText('the language model')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke this rule' }));
  await waitFor(() => expect(host.callsOf('permissions.removeRule')).toEqual([{ id: 'r1' }]));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'NAME_NOT' } });
  await waitFor(() => expect(host.callsOf('permissions.audit').at(-1)).toEqual({ limit: 100, filter: { query: 'NAME_NOT' } }));
  expect(await screen.findByRole('button', { name: /browser_navigate/ })).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('button', { name: /get_forecast/ })).toBeNull());
});

it('10,000 entries come page by page, and what is new goes before what is there', async () => {
  const host = makeHost();
  const entry = (n: number): AuditEntry => ({
    id: `e${n}`,
    at: n,
    server: 's',
    tool: 't',
    original: 't',
    arguments: '{}',
    verdict: 'allow',
    rule: 'default',
    asker: 'model',
    outcome: 'ok',
  });
  let log = Array.from({ length: 10_000 }, (_, i) => entry(10_000 - i));
  host.handlers['permissions.audit'] = ({ limit = 200, after }) => {
    const from = after === undefined ? 0 : log.findIndex(({ id }) => id === after) + 1;
    return ok({ entries: log.slice(from, from + limit), more: log.length > from + limit });
  };
  const filter = {};
  const wrapper = ({ children }: { children: ReactNode }) => <HostProvider bridge={host}>{children}</HostProvider>;
  const { result, rerender } = renderHook(({ revision }) => useAuditPages(filter, revision), { wrapper, initialProps: { revision: 0 } });
  await waitFor(() => expect(result.current.entries).toHaveLength(100));
  act(() => {
    result.current.next();
    // A second call while the page is on its way asks for nothing.
    result.current.next();
  });
  await waitFor(() => expect(result.current.entries).toHaveLength(200));
  expect(host.callsOf('permissions.audit')).toHaveLength(2);
  log = [entry(10_001), ...log];
  rerender({ revision: 1 });
  await waitFor(() => expect(result.current.entries).toHaveLength(201));
  expect(result.current.entries.map(({ at }) => at)).toEqual(Array.from({ length: 201 }, (_, i) => 10_001 - i));
});
