import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Tooltip } from './Tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The accessible name; also the tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md';
  pressed?: boolean;
  tooltip?: boolean;
  tip?: ReactNode;
}

export function IconButton({ label, icon, size = 'md', pressed, tooltip = true, tip, className, ...rest }: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      aria-pressed={pressed}
      {...rest}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-sm text-text-3 transition-colors hover:not-disabled:bg-hover hover:not-disabled:text-text active:not-disabled:bg-active disabled:opacity-45 data-popup-open:bg-active data-popup-open:text-text',
        size === 'sm' ? 'size-6' : 'size-7',
        pressed && 'bg-active text-text',
        className,
      )}
    >
      {icon}
    </button>
  );
  return tooltip ? <Tooltip content={tip ?? label}>{button}</Tooltip> : button;
}
