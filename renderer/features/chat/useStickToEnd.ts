import { useCallback, useEffect, useRef, useState } from 'react';

/** Closer to the end than this counts as reading the end; in pixels. */
const NEAR_PX = 48;
/** A scroll this soon after a hand moved is the person's own; in milliseconds. */
const HAND_MS = 400;
const HANDS = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

const distance = (element: HTMLElement): number => element.scrollHeight - element.scrollTop - element.clientHeight;

export interface StickToEnd {
  /** Give this to the list as its scroller. */
  scrollerRef: (element: HTMLElement | Window | null) => void;
  /** Tell it when the content has another height. */
  onHeight: () => void;
  /** True while the person reads something further up. */
  away: boolean;
  toEnd: () => void;
}

/**
 * Keeps the end in sight while a text grows or the room shrinks, for whoever was reading the end. Only a hand leaves the end: heights
 * that are measured anew move the scroll position too and must not count. `follow` changes when the person has just sent something.
 */
export function useStickToEnd(follow: unknown): StickToEnd {
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const [away, setAway] = useState(false);
  const stick = useRef(true);
  const handAt = useRef(0);

  const toEnd = useCallback(() => {
    stick.current = true;
    setAway(false);
    if (scroller) scroller.scrollTop = scroller.scrollHeight;
  }, [scroller]);
  const onHeight = useCallback(() => {
    if (scroller && stick.current) scroller.scrollTop = scroller.scrollHeight;
  }, [scroller]);

  useEffect(() => {
    if (!scroller) return;
    const hand = () => {
      handAt.current = performance.now();
    };
    const scrolled = () => {
      const near = distance(scroller) < NEAR_PX;
      if (near) stick.current = true;
      else if (performance.now() - handAt.current < HAND_MS) stick.current = false;
      setAway(!near && !stick.current);
    };
    const room = new ResizeObserver(onHeight);
    room.observe(scroller);
    for (const name of HANDS) scroller.addEventListener(name, hand, { passive: true });
    scroller.addEventListener('scroll', scrolled, { passive: true });
    return () => {
      room.disconnect();
      for (const name of HANDS) scroller.removeEventListener(name, hand);
      scroller.removeEventListener('scroll', scrolled);
    };
  }, [scroller, onHeight]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message of one's own is a wish to see it
  useEffect(() => {
    if (follow) toEnd();
  }, [follow]);

  const scrollerRef = useCallback((element: HTMLElement | Window | null) => setScroller(element instanceof HTMLElement ? element : null), []);
  return { scrollerRef, onHeight, away, toEnd };
}
