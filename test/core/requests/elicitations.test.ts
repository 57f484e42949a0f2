import { describe, expect, test } from 'vitest';
import { silentLogger } from '../../../main/core/base/silentLogger.ts';
import { createElicitations, MAX_OF_ONE_SERVER, PATIENCE_MS } from '../../../main/core/requests/elicitations.ts';
import { fail, ok } from '../../../preload/contract/errors.ts';
import { ManualClock } from '../../fakes/manualClock.ts';

const never = new AbortController().signal;
const question = { mode: 'form', message: 'Which branch?', requestedSchema: { type: 'object', properties: { b: { type: 'string' } } } };
const page = { mode: 'url', message: 'Sign in there', elicitationId: 'e1', url: 'https://login.example/' };

function setUp({ opens = true } = {}) {
  let count = 0;
  const opened: string[] = [];
  const clock = new ManualClock();
  const elicitations = createElicitations({
    newId: () => `q${++count}`,
    clock,
    logger: silentLogger,
    openExternal: async (url) => {
      if (!opens) throw new Error('no browser');
      opened.push(url);
    },
    validate: (_schema, content) => (typeof content.b === 'string' ? ok(content) : fail('call.arguments', 'b is missing')),
  });
  return { elicitations, clock, opened };
}

describe('a question', () => {
  test('waits, is shown with who asks, and takes the answer', async () => {
    const { elicitations } = setUp();
    const answered = elicitations.ask('git', question, never);
    expect(elicitations.list()).toMatchObject([{ id: 'q1', server: 'git', message: 'Which branch?', ask: { mode: 'form' } }]);
    expect(await elicitations.answer('q1', { action: 'accept', content: { b: 'main' } })).toEqual({ ok: true, value: undefined });
    expect(await answered).toEqual({ action: 'accept', content: { b: 'main' } });
    expect(elicitations.list()).toEqual([]);
  });

  test('stays open when the answer does not fit', async () => {
    const { elicitations } = setUp();
    const answered = elicitations.ask('git', question, never);
    expect(await elicitations.answer('q1', { action: 'accept', content: {} })).toMatchObject({ ok: false, error: { message: 'b is missing' } });
    expect(elicitations.list()).toHaveLength(1);
    await elicitations.answer('q1', { action: 'decline' });
    expect(await answered).toEqual({ action: 'decline' });
  });

  test('a second one waits beside the first; either can be answered', async () => {
    const { elicitations } = setUp();
    const [first, second] = [elicitations.ask('git', question, never), elicitations.ask('git', question, never)];
    await elicitations.answer('q2', { action: 'decline' });
    await elicitations.answer('q1', { action: 'cancel' });
    expect([await first, await second]).toEqual([{ action: 'cancel' }, { action: 'decline' }]);
  });

  test('a question that is over cannot be answered again', async () => {
    const { elicitations } = setUp();
    const abort = new AbortController();
    const answered = elicitations.ask('git', question, abort.signal);
    abort.abort();
    expect(await answered).toEqual({ action: 'cancel' });
    expect(await elicitations.answer('q1', { action: 'decline' })).toMatchObject({ ok: false, error: { code: 'host.not_found' } });
  });

  test('after half an hour the server gets cancel; nothing is accepted by waiting', async () => {
    const { elicitations, clock } = setUp();
    const answered = elicitations.ask('git', question, never);
    await clock.advance(PATIENCE_MS - 1);
    expect(elicitations.list()).toHaveLength(1);
    await clock.advance(1);
    expect(await answered).toEqual({ action: 'cancel' });
  });

  test('quitting cancels, before and after', async () => {
    const { elicitations } = setUp();
    const answered = elicitations.ask('git', question, never);
    elicitations.dispose();
    expect(await answered).toEqual({ action: 'cancel' });
    expect(await elicitations.ask('git', question, never)).toEqual({ action: 'cancel' });
  });

  test('a flood of one server is cancelled unseen and leaves the others their room', async () => {
    const { elicitations } = setUp();
    for (let i = 0; i < MAX_OF_ONE_SERVER; i++) void elicitations.ask('loud', question, never);
    expect(await elicitations.ask('loud', question, never)).toEqual({ action: 'cancel' });
    void elicitations.ask('calm', question, never);
    expect(elicitations.list()).toHaveLength(MAX_OF_ONE_SERVER + 1);
  });

  test('a question that cannot be shown is an error for the server', async () => {
    await expect(setUp().elicitations.ask('git', { message: 'x' }, never)).rejects.toMatchObject({ code: -32602 });
  });
});

describe('a page', () => {
  test('is opened only when the person says so', async () => {
    const { elicitations, opened } = setUp();
    const answered = elicitations.ask('git', page, never);
    expect(opened).toEqual([]);
    await elicitations.answer('q1', { action: 'accept' });
    expect(await answered).toEqual({ action: 'accept' });
    expect(opened).toEqual(['https://login.example/']);
  });

  test('that cannot be opened leaves the question', async () => {
    const { elicitations } = setUp({ opens: false });
    void elicitations.ask('git', page, never);
    expect(await elicitations.answer('q1', { action: 'accept' })).toMatchObject({ ok: false, error: { code: 'host.unavailable' } });
    expect(elicitations.list()).toHaveLength(1);
  });
});
