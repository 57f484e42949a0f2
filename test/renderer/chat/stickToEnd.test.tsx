// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { useStickToEnd } from '../../../renderer/features/chat/useStickToEnd.ts';

afterEach(cleanup);

/** A scroller with a height of its own; happy-dom lays nothing out. */
function scroller(contentHeight: number) {
  const element = document.createElement('div');
  let height = contentHeight;
  let top = 0;
  Object.defineProperty(element, 'clientHeight', { get: () => 500 });
  Object.defineProperty(element, 'scrollHeight', { get: () => height });
  Object.defineProperty(element, 'scrollTop', { get: () => top, set: (value: number) => (top = Math.max(0, Math.min(value, height - 500))) });
  return {
    element,
    grow: (by: number) => (height += by),
    gap: () => height - element.scrollTop - 500,
    move: (to: number, byHand: boolean) =>
      act(() => {
        if (byHand) element.dispatchEvent(new Event('wheel'));
        element.scrollTop = to;
        element.dispatchEvent(new Event('scroll'));
      }),
  };
}

function start() {
  const list = scroller(2000);
  const hook = renderHook(({ own }) => useStickToEnd(own), { initialProps: { own: undefined as string | undefined } });
  act(() => hook.result.current.scrollerRef(list.element));
  act(() => hook.result.current.toEnd());
  const grow = (by: number) =>
    act(() => {
      list.grow(by);
      hook.result.current.onHeight();
    });
  return { list, hook, grow };
}

describe('useStickToEnd', () => {
  it('stays at the end while the text grows', () => {
    const { list, hook, grow } = start();
    grow(300);
    expect(list.gap()).toBe(0);
    expect(hook.result.current.away).toBe(false);
  });

  it('leaves the view alone once the person has scrolled up, and says so', () => {
    const { list, hook, grow } = start();
    list.move(400, true);
    expect(hook.result.current.away).toBe(true);
    grow(300);
    expect(list.element.scrollTop).toBe(400);
  });

  it('is not misled by a position that moved without a hand', () => {
    const { list, hook, grow } = start();
    list.move(900, false);
    grow(100);
    expect(list.gap()).toBe(0);
    expect(hook.result.current.away).toBe(false);
  });

  it('sticks again when the person comes back, asks for it, or sends something', () => {
    const { list, hook, grow } = start();
    list.move(100, true);
    list.move(1480, true);
    grow(200);
    expect(list.gap()).toBe(0);
    list.move(100, true);
    act(() => hook.result.current.toEnd());
    grow(200);
    expect(list.gap()).toBe(0);
    list.move(100, true);
    hook.rerender({ own: 'm9' });
    expect(list.gap()).toBe(0);
  });
});
