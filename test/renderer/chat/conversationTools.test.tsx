// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { VirtuosoMockContext } from 'react-virtuoso';
import { afterEach, describe, expect, it } from 'vitest';
import { ok } from '../../../preload/contract/errors.ts';
import { ConversationTools } from '../../../renderer/features/chat/tool/ConversationTools.tsx';
import { useConversationTools } from '../../../renderer/features/chat/tool/conversationToolsDialog.ts';
import { useHost } from '../../../renderer/host/HostProvider.tsx';
import { FakeHost } from '../harness/fakeHost.ts';
import { sampleHandlers } from '../harness/sample/handlers.ts';
import { sampleState } from '../harness/sample/state.ts';
import { renderOn } from '../render.tsx';

afterEach(() => {
  useConversationTools.getState().show(false);
  cleanup();
});

function Head({ id }: { id: string | undefined }) {
  const conversation = useHost((host) => (id ? host.conversations[id] : undefined));
  return (
    <VirtuosoMockContext.Provider value={{ viewportHeight: 272, itemHeight: 34 }}>
      <ConversationTools conversation={conversation} />
    </VirtuosoMockContext.Provider>
  );
}

async function show(id: string | undefined) {
  const host: FakeHost = new FakeHost(sampleState({ scenario: 'rich', theme: 'light', language: 'en' }));
  host.handlers = { ...sampleHandlers(() => host), 'chat.create': () => ok({ id: 'new' }) };
  await renderOn(host, <Head id={id} />);
  fireEvent.click(screen.getByRole('button', { name: 'Tools of this conversation' }));
  await screen.findByRole('dialog');
  return host;
}
const last = (host: FakeHost) => host.callsOf('chat.setToolsOff').at(-1);

describe('the tools of a conversation (TOL-11)', () => {
  it('a server and a single tool are switched off for this conversation only, and all on again', async () => {
    const host = await show('c1');
    fireEvent.click(screen.getByRole('switch', { name: 'Tools of files' }));
    await waitFor(() => expect(last(host)).toEqual({ id: 'c1', off: { servers: ['files'], tools: [] } }));
    fireEvent.click(screen.getByRole('button', { name: /^weather/ }));
    fireEvent.click(await screen.findByRole('switch', { name: 'Weather forecast in this conversation' }));
    await waitFor(() => expect(last(host)).toEqual({ id: 'c1', off: { servers: ['files'], tools: ['mcp__weather__get_forecast'] } }));
    expect(screen.getByText(/2 tools · 1 off/)).toBeTruthy();
    expect(host.state.conversations.c2?.toolsOff).toBeUndefined();
    fireEvent.click(screen.getByRole('button', { name: 'Switch all on' }));
    await waitFor(() => expect(last(host)?.off).toEqual({ servers: [], tools: [] }));
  });

  it('the tools of a server that is off are shown as off and cannot be chosen', async () => {
    await show('c1');
    fireEvent.click(screen.getByRole('switch', { name: 'Tools of weather' }));
    fireEvent.click(screen.getByRole('button', { name: /^weather/ }));
    const tool = await screen.findByRole('switch', { name: 'Weather forecast in this conversation' });
    await waitFor(() => expect((tool as HTMLInputElement).disabled).toBe(true));
    expect((tool as HTMLInputElement).checked).toBe(false);
  });

  it('before the first message the choice makes the conversation', async () => {
    const host = await show(undefined);
    fireEvent.click(screen.getByRole('switch', { name: 'Tools of files' }));
    await waitFor(() => expect(last(host)).toEqual({ id: 'new', off: { servers: ['files'], tools: [] } }));
    expect(host.callsOf('chat.create')).toHaveLength(1);
  });
});
