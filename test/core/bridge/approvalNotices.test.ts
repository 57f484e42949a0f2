import { expect, test } from 'vitest';
import { tellOfApprovals } from '../../../main/core/bridge/approvalNotices.ts';
import { createApprovals, type Question } from '../../../main/core/permissions/approvals.ts';

const question = (title: string): Question => ({
  definitionHash: 'h',
  request: {
    callId: 'c',
    server: 'files',
    tool: '',
    original: '',
    title,
    description: '',
    risk: { readOnly: false, destructive: false, idempotent: false, openWorld: true, declared: true, trusted: false },
    arguments: { title },
    inputSchema: {},
    because: 'default',
    asker: 'model',
    proposedRule: '',
  },
});

function setup() {
  let [now, next] = [0, 0];
  const told: string[] = [];
  const approvals = createApprovals({ newId: () => `a${++next}`, now: () => now });
  const end = tellOfApprovals(approvals, (_, body) => void told.push(body), { now: () => now });
  const ask = (title: string) => void approvals.ask(question(title), new AbortController().signal);
  const deny = () => approvals.answer(approvals.list()[0]?.id ?? '', { kind: 'deny' });
  return { told, ask, deny, end, pass: (ms: number) => (now += ms) };
}

test('each question that goes on waiting is told, and only once', async () => {
  const { told, ask, deny } = setup();
  ask('Move');
  ask('Copy');
  expect(told).toEqual(['Move (files)']);
  await deny();
  expect(told).toEqual(['Move (files)', 'Copy (files)']);
  await deny();
  expect(told).toHaveLength(2);
});

test('a flood of questions is two notifications, not two hundred', () => {
  const { told, ask, pass } = setup();
  for (let i = 0; i < 100; i += 1) ask(`first ${i}`);
  pass(30_000);
  ask('later');
  expect(told).toEqual(['first 0 (files)', 'first 1 (files) +99']);
});

test('when all were answered the next one is told at once', async () => {
  const { told, ask, deny } = setup();
  ask('Move');
  await deny();
  ask('Copy');
  expect(told).toEqual(['Move (files)', 'Copy (files)']);
});
