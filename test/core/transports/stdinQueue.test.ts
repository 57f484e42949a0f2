import { Writable } from 'node:stream';
import { describe, expect, test } from 'vitest';
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

describe('StdinQueue', () => {
  test('keeps the order across a full pipe', async () => {
    const { stream, taken, take } = pipe();
    const queue = new StdinQueue(stream, 1000);
    for (const at of [1, 2, 3]) queue.write(`message ${at} is long\n`);
    expect(taken).toHaveLength(1);
    await take();
    await take();
    await take();
    expect(taken).toEqual(['message 1 is long\n', 'message 2 is long\n', 'message 3 is long\n']);
  });

  test('takes back what was not begun, and only that', async () => {
    const { stream, taken, take } = pipe();
    const queue = new StdinQueue(stream, 1000);
    queue.write('the first one\n', 'a');
    queue.write('the second one\n', 'b');
    queue.write('the third one\n', 'c');
    expect([queue.withdraw('a'), queue.withdraw('b'), queue.withdraw('b')]).toEqual([false, true, false]);
    await take();
    await take();
    expect(taken).toEqual(['the first one\n', 'the third one\n']);
  });

  test('bounds what waits, but takes one message of any length', async () => {
    const { stream, taken, take } = pipe();
    const queue = new StdinQueue(stream, 50);
    queue.write('x'.repeat(500), 'long');
    expect(queue.refusal(1)).toBe('full');
    queue.write('y', 'short');
    expect(taken).toHaveLength(1);
    await take();
    expect(taken).toHaveLength(1);
    expect(queue.refusal(1)).toBeUndefined();
  });

  test('a broken pipe loses what was not taken and refuses what comes after', async () => {
    const { stream, breakIt } = pipe();
    const queue = new StdinQueue(stream, 1000);
    queue.write('the first one\n', 'a');
    queue.write('the second one\n', 'b');
    const broken = new Promise((resolve) => stream.once('close', resolve));
    breakIt();
    await broken;
    queue.write('late', 'c');
    expect(queue.refusal(1)).toBe('closed');
    expect([...queue.close()].sort()).toEqual(['a', 'b']);
  });

  test('closing tells which requests did not get out whole', async () => {
    const { stream, take } = pipe();
    const queue = new StdinQueue(stream, 1000);
    queue.write('the first one\n', 'a');
    await take();
    queue.write('the second one\n', 'b');
    queue.write('the third one\n', 'c');
    expect([...queue.close()]).toEqual(['b', 'c']);
    expect([...queue.close()]).toEqual(['b', 'c']);
  });
});
