import { describe, expect, test } from 'vitest';
import { deferred } from '../../../main/core/base/deferred.ts';
import { HostError } from '../../../main/core/base/hostError.ts';
import { judgeFailure } from '../../../main/core/servers/callSafely.ts';
import type { Raw } from '../../../main/core/servers/session.ts';
import { RpcError } from '../../../main/core/servers/sessionErrors.ts';
import { TransportError, type TransportFacts } from '../../../main/core/transports/transportError.ts';
import type { ErrorCode } from '../../../preload/contract/errors.ts';
import type { FakeHandle } from '../../fakes/fakeSession.ts';
import { settle } from '../../fakes/manualClock.ts';
import { remoteConfig, stdioConfig } from '../../fakes/serverConfigs.ts';
import { callOptions, stage } from './managerKit.ts';

const failure = (code: ErrorCode, facts: TransportFacts = {}): TransportError => new TransportError(code, `${code}!`, { facts });
const expired = () => failure('call.disconnected', { sessionExpired: true, unsent: true, status: 404 });
const unsent = () => failure('call.disconnected', { unsent: true, networkDown: true });
const unknown = () => failure('call.outcome_unknown', { networkDown: true });

describe('the matrix of CON-7', () => {
  test.each<[string, unknown, string, string]>([
    ['timeout', failure('call.timeout'), 'give-up', 'give-up'],
    ['cancel', failure('call.cancelled'), 'give-up', 'give-up'],
    ['JSON-RPC error', failure('call.protocol'), 'give-up', 'give-up'],
    ['session expired (404)', expired(), 'renew', 'renew'],
    ['connection refused', unsent(), 'renew', 'renew'],
    ['lost after sending', unknown(), 'give-up', 'again'],
    ['5xx after sending', failure('call.outcome_unknown', { status: 502 }), 'give-up', 'again'],
    ['503 with Retry-After', failure('connect.http', { status: 503, unsent: true, retryAfterMs: 2_000 }), 'again', 'again'],
    ['429 that asks for an hour', failure('connect.http', { status: 429, unsent: true, retryAfterMs: 3_600_000 }), 'give-up', 'give-up'],
    ['401', failure('auth.required', { status: 401, unsent: true }), 'sign-in', 'sign-in'],
    ['403', failure('auth.refused', { status: 403, unsent: true }), 'give-up', 'give-up'],
    ['404 without a session', failure('connect.http', { status: 404 }), 'give-up', 'give-up'],
    ['a bug', new Error('x'), 'give-up', 'give-up'],
  ])('%s', (_name, error, plain, repeatable) => {
    expect(judgeFailure(error, false).next).toBe(plain);
    expect(judgeFailure(error, true).next).toBe(repeatable);
  });
});

/** Answers calls with these outcomes in order, over all connections of the stage; then with success. */
function scripted(outcomes: (() => Error)[], connected: (handle: FakeHandle) => void = (handle) => handle.accept()) {
  const calls: string[] = [];
  const built = stage((handle) => {
    handle.session.call = async (name) => {
      calls.push(name);
      const fail = outcomes.shift();
      if (fail) throw fail();
      return { content: ['fine'] };
    };
    connected(handle);
  });
  return { ...built, calls };
}

describe('calls through a manager', () => {
  test('an expired session is renewed at once and the call sent once more (CON-8)', async () => {
    const { host, up, calls, sessions, found } = scripted([expired]);
    await up(remoteConfig('a'));
    expect(await host.callTool('a', 'pay', {}, callOptions())).toEqual({ ok: true, value: { content: ['fine'] } });
    expect(calls).toHaveLength(2);
    expect(sessions.handles.map((handle) => handle.stops)).toEqual([1, 0]);
    expect(found).toHaveLength(2);
  });

  test('a login that dies under many calls: each gets its own answer, nobody is left in doubt', async () => {
    const { host, up, sessions } = stage();
    await up(remoteConfig('one'));
    const handle = sessions.last('one');
    handle.session.info = { ...handle.session.info, transport: 'http' };
    const slow = deferred<Raw>();
    const idle = deferred<void>();
    handle.session.whenIdle = idle.promise;
    handle.session.call = (name) =>
      name === 'slow' ? slow.promise : Promise.reject(new TransportError('auth.required', 'Sign in.', { facts: { status: 401 } }));
    const slowCall = host.callTool('one', 'slow', {}, callOptions());
    const codes = await Promise.all(['a', 'b', 'c'].map((name) => host.callTool('one', name, {}, callOptions())));
    expect(codes.map((outcome) => !outcome.ok && outcome.error.code)).toEqual(['auth.required', 'auth.required', 'auth.required']);
    expect([host.get('one')?.state.kind, handle.stops]).toEqual(['needs-auth', 0]);
    slow.resolve({ content: ['done'] });
    expect(await slowCall).toEqual({ ok: true, value: { content: ['done'] } });
    idle.resolve();
    await settle();
    expect(handle.stops).toBe(1);
  });

  test('what is still under way on a dead login does not hold up the end, nor a new login', async () => {
    const { host, up, sessions } = stage();
    await up(remoteConfig('one'));
    const old = sessions.last('one');
    old.session.info = { ...old.session.info, transport: 'http' };
    old.session.whenIdle = new Promise(() => undefined);
    old.session.call = async () => Promise.reject(new TransportError('auth.required', 'Sign in.'));
    await host.callTool('one', 'echo', {}, callOptions());
    await host.restart('one');
    expect([host.get('one')?.state.kind, old.stops]).toEqual(['connected', 0]);
    await host.stopAll();
    expect(old.stops).toBe(1);
  });

  test('a second 404 in a row is shown', async () => {
    const { host, up, calls, sessions } = scripted([expired, expired, expired]);
    await up(remoteConfig('a'));
    expect(await host.callTool('a', 'pay', {}, callOptions({ repeatable: true }))).toMatchObject({ ok: false, error: { code: 'call.disconnected' } });
    expect(calls).toHaveLength(2);
    expect(sessions.handles).toHaveLength(2);
  });

  test('what may have run is not repeated (k06)', async () => {
    const { host, up, calls, sessions, states } = scripted([unknown]);
    await up(remoteConfig('a'));
    expect(await host.callTool('a', 'pay', {}, callOptions())).toMatchObject({ ok: false, error: { code: 'call.outcome_unknown' } });
    expect(calls).toHaveLength(1);
    expect(await host.callTool('a', 'pay', {}, callOptions())).toMatchObject({ ok: true });
    expect(sessions.handles).toHaveLength(1);
    expect(states()).toEqual({ a: 'connected' });
  });

  test('what may be repeated is, once', async () => {
    const { host, up, calls } = scripted([unknown, unknown, unknown]);
    await up(remoteConfig('a'));
    expect(await host.callTool('a', 'look', {}, callOptions({ repeatable: true }))).toMatchObject({ error: { code: 'call.outcome_unknown' } });
    expect(calls).toHaveLength(2);
  });

  test('when the second try cannot leave, the first one is still in doubt', async () => {
    const { host, up, calls } = scripted([unknown, unsent]);
    await up(remoteConfig('a'));
    expect(await host.callTool('a', 'look', {}, callOptions({ repeatable: true }))).toMatchObject({ error: { code: 'call.outcome_unknown' } });
    expect(calls).toHaveLength(2);
  });

  test('a server that asks for patience gets it', async () => {
    const busy = () => failure('connect.http', { status: 429, unsent: true, retryAfterMs: 5_000 });
    const { host, up, calls, clock } = scripted([busy]);
    await up(remoteConfig('a'));
    const call = host.callTool('a', 'pay', {}, callOptions());
    await clock.advance(4_999);
    expect(calls).toHaveLength(1);
    await clock.advance(1);
    expect(await call).toMatchObject({ ok: true });
  });

  test('a process that died is started again by the next call, and discovered again (CON-6)', async () => {
    const { host, up, calls, sessions, found } = scripted([]);
    await up(stdioConfig('a'));
    sessions.last('a').emit({ kind: 'closed', error: { code: 'connect.exited', message: 'SIGKILL' } });
    expect(await host.callTool('a', 'echo', {}, callOptions())).toMatchObject({ ok: true });
    expect(calls).toHaveLength(1);
    expect(sessions.handles).toHaveLength(2);
    expect(found).toHaveLength(2);
  });

  test('twenty waiting calls share one reconnect', async () => {
    let slow: FakeHandle | undefined;
    const { host, up, sessions, calls } = scripted([], (handle) => {
      if (sessions.of('a').length === 1) handle.accept();
      else slow = handle;
    });
    await up(remoteConfig('a'));
    sessions.last('a').emit({ kind: 'closed' });
    const all = Array.from({ length: 20 }, () => host.callTool('a', 'echo', {}, callOptions()));
    await settle();
    expect(sessions.handles).toHaveLength(2);
    expect(calls).toHaveLength(0);
    slow?.accept();
    expect((await Promise.all(all)).every((outcome) => outcome.ok)).toBe(true);
    expect(sessions.handles).toHaveLength(2);
  });

  test('a dead server and twenty impatient callers: at most five tries in twenty seconds (k08)', async () => {
    let alive = true;
    const { host, up, sessions, clock } = stage((handle) =>
      alive ? handle.accept() : handle.refuse({ code: 'connect.network', message: 'refused' }),
    );
    await up(remoteConfig('a'));
    alive = false;
    sessions.last('a').emit({ kind: 'closed' });
    let failures = 0;
    for (let ms = 0; ms < 20_000; ms += 100) {
      for (let i = 0; i < 20; i++) void host.callTool('a', 'echo', {}, callOptions()).then((outcome) => (outcome.ok ? undefined : failures++));
      await clock.advance(100);
    }
    expect(sessions.handles.length - 1).toBeLessThanOrEqual(5);
    expect(failures).toBeGreaterThan(1_000);
    alive = true;
    await host.restart('a');
    expect(await host.callTool('a', 'echo', {}, callOptions())).toMatchObject({ ok: true });
  });

  test('a call that waited for a try that failed does not wait for the next one', async () => {
    let alive = true;
    const { host, up, sessions, clock } = stage((handle) => (alive ? handle.accept() : undefined));
    await up(remoteConfig('a'));
    alive = false;
    sessions.last('a').emit({ kind: 'closed' });
    const call = host.callTool('a', 'echo', {}, callOptions());
    await settle();
    const before = clock.now();
    sessions.last('a').refuse({ code: 'connect.network', message: 'still down' });
    expect(await call).toMatchObject({ error: { code: 'call.disconnected', message: expect.stringContaining('still down') } });
    expect(clock.now()).toBe(before);
    expect(host.get('a')?.state).toMatchObject({ phase: 'backing-off' });
  });

  test('a call waits for a server that is still starting, no longer than its own limit', async () => {
    const { host, up, sessions, clock } = stage(() => undefined);
    await up(stdioConfig('a'));
    const patient = host.callTool('a', 'echo', {}, callOptions());
    const hasty = host.callTool('a', 'echo', {}, callOptions({ timeoutMs: 50 }));
    await clock.advance(50);
    expect(await hasty).toMatchObject({ error: { code: 'call.timeout' } });
    sessions.last('a').accept();
    expect(await patient).toMatchObject({ ok: true });
  });

  test('waiting ends with the signal', async () => {
    const { host, up } = stage(() => undefined);
    await up(stdioConfig('a'));
    const stop = new AbortController();
    const call = host.callTool('a', 'echo', {}, callOptions({ signal: stop.signal }));
    await settle();
    stop.abort();
    expect(await call).toMatchObject({ error: { code: 'call.cancelled' } });
  });

  test.each([
    ['unknown server', 'zzz', 'host.not_found'],
    ['disabled server', 'off', 'call.disconnected'],
  ])('%s', async (_name, server, code) => {
    const { host, up } = stage();
    await up(stdioConfig('off', { disabled: true }));
    expect(await host.callTool(server, 'echo', {}, callOptions())).toMatchObject({ ok: false, error: { code } });
  });

  test('a failed server says why, at once', async () => {
    const { host, up, sessions } = stage((handle) =>
      handle.refuse({ code: 'spawn.not_found', message: 'npx was not found.', fix: 'Install Node.js.' }),
    );
    await up(stdioConfig('a'));
    expect(await host.callTool('a', 'echo', {}, callOptions())).toMatchObject({
      error: { code: 'call.disconnected', message: expect.stringContaining('npx was not found'), fix: 'Install Node.js.' },
    });
    expect(sessions.handles).toHaveLength(1);
  });

  test('resources, prompts and other requests take the same road; tool calls do not take theirs', async () => {
    const { host, up } = stage();
    await up(stdioConfig('a'));
    expect(await host.readResource('a', 'x:y', callOptions())).toEqual({ ok: true, value: { contents: [{ uri: 'x:y' }] } });
    expect(await host.getPrompt('a', 'hi', {}, callOptions())).toMatchObject({ ok: true });
    expect(await host.request('a', 'resources/subscribe', {}, callOptions())).toEqual({ ok: true, value: { method: 'resources/subscribe' } });
    expect(await host.request('a', 'tools/call', {}, callOptions())).toMatchObject({ ok: false, error: { code: 'host.forbidden' } });
    expect(await host.listAll('a', 'prompts', callOptions())).toEqual({ ok: true, value: [{ name: 'echo' }] });
  });
});

describe('after sleep (CON-10)', () => {
  test('remote servers are pinged once before their next use', async () => {
    const { host, up, sessions } = stage();
    await up(remoteConfig('a'), stdioConfig('b'));
    host.doubtRemotes();
    await Promise.all([1, 2, 3].map(() => host.callTool('a', 'echo', {}, callOptions())));
    await host.callTool('b', 'echo', {}, callOptions());
    expect(sessions.last('a').session.pings).toBe(1);
    expect(sessions.last('b').session.pings).toBe(0);
  });

  test('one that does not answer is connected anew, one that merely dislikes pings is not', async () => {
    const { host, up, sessions } = stage();
    await up(remoteConfig('dead'), remoteConfig('grumpy'), remoteConfig('captive'));
    sessions.last('dead').session.onPing = () => Promise.reject(new HostError('call.timeout', 'silence'));
    sessions.last('grumpy').session.onPing = () => Promise.reject(new RpcError('grumpy', 'ping', { code: -32601, message: 'no ping here' }));
    // A hotel's login page answers in the server's place.
    sessions.last('captive').session.onPing = () => Promise.reject(new HostError('call.protocol', 'a web page instead of JSON'));
    host.doubtRemotes();
    expect(await host.callTool('dead', 'echo', {}, callOptions())).toMatchObject({ ok: true });
    expect(await host.callTool('grumpy', 'echo', {}, callOptions())).toMatchObject({ ok: true });
    expect(await host.callTool('captive', 'echo', {}, callOptions())).toMatchObject({ ok: true });
    expect(['dead', 'grumpy', 'captive'].map((name) => sessions.of(name).length)).toEqual([2, 1, 2]);
  });
});
