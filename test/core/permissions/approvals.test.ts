import { describe, expect, test } from 'vitest';
import { type AllowAnswer, createApprovals, MAX_PENDING, type Question } from '../../../main/core/permissions/approvals.ts';
import type { ApprovalAnswer } from '../../../preload/contract/permissions.ts';
import { SAFE } from './fixtures.ts';

let count = 0;
const start = () => createApprovals({ newId: () => `a${++count}`, now: () => 5 });
const never = new AbortController().signal;

function question(
  parts: { original?: string; args?: Record<string, unknown>; conversationId?: string; hash?: string; check?: Question['check'] } = {},
): Question {
  const { original = 'read', args = {}, conversationId, hash = 'h1', check } = parts;
  const request = {
    callId: 'c',
    server: 'fs',
    tool: `mcp__fs__${original}`,
    original,
    title: '',
    description: '',
    risk: SAFE,
    arguments: args,
    inputSchema: {},
    because: 'default',
    asker: 'model' as const,
    proposedRule: '',
  };
  return { request: { ...request, ...(conversationId ? { conversationId } : {}) }, definitionHash: hash, ...(check ? { check } : {}) };
}
const allow = (scope: 'once' | 'conversation' | 'always' = 'once', args?: Record<string, unknown>): ApprovalAnswer => ({
  kind: 'allow',
  scope,
  ...(args ? { arguments: args } : {}),
});

describe('the queue', () => {
  test('questions are listed in order and answered in any', async () => {
    const approvals = start();
    const seen: number[] = [];
    approvals.onChange(() => seen.push(approvals.list().length));
    const asked = [1, 2, 3].map((n) => approvals.ask(question({ args: { n } }), never));
    const ids = approvals.list().map(({ id }) => id);
    expect(approvals.list().map((request) => request.arguments.n)).toEqual([1, 2, 3]);
    expect(approvals.list()[0]).toMatchObject({ createdAt: 5, because: 'default' });
    expect(await approvals.answer(ids[1] ?? '', allow())).toEqual({ ok: true, value: { closed: [ids[1]] } });
    expect(await asked[1]).toEqual(allow());
    await approvals.answer(ids[0] ?? '', { kind: 'deny', reason: 'no' });
    expect(await asked[0]).toEqual({ kind: 'deny', reason: 'no' });
    expect(approvals.list().map(({ id }) => id)).toEqual([ids[2]]);
    expect(seen).toEqual([1, 2, 3, 2, 1]);
  });

  test('an answer to a closed question says so', async () => {
    const approvals = start();
    void approvals.ask(question(), never);
    const id = approvals.list()[0]?.id ?? '';
    await approvals.answer(id, allow());
    expect(await approvals.answer(id, allow())).toMatchObject({ ok: false, error: { code: 'host.not_found' } });
    expect(await approvals.answer('nonsense', allow())).toMatchObject({ ok: false });
  });

  test('the end of the run ends its questions, and only those', async () => {
    const approvals = start();
    const run = new AbortController();
    const mine = approvals.ask(question({ args: { n: 1 } }), run.signal);
    void approvals.ask(question({ args: { n: 2 } }), never);
    run.abort();
    expect(await mine).toEqual({ kind: 'aborted' });
    expect(approvals.list().map((request) => request.arguments.n)).toEqual([2]);
    expect(await approvals.ask(question(), run.signal)).toEqual({ kind: 'aborted' });
  });

  test('dispose ends all, now and later', async () => {
    const approvals = start();
    const asked = approvals.ask(question(), never);
    approvals.dispose();
    expect(await asked).toEqual({ kind: 'aborted' });
    expect(await approvals.ask(question(), never)).toEqual({ kind: 'aborted' });
    expect(approvals.list()).toEqual([]);
  });

  test('a flood is refused, not shown', async () => {
    const approvals = start();
    for (let i = 0; i < MAX_PENDING; i += 1) void approvals.ask(question(), never);
    expect(await approvals.ask(question(), never)).toMatchObject({ kind: 'deny' });
    expect(approvals.list()).toHaveLength(MAX_PENDING);
    approvals.dispose();
  });

  test('no timer is ever set', () => {
    const before = process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const approvals = start();
    void approvals.ask(question(), never);
    expect(process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length).toBe(before);
    approvals.dispose();
  });
});

describe('all that match', () => {
  /** Which of the others are closed together with the first. */
  async function closedWith(first: Question, others: Question[], answer: ApprovalAnswer): Promise<number[]> {
    const approvals = start();
    for (const each of [first, ...others]) void approvals.ask(each, never);
    const ids = approvals.list().map(({ id }) => id);
    await approvals.answer(ids[0] ?? '', answer, true);
    const left = new Set(approvals.list().map(({ id }) => id));
    return ids.slice(1).flatMap((id, i) => (left.has(id) ? [] : [i]));
  }
  const others = [
    question({ args: { b: 2, a: [1] } }),
    question({ args: { a: [1], b: 3 } }),
    question({ original: 'write', args: { a: [1], b: 2 } }),
    question({ args: { a: [1], b: 2 }, hash: 'h2' }),
    question({ args: { a: [1], b: 2 }, conversationId: 'c1' }),
    question({ args: {}, conversationId: 'c1' }),
  ];
  const first = question({ args: { a: [1], b: 2 } });
  const inTalk = question({ args: { a: [1], b: 2 }, conversationId: 'c1' });

  test.each<[title: string, first: Question, answer: ApprovalAnswer, closed: number[]]>([
    ['once: the identical ones, whatever the order of keys', first, allow('once'), [0, 4]],
    ['always: the identical ones', first, allow('always'), [0, 4]],
    ['conversation: the identical ones', inTalk, allow('conversation'), [0, 4]],
    ['edited: the identical ones', first, allow('always', { a: 1 }), [0, 4]],
    ['deny: the identical ones', first, { kind: 'deny' }, [0, 4]],
  ])('%s', async (_, asked, answer, closed) => {
    expect(await closedWith(asked, others, answer)).toEqual(closed);
  });

  test('arguments that cannot be compared match nothing', async () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    expect(await closedWith(question({ args: cyclic }), [question({ args: cyclic })], allow('once'))).toEqual([]);
  });
});

describe('edited arguments', () => {
  test('what does not fit keeps the question open', async () => {
    const approvals = start();
    const check = ({ arguments: edited = {} }: AllowAnswer) =>
      edited.n === 1 ? undefined : ({ code: 'call.arguments', message: '/n must be 1' } as const);
    const asked = approvals.ask(question({ check }), never);
    const id = approvals.list()[0]?.id ?? '';
    expect(await approvals.answer(id, allow('once', { n: 2 }))).toMatchObject({ ok: false, error: { code: 'call.arguments' } });
    expect(approvals.list()).toHaveLength(1);
    expect(await approvals.answer(id, allow('once', { n: 1 }))).toMatchObject({ ok: true });
    expect(await asked).toEqual(allow('once', { n: 1 }));
  });

  test('a run that ends during the check ends the question', async () => {
    const approvals = start();
    const run = new AbortController();
    const check = async () => {
      run.abort();
      return undefined;
    };
    const asked = approvals.ask(question({ check }), run.signal);
    expect(await approvals.answer(approvals.list()[0]?.id ?? '', allow('once', {}))).toMatchObject({ ok: false, error: { code: 'host.not_found' } });
    expect(await asked).toEqual({ kind: 'aborted' });
  });
});
