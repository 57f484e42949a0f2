import { describe, expect, it } from 'vitest';
import { resumeDelay } from '../../../main/core/transports/http/resumption.ts';
import { parseRetryAfter } from '../../../main/core/transports/http/retryAfter.ts';
import { freshMemory, nextStep, type StreamEnd, type StreamMemory } from '../../../main/core/transports/http/streamPolicy.ts';
import { proxyFor } from '../../../main/core/transports/httpClient/proxyFor.ts';
import { judgeRedirect } from '../../../main/core/transports/httpClient/redirects.ts';

/** Follows the policy; gives the waits in milliseconds, and at the end the reason to stop. */
function follow(ends: StreamEnd[], memory: StreamMemory = freshMemory): (number | string)[] {
  const steps: (number | string)[] = [];
  let now = memory;
  for (const end of ends) {
    const step = nextStep(now, end);
    now = step.memory;
    steps.push(step.again ? step.afterMs : step.remark);
    if (!step.again) break;
  }
  return steps;
}

const refused = (status: number, retryAfterMs?: number): StreamEnd => ({ kind: 'refused', status, retryAfterMs });
const ended = (lifeMs: number, more: { messages?: number; retryMs?: number; resumable?: boolean } = {}): StreamEnd => ({
  kind: 'ended',
  lifeMs,
  messages: 0,
  resumable: false,
  ...more,
});
const many = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

describe('when the stream of the server is opened again', () => {
  it.each([200, 400, 404, 405, 406, 415, 500, 501, 503])('a first refusal with %i is final', (status) => {
    expect(follow([refused(status)])).toEqual([expect.stringContaining(String(status))]);
  });

  it('409 is waited out, ever longer, and then left', () => {
    expect(follow(many(9, refused(409)))).toEqual([5000, 10_000, 20_000, 40_000, expect.stringContaining('409')]);
  });

  it('a long or talkative stream is opened again at once, for ever', () => {
    expect(follow(many(20, ended(300_000)))).toEqual(many(20, 1000));
    expect(follow(many(20, ended(10, { messages: 1 })))).toEqual(many(20, 1000));
    expect(follow(many(3, ended(10, { messages: 1, retryMs: 50 })))).toEqual(many(3, 50));
  });

  it('a stream that ends at once gets one more chance', () => {
    expect(follow(many(5, ended(3)))).toEqual([1000, expect.stringContaining('at once')]);
  });

  it('polling by event ids goes on, ever more slowly, never faster than told', () => {
    const waits = follow(many(12, ended(3, { resumable: true, retryMs: 100 })));
    expect(waits.slice(0, 4)).toEqual([100, 200, 400, 800]);
    expect(waits.at(-1)).toBe(60_000);
    expect(follow([ended(3, { resumable: true, retryMs: 90_000 })])).toEqual([90_000]);
  });

  it('a good stream resets what bad ones left behind', () => {
    expect(follow([ended(9000), ended(3), ended(3), ended(9000), ended(3)])).toEqual([1000, 1000, 2000, 1000, 1000]);
  });

  it('an unreachable server is tried with growing waits and then left', () => {
    expect(follow(many(9, { kind: 'unreachable' }))).toEqual([1000, 2000, 4000, 8000, 16_000, expect.stringContaining('keeps breaking')]);
  });

  it('5xx passes when the stream was there before; Retry-After is respected', () => {
    expect(follow([ended(9000), refused(502), refused(502), refused(404)])).toEqual([1000, 1000, 2000, expect.stringContaining('404')]);
    expect(follow([refused(503, 7000)])).toEqual([7000]);
  });
});

describe('when a response stream is resumed', () => {
  it.each([
    [0, undefined, 1000],
    [2, undefined, 4000],
    [0, 400, 400],
    [1, 400, 800],
    [0, 45_000, 45_000],
    [4, 10_000, 30_000],
    [5, 10, undefined],
  ])('after %i failures with retry %s: %s ms', (failures, retryMs, delay) => {
    expect(resumeDelay({ lastEventId: 'a', retryMs, failures })).toBe(delay);
  });
});

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    ['1', 1000],
    [' 120 ', 120_000],
    ['0.5', 500],
    ['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
    ['Thu, 01 Jan 2020 00:00:10 GMT', 0],
    ['soon', undefined],
    ['-1', undefined],
    ['2026', 2_026_000],
    [undefined, undefined],
  ])('%s', (value, ms) => {
    expect(parseRetryAfter(value, now)).toBe(ms);
  });
});

describe('redirects', () => {
  it.each([
    ['http://a.test/mcp', 307, '/mcp/', 'http://a.test/mcp/'],
    ['http://a.test/mcp', 307, 'http://a.test/x?y=1#z', 'http://a.test/x?y=1'],
    ['http://a.test/mcp', 308, 'https://a.test/mcp', 'https://a.test/mcp'],
    ['http://a.test/mcp', 308, '//a.test/new', 'http://a.test/new'],
  ])('%s answers %i to %s: follow', (from, status, location, to) => {
    expect(judgeRedirect(new URL(from), { status, location }, 'POST', 0)).toEqual({ kind: 'follow', to: new URL(to) });
  });

  it.each([301, 302, 303])('h13: %i would turn a message into a GET: refused with its target, but a GET follows it', (status) => {
    const from = new URL('http://a.test/mcp');
    const answer = { status, location: '/mcp/' };
    expect(judgeRedirect(from, answer, 'POST', 0)).toMatchObject({ kind: 'refuse', to: new URL('http://a.test/mcp/') });
    expect(judgeRedirect(from, answer, 'GET', 0)).toMatchObject({ kind: 'follow' });
  });

  it.each([
    ['http://a.test/mcp', 'http://b.test/mcp'],
    ['http://a.test/mcp', 'http://a.test:8080/mcp'],
    ['https://a.test/mcp', 'http://a.test/mcp'],
    ['http://a.test:8080/mcp', 'https://a.test/mcp'],
    ['http://a.test/mcp', 'http://u:p@a.test/mcp'],
    ['http://a.test/mcp', 'file:///etc/passwd'],
    ['http://a.test/mcp', 'http://a.test.evil/mcp'],
    ['http://a.test/mcp', '/mcp'],
    ['http://a.test/mcp', 'http://'],
    ['http://a.test/mcp', undefined],
  ])('%s to %s: refuse', (from, location) => {
    expect(judgeRedirect(new URL(from), { status: 307, location }, 'POST', 0)).toMatchObject({ kind: 'refuse' });
  });

  it('the sixth is refused; other statuses are no redirect', () => {
    const judge = (status: number, hops: number): string => judgeRedirect(new URL('http://a.test/1'), { status, location: '/2' }, 'POST', hops).kind;
    expect(judge(307, 4)).toBe('follow');
    expect(judge(307, 5)).toBe('refuse');
    for (const status of [200, 300, 304, 404]) expect(judge(status, 0)).toBe('none');
  });
});

describe('which proxy', () => {
  const env = { HTTP_PROXY: 'http://h:1', HTTPS_PROXY: 'http://s:2', NO_PROXY: 'example.org, .inside.test,*.wild.test,port.test:8443,[2001:db8::1]' };
  it.each([
    ['http://a.test/', 'http://h:1'],
    ['https://a.test/', 'http://s:2'],
    ['wss://a.test/', 'http://s:2'],
    ['ws://a.test/', 'http://h:1'],
    ['http://localhost:3000/', undefined],
    ['http://127.0.0.5/', undefined],
    ['http://[::1]:9/', undefined],
    ['https://example.org/', undefined],
    ['https://www.example.org/', undefined],
    ['https://EXAMPLE.org./', undefined],
    ['https://notexample.org/', 'http://s:2'],
    ['https://inside.test/', undefined],
    ['https://x.inside.test/', undefined],
    ['https://x.wild.test/', undefined],
    ['https://wild.test/', 'http://s:2'],
    ['https://port.test:8443/', undefined],
    ['https://port.test/', 'http://s:2'],
    ['http://[2001:db8::1]/', undefined],
  ])('%s: %s', (url, proxy) => {
    expect(proxyFor(new URL(url), {}, env)).toBe(proxy);
  });

  it('the settings come first, ALL_PROXY last, lower case before upper', () => {
    expect(proxyFor(new URL('https://a.test'), { proxy: 'socks5://p:9' }, env)).toBe('socks5://p:9');
    expect(proxyFor(new URL('https://a.test'), {}, { ALL_PROXY: 'socks5://p:9' })).toBe('socks5://p:9');
    expect(proxyFor(new URL('https://a.test'), {}, { https_proxy: 'http://low:1', HTTPS_PROXY: 'http://up:1' })).toBe('http://low:1');
    expect(proxyFor(new URL('https://a.test'), { noProxy: '*' }, env)).toBeUndefined();
    expect(proxyFor(new URL('https://a.test'), {}, { HTTPS_PROXY: 'plain:3128' })).toBe('http://plain:3128');
    expect(proxyFor(new URL('https://a.test'), {}, {})).toBeUndefined();
  });
});
