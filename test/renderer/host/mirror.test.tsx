// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import type { ConversationSummary } from '../../../preload/contract/chat.ts';
import { fail, ok } from '../../../preload/contract/errors.ts';
import { createInvoke } from '../../../renderer/host/client.ts';
import type { Scheduler } from '../../../renderer/host/frame.ts';
import { createMirror } from '../../../renderer/host/mirror.ts';
import { FakeHost } from '../harness/fakeHost.ts';
import { sampleState } from '../harness/sample/state.ts';

const LOOK = { scenario: 'rich', theme: 'light', language: 'en' } as const;

/** A scheduler whose frames the test runs itself. */
function handFrames() {
  let job = () => {};
  let waiting = false;
  const schedule = (run: () => void): Scheduler => {
    job = run;
    return { request: () => (waiting = true), flush: () => {}, dispose: () => {} };
  };
  const frame = () => {
    if (!waiting) return;
    waiting = false;
    job();
  };
  return { schedule, frame };
}

function start(host = new FakeHost(sampleState(LOOK))) {
  const frames = handFrames();
  const mirror = createMirror({ bridge: host, invoke: createInvoke(host), schedule: frames.schedule });
  return { host, mirror, frame: frames.frame, read: () => mirror.store.getState() };
}
const rename = (host: FakeHost, title: string) =>
  host.update((state) => ({
    ...state,
    conversations: { ...state.conversations, c1: { ...(state.conversations.c1 as ConversationSummary), title } },
  }));

describe('mirror', () => {
  it('asks for a snapshot when it starts and is live with the first one', () => {
    const { host, read } = start();
    expect(host.callsOf('host.snapshot')).toHaveLength(1);
    expect(read().status).toBe('live');
    expect(read().host).toEqual(host.state);
  });

  it('applies numbered patches and shares what did not change', () => {
    const { host, read, frame } = start();
    const before = read().host;
    rename(host, 'Rain');
    frame();
    expect(read().host).toEqual(host.state);
    expect(read().host?.servers).toBe(before?.servers);
  });

  it('puts the patches of one frame into one change', () => {
    const { host, mirror, frame, read } = start();
    const seen = vi.fn();
    mirror.store.subscribe(seen);
    rename(host, 'One');
    rename(host, 'One and two');
    expect(seen).not.toHaveBeenCalled();
    frame();
    expect(seen).toHaveBeenCalledTimes(1);
    expect(read().host?.conversations.c1?.title).toBe('One and two');
  });

  it('asks for a snapshot after a gap and shows the newest state, not the patched old one', async () => {
    const { host, frame, read } = start();
    host.handlers['host.snapshot'] = () => ok({});
    const snapshot = host.snapshot.bind(host);
    host.snapshot = () => {};
    host.skip();
    rename(host, 'After the gap');
    frame();
    expect(host.callsOf('host.snapshot')).toHaveLength(2);
    expect(read().status).toBe('waiting');
    expect(read().host?.conversations.c1?.title).toBe('杭州明天的天气');
    rename(host, 'While waiting');
    frame();
    expect(host.callsOf('host.snapshot')).toHaveLength(2);
    snapshot();
    expect(read().status).toBe('live');
    expect(read().host).toEqual(host.state);
    rename(host, 'Live again');
    frame();
    expect(read().host?.conversations.c1?.title).toBe('Live again');
  });

  it('drops patches that were queued before a newer snapshot', () => {
    const { host, frame, read } = start();
    rename(host, 'Queued');
    host.snapshot();
    frame();
    expect(read().host).toEqual(host.state);
  });

  it('asks again when a number comes twice', () => {
    const { host } = start();
    host.emit({ kind: 'patches', seq: 1, patches: [] });
    expect(host.callsOf('host.snapshot')).toHaveLength(2);
  });

  it('tells when main does not answer, and recovers on refresh', async () => {
    const host = new FakeHost(sampleState(LOOK));
    const snapshot = host.snapshot.bind(host);
    host.snapshot = () => {};
    host.handlers['host.snapshot'] = () => fail('host.unavailable', 'not yet');
    const { mirror, read } = start(host);
    await vi.waitFor(() => expect(read().status).toBe('failed'));
    host.handlers['host.snapshot'] = () => ok({});
    host.snapshot = snapshot;
    mirror.refresh();
    expect(read().status).toBe('live');
  });

  it('hears nothing after dispose', () => {
    const { host, mirror, frame, read } = start();
    mirror.dispose();
    rename(host, 'Nobody listens');
    frame();
    expect(read().host?.conversations.c1?.title).toBe('杭州明天的天气');
  });

  it('turns a broken channel into an outcome', async () => {
    const invoke = createInvoke({ invoke: () => Promise.reject(new Error('/secret/path')), onEvent: () => () => {} });
    const outcome = await invoke('chat.create', {});
    expect(outcome).toMatchObject({ ok: false, error: { code: 'host.unavailable' } });
    expect(JSON.stringify(outcome)).not.toContain('secret');
  });
});
