import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Tooltip } from './Tooltip.tsx';

const LOOK = {
  quiet: 'rounded-sm text-text-3 hover:not-disabled:bg-hover hover:not-disabled:text-text active:not-disabled:bg-active disabled:opacity-45',
  outline:
    'rounded-md border border-line-strong bg-raised text-text-2 shadow-1 hover:not-disabled:bg-well hover:not-disabled:text-text disabled:opacity-45',
  float: 'rounded-full border border-line-strong bg-raised text-text-2 shadow-2 hover:not-disabled:bg-well hover:not-disabled:text-text',
  primary: 'rounded-md bg-accent text-accent-ink hover:not-disabled:bg-accent-hover disabled:bg-active disabled:text-text-3',
};

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name; also the tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md';
  look?: keyof typeof LOOK;
  pressed?: boolean;
  tooltip?: boolean;
  tip?: ReactNode;
}

export function IconButton({ label, icon, size = 'md', look = 'quiet', pressed, tooltip = true, tip, className, ...rest }: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      {...rest}
      className={cx(
        'inline-flex shrink-0 items-center justify-center transition-colors data-popup-open:bg-active data-popup-open:text-text',
        LOOK[look],
        size === 'sm' ? 'size-6' : 'size-7',
        pressed && look === 'quiet' && 'bg-active text-text!',
        className,
      )}
    >
      {icon}
    </button>
  );
  return tooltip ? <Tooltip content={tip ?? label}>{button}</Tooltip> : button;
}
