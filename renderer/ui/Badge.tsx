import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type Tone = 'neutral' | 'accent' | 'ok' | 'warn' | 'bad' | 'busy' | 'buoy';

const TONE: Record<Tone, string> = {
  neutral: 'border-line-strong bg-well text-text-2',
  accent: 'border-accent-line bg-accent-soft text-accent-text',
  ok: 'border-ok-line bg-ok-soft text-ok',
  warn: 'border-warn-line bg-warn-soft text-warn',
  bad: 'border-bad-line bg-bad-soft text-bad',
  busy: 'border-busy-line bg-busy-soft text-busy',
  buoy: 'border-buoy-line bg-buoy-soft text-buoy-text',
};
export const TONE_TEXT: Record<Tone, string> = {
  neutral: 'text-text-3',
  accent: 'text-accent-text',
  ok: 'text-ok',
  warn: 'text-warn',
  bad: 'text-bad',
  busy: 'text-busy',
  buoy: 'text-buoy-text',
};

/** A word in a frame. An icon may stand before it; the colour is never the only sign. */
export function Badge({ tone = 'neutral', icon, children, className }: { tone?: Tone; icon?: ReactNode; children: ReactNode; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex shrink-0 items-center gap-1 rounded-xs border px-1.5 py-px text-2xs font-medium whitespace-nowrap',
        TONE[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  );
}
