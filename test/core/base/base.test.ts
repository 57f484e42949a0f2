import { describe, expect, test } from 'vitest';
import { DisposableStack } from '../../../main/core/base/disposable.ts';
import { Emitter } from '../../../main/core/base/emitter.ts';
import { HostError, toErrorInfo } from '../../../main/core/base/hostError.ts';
import { Limiter } from '../../../main/core/base/limiter.ts';

describe('DisposableStack', () => {
  test('undoes in reverse, every step even after a failure, once', async () => {
    const log: string[] = [];
    const stack = new DisposableStack();
    stack.add(() => void log.push('first'));
    stack.add(() => {
      log.push('second');
      throw new Error('no');
    });
    stack.add(async () => void log.push('third'));
    await expect(stack.dispose()).rejects.toThrow('no');
    await expect(stack.dispose()).rejects.toThrow('no');
    expect(log).toEqual(['third', 'second', 'first']);
    stack.add(() => void log.push('late'));
    expect(log.at(-1)).toBe('late');
  });
});

describe('Limiter', () => {
  test('never more than the limit, by priority and then in order, and a released slot serves the next', async () => {
    const limiter = new Limiter(2);
    const got: string[] = [];
    const take = async (name: string, priority = 0) => {
      const slot = await limiter.acquire({ priority });
      got.push(name);
      return slot;
    };
    const [a, b] = await Promise.all([take('a'), take('b')]);
    const late = take('late', 1);
    const soon = take('soon');
    expect(limiter.inUse).toBe(2);
    a.release();
    a.release();
    const third = await soon;
    expect(got).toEqual(['a', 'b', 'soon']);
    b.release();
    await late;
    third.release();
    expect(limiter.inUse).toBe(1);
  });
  test('one that stops waiting leaves the line', async () => {
    const limiter = new Limiter(1);
    const first = await limiter.acquire();
    const stop = new AbortController();
    const waiting = limiter.acquire({ signal: stop.signal });
    const behind = limiter.acquire();
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    first.release();
    (await behind).release();
    expect(limiter.inUse).toBe(0);
  });
});

test('an emitter may lose a listener while it speaks', () => {
  const emitter = new Emitter<number>();
  const heard: string[] = [];
  const stop = emitter.on((n) => {
    heard.push(`a${n}`);
    stop();
  });
  emitter.on((n) => heard.push(`b${n}`));
  emitter.emit(1);
  emitter.emit(2);
  expect(heard).toEqual(['a1', 'b1', 'b2']);
});

test('a foreign error is told in one line, ours as it is', () => {
  expect(toErrorInfo(new Error('first line\n    at stack (file:1:1)'))).toEqual({ code: 'host.internal', message: 'first line' });
  expect(toErrorInfo(new HostError('call.timeout', 'late', { fix: 'wait' }))).toEqual({ code: 'call.timeout', message: 'late', fix: 'wait' });
});
