// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { ServerEditor } from '../../../renderer/features/servers/editor/ServerEditor.tsx';
import { ImportDialog } from '../../../renderer/features/servers/importer/ImportDialog.tsx';
import { FakeHost } from '../harness/fakeHost.ts';
import { sampleHandlers } from '../harness/sample/handlers.ts';
import { sampleState } from '../harness/sample/state.ts';
import { renderOn } from '../render.tsx';

afterEach(cleanup);

function sampleHost(): FakeHost {
  const host: FakeHost = new FakeHost(sampleState({ scenario: 'fresh', theme: 'light', language: 'en' }));
  host.handlers = sampleHandlers(() => host);
  return host;
}

it('an import with nothing found opens at the place to paste, and a look back is not undone', async () => {
  const host = sampleHost();
  host.handlers['servers.importPreview'] = () => ({ ok: true, value: { candidates: [], errors: [] } });
  await renderOn(host, <ImportDialog tab="found" onClose={() => {}} />);
  await screen.findByRole('textbox');
  fireEvent.click(screen.getByRole('radio', { name: 'Found on this computer' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  await waitFor(() => expect(host.callsOf('servers.importPreview').length).toBeGreaterThan(2));
  expect(screen.queryByRole('textbox')).toBeNull();
});

it('a test that cannot begin goes to the field that must be filled in', async () => {
  const host = sampleHost();
  await renderOn(host, <ServerEditor target={{ mode: 'add' }} onClose={() => {}} />);
  fireEvent.change(await screen.findByLabelText('Command'), { target: { value: 'npx -y some-server' } });
  fireEvent.click(screen.getByRole('button', { name: 'Test connection' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  expect(host.callsOf('server.test')).toEqual([]);
});
