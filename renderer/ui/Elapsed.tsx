import { useEffect, useState } from 'react';
import { useFormat } from '../i18n/format.ts';

const TICK_MS = 500;

/** The time since `since` (epoch milliseconds), counting while shown. */
export function useElapsed(since: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - since);
}

export function Elapsed({ since }: { since: number }) {
  const { duration } = useFormat();
  return <span className="num">{duration(useElapsed(since))}</span>;
}
/** Counts down to `until`. */
export function Countdown({ until }: { until: number }) {
  const { countdown } = useFormat();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return <span className="num">{countdown(until - now)}</span>;
}
