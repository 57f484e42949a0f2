// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fail, ok } from '../../../preload/contract/errors.ts';
import { Composer } from '../../../renderer/features/chat/composer/Composer.tsx';
import { matchCommands, typedCommand } from '../../../renderer/features/chat/composer/commands.ts';
import { isSendKey } from '../../../renderer/features/chat/composer/keys.ts';
import { ChatContext } from '../../../renderer/features/chat/context.ts';
import { useDrafts } from '../../../renderer/features/chat/drafts.ts';
import { useChatActions } from '../../../renderer/features/chat/useChatActions.ts';
import { FakeHost } from '../harness/fakeHost.ts';
import { sampleState } from '../harness/sample/state.ts';
import { renderOn } from '../render.tsx';

const key = { key: 'Enter', shiftKey: false, altKey: false, ctrlKey: false, metaKey: false, isComposing: false, keyCode: 13 };

describe('isSendKey', () => {
  it.each([
    ['Enter', {}, true],
    ['Shift+Enter', { shiftKey: true }, false],
    ['Alt+Enter', { altKey: true }, false],
    ['Enter that ends a composition', { isComposing: true }, false],
    ['Enter that an input method takes (229)', { keyCode: 229 }, false],
    ['another key', { key: 'a' }, false],
  ])('%s', (_, facts, sends) => expect(isSendKey({ ...key, ...facts })).toBe(sends));
});

describe('typedCommand', () => {
  it.each([
    ['/', ''],
    ['/mc', 'mc'],
    ['/MCP ', 'mcp'],
    [' /mcp', undefined],
    ['/mcp now', undefined],
    ['/etc/hosts', undefined],
    ['hello', undefined],
  ])('%j', (text, command) => expect(typedCommand(text)).toBe(command));
  it('matches by the first letters', () => expect(matchCommands('s').map((command) => command.id)).toEqual(['servers', 'settings']));
});

function Page({ id }: { id?: string }) {
  const actions = useChatActions(id);
  return (
    <ChatContext.Provider value={actions}>
      <Composer id={id} run="idle" />
    </ChatContext.Provider>
  );
}

let host: FakeHost;
beforeEach(() => {
  useDrafts.setState({ drafts: {} });
  host = new FakeHost(sampleState({ scenario: 'rich', theme: 'light', language: 'en' }), {
    'chat.send': () => ok({}),
    'chat.create': () => ok({ id: 'new-1' }),
  });
});
afterEach(cleanup);

const field = () => screen.getByLabelText('Message') as HTMLTextAreaElement;
const type = (text: string) => fireEvent.change(field(), { target: { value: text } });

describe('Composer', () => {
  it('sends on Enter and empties the field', async () => {
    await renderOn(host, <Page id="c1" />);
    type('  Hello  ');
    fireEvent.keyDown(field(), { key: 'Enter' });
    await waitFor(() => expect(host.callsOf('chat.send')).toEqual([{ id: 'c1', text: 'Hello' }]));
    expect(field().value).toBe('');
  });

  it('does not send while an input method composes', async () => {
    await renderOn(host, <Page id="c1" />);
    type('ni hao');
    fireEvent.compositionStart(field());
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229, isComposing: true });
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    expect(field().value).toBe('ni hao');
    fireEvent.compositionEnd(field());
    fireEvent.keyDown(field(), { key: 'Enter' });
    await waitFor(() => expect(host.callsOf('chat.send')).toHaveLength(1));
  });

  it('creates the conversation for its first message', async () => {
    await renderOn(host, <Page />);
    type('First');
    fireEvent.keyDown(field(), { key: 'Enter' });
    await waitFor(() => expect(host.callsOf('chat.send')).toEqual([{ id: 'new-1', text: 'First' }]));
  });

  it('gives the text back when it could not be sent', async () => {
    host.handlers['chat.send'] = () => fail('host.unavailable', 'no');
    await renderOn(host, <Page id="c1" />);
    type('Keep me');
    fireEvent.keyDown(field(), { key: 'Enter' });
    await waitFor(() => expect(host.callsOf('chat.send')).toHaveLength(1));
    await waitFor(() => expect(field().value).toBe('Keep me'));
  });

  it('keeps a draft for each conversation', async () => {
    const view = await renderOn(host, <Page id="c1" />);
    type('for one');
    view.unmount();
    await renderOn(host, <Page id="c2" />);
    expect(field().value).toBe('');
    cleanup();
    await renderOn(host, <Page id="c1" />);
    expect(field().value).toBe('for one');
  });

  it('answers /mcp with servers, states and tool counts, and sends nothing', async () => {
    await renderOn(host, <Page id="c1" />);
    type('/mcp');
    fireEvent.keyDown(field(), { key: 'Enter' });
    const panel = await screen.findByRole('region', { name: 'MCP servers' });
    const rows = [...panel.querySelectorAll('tbody tr')].map((row) => row.textContent);
    expect(rows).toHaveLength(9);
    expect(rows.find((row) => row?.startsWith('files'))).toContain('Connected14');
    expect(rows.find((row) => row?.startsWith('notes'))).toContain('Failed');
    expect(host.callsOf('chat.send')).toHaveLength(0);
  });

  it('says that a command is unknown instead of sending it', async () => {
    await renderOn(host, <Page id="c1" />);
    type('/nope');
    fireEvent.keyDown(field(), { key: 'Enter' });
    expect((await screen.findByRole('alert')).textContent).toContain('/nope');
    expect(host.callsOf('chat.send')).toHaveLength(0);
  });
});
