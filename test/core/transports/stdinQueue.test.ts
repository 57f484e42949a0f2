import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { deferred } from '../../../main/core/base/deferred.ts';
import { StdinQueue } from '../../../main/core/transports/stdinQueue.ts';
import { settle } from '../../fakes/manualClock.ts';

/** A pipe whose reader takes a message only when told to. */
function pipe(): { stream: Writable; taken: string[]; take(): Promise<void>; breakIt(): void } {
  const taken: string[] = [];
  let next: ((error?: Error) => void) | undefined;
  const stream = new Writable({
    highWaterMark: 10,
    decodeStrings: false,
    write(chunk, _encoding, done) {
      taken.push(String(chunk));
      next = done;
    },
  });
  return {
    stream,
    taken,
    async take() {
      next?.();
      await settle();
    },
    breakIt() {
      next?.(Object.assign(new Error('EPIPE'), { code: 'EPIPE' }));
    },
  };
}

const outcome = (promise: Promise<void>): Promise<string> =>
  promise.then(
    () => 'written',
    (error) => error.reason,
  );

describe('StdinQueue', () => {
  test('keeps the order across a full pipe and resolves when each was taken', async () => {
    const { stream, taken, take } = pipe();
    const queue = new StdinQueue(stream, 1000);
    const done: number[] = [];
    for (const at of [1, 2, 3]) void queue.write(`message ${at} is long\n`).then(() => done.push(at));
    await settle();
    expect([taken.length, done]).toEqual([1, []]);
    await take();
    await take();
    expect(done).toEqual([1, 2]);
    await take();
    expect(taken).toEqual(['message 1 is long\n', 'message 2 is long\n', 'message 3 is long\n']);
    expect(done).toEqual([1, 2, 3]);
  });

  test('takes back what was not begun, and only that', async () => {
    const { stream, taken, take } = pipe();
    const queue = new StdinQueue(stream, 1000);
    void queue.write('the first one\n', 'a');
    const second = outcome(queue.write('the second one\n', 'b'));
    void queue.write('the third one\n', 'c');
    expect(queue.withdraw('a')).toBe(false);
    expect(queue.withdraw('b')).toBe(true);
    expect(await second).toBe('written');
    await take();
    await take();
    expect(taken).toEqual(['the first one\n', 'the third one\n']);
  });

  test('bounds what waits, but takes one message of any length', async () => {
    const { stream, take } = pipe();
    const queue = new StdinQueue(stream, 50);
    const long = outcome(queue.write('x'.repeat(500)));
    expect(queue.refusal(1)).toBe('full');
    expect(await outcome(queue.write('y'))).toBe('full');
    await take();
    expect(await long).toBe('written');
    expect(queue.refusal(1)).toBeUndefined();
  });

  test('a broken pipe rejects what was not taken and everything after it', async () => {
    const { stream, breakIt } = pipe();
    const queue = new StdinQueue(stream, 1000);
    const all = [outcome(queue.write('the first one\n', 'a')), outcome(queue.write('the second one\n', 'b'))];
    breakIt();
    expect(await Promise.all(all)).toEqual(['closed', 'closed']);
    expect(await outcome(queue.write('late'))).toBe('closed');
  });

  test('closing tells which requests did not get out whole', async () => {
    const { stream, take } = pipe();
    const queue = new StdinQueue(stream, 1000);
    const first = deferred<void>();
    void queue.write('the first one\n', 'a').then(first.resolve);
    await take();
    await first.promise;
    queue.write('the second one\n', 'b').catch(() => undefined);
    queue.write('the third one\n', 'c').catch(() => undefined);
    expect([...queue.close()]).toEqual(['b', 'c']);
    expect([...queue.close()]).toEqual(['b', 'c']);
  });
});
