import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import { Spinner } from './Spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'dangerQuiet';
export type ButtonSize = 'sm' | 'md' | 'lg';

const BASE =
  'inline-flex shrink-0 select-none items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap transition-colors disabled:opacity-50 aria-disabled:opacity-55';
const VARIANT: Record<ButtonVariant, string> = {
  primary:
    'bg-accent text-accent-ink shadow-1 hover:not-disabled:not-aria-disabled:bg-accent-hover aria-disabled:border aria-disabled:border-line-strong aria-disabled:bg-raised aria-disabled:text-text',
  secondary: 'border border-line-strong bg-raised text-text shadow-1 hover:not-disabled:not-aria-disabled:bg-well active:not-disabled:bg-active',
  ghost: 'text-text-2 hover:not-disabled:bg-hover hover:not-disabled:text-text active:not-disabled:bg-active',
  danger:
    'bg-bad text-bad-ink shadow-1 hover:not-disabled:not-aria-disabled:bg-bad-hover aria-disabled:border aria-disabled:border-line-strong aria-disabled:bg-raised aria-disabled:text-text',
  dangerQuiet: 'text-bad hover:not-disabled:bg-bad-soft',
};
const SIZE: Record<ButtonSize, string> = {
  sm: 'h-[26px] px-2 text-xs',
  md: 'h-[30px] px-3 text-sm',
  lg: 'h-9 px-4 text-base',
};

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  icon?: ReactNode;
  /** Shows a spinner and keeps the width; the button does nothing meanwhile. */
  busy?: boolean;
}

export const buttonClass = (variant: ButtonVariant = 'secondary', size: ButtonSize = 'md', extra?: string): string =>
  cx(BASE, VARIANT[variant], SIZE[size], extra);

export function Button({ variant = 'secondary', size = 'md', icon, busy = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button type="button" {...rest} disabled={disabled || busy} aria-busy={busy || undefined} className={buttonClass(variant, size, className)}>
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  );
}
