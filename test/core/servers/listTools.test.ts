import { describe, expect, test } from 'vitest';
import { HostError } from '../../../main/core/base/hostError.ts';
import { listTools } from '../../../main/core/servers/listTools.ts';
import { RpcError } from '../../../main/core/servers/sessionErrors.ts';
import { FakeSession } from '../../fakes/fakeSession.ts';

const limits = { maxPages: 10, timeoutMs: 1_000, signal: new AbortController().signal };

/** A server whose pages are given by cursor; `first` is the page without one. */
function pages(byCursor: Record<string, { items: unknown[]; nextCursor?: string }>): FakeSession {
  const session = new FakeSession();
  session.list = (_kind, cursor) => byCursor[cursor ?? 'first'] ?? Promise.reject(new HostError('call.protocol', `no page ${cursor}`));
  return session;
}

describe('pages of tools', () => {
  test('all pages in order', async () => {
    const session = pages({ first: { items: [1, 2], nextCursor: 'b' }, b: { items: [3], nextCursor: 'c' }, c: { items: [] } });
    expect(await listTools(session, limits)).toEqual({ items: [1, 2, 3], notices: [] });
  });

  test('an empty cursor is a cursor (t11)', async () => {
    const session = pages({ first: { items: ['good'], nextCursor: '' }, '': { items: ['second'] } });
    expect(await listTools(session, limits)).toEqual({ items: ['good', 'second'], notices: [] });
  });

  test('a server that means the end by it is asked once more, and gives one copy of each tool', async () => {
    const session = new FakeSession();
    session.list = () => ({ items: [{ name: 'good' }], nextCursor: '' });
    expect(await listTools(session, limits)).toEqual({ items: [{ name: 'good' }], notices: [] });
    expect(session.lists).toEqual([undefined, '']);
  });

  test('a cursor that comes again ends the list with a notice', async () => {
    const session = pages({ first: { items: [1], nextCursor: 'a' }, a: { items: [2], nextCursor: 'b' }, b: { items: [2, 3], nextCursor: 'a' } });
    const { items, notices } = await listTools(session, limits);
    expect(items).toEqual([1, 2, 3]);
    expect(notices).toEqual([{ code: 'tools.repeated_cursor', message: expect.stringContaining('3') }]);
  });

  test('at the cap the tools so far are kept and the user is told', async () => {
    const session = new FakeSession();
    session.list = (_kind, cursor = '0') => ({ items: [cursor], nextCursor: String(Number(cursor) + 1) });
    const { items, notices } = await listTools(session, limits);
    expect(items).toHaveLength(10);
    expect(notices).toEqual([{ code: 'tools.page_limit', message: expect.stringContaining('10 pages') }]);
    expect(session.lists).toHaveLength(10);
  });

  test('exactly as many pages as allowed is no reason for a notice', async () => {
    const session = new FakeSession();
    session.list = (_kind, cursor = '1') => ({ items: [cursor], ...(cursor !== '10' && { nextCursor: String(Number(cursor) + 1) }) });
    expect((await listTools(session, limits)).notices).toEqual([]);
  });

  test('a next page whose name cannot be sent back ends the list with a notice', async () => {
    const session = new FakeSession();
    session.list = () => ({ items: [1], oddCursor: true });
    expect(await listTools(session, limits)).toEqual({
      items: [1],
      notices: [{ code: 'tools.page_failed', message: expect.stringContaining('not text') }],
    });
  });

  test('a later page that fails leaves what came before it', async () => {
    const session = pages({ first: { items: [1], nextCursor: 'gone' } });
    const found = await listTools(session, limits);
    expect(found).toMatchObject({ items: [1], notices: [{ code: 'tools.page_failed' }], incomplete: { code: 'call.protocol' } });
  });

  test('the first page must come', async () => {
    await expect(listTools(pages({}), limits)).rejects.toMatchObject({ code: 'call.protocol' });
  });
});

describe('a server that declared no tools', () => {
  const undeclared = (fail: HostError): FakeSession => {
    const session = new FakeSession();
    session.info = { ...session.info, capabilities: { prompts: {} } };
    session.list = () => Promise.reject(fail);
    return session;
  };

  test('may refuse or ignore the question', async () => {
    const refusal = new RpcError('a', 'tools/list', { code: -32601, message: 'Method not found' });
    expect(await listTools(undeclared(refusal), limits)).toEqual({ items: [], notices: [] });
    expect(await listTools(undeclared(new HostError('call.timeout', 'silence')), limits)).toEqual({ items: [], notices: [] });
  });

  test('but not die of it', async () => {
    await expect(listTools(undeclared(new HostError('call.outcome_unknown', 'gone')), limits)).rejects.toMatchObject({
      code: 'call.outcome_unknown',
    });
  });
});
