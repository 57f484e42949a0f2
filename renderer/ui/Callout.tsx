import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export type CalloutTone = 'info' | 'ok' | 'warn' | 'bad';
const LOOK: Record<CalloutTone, { box: string; ink: string; Icon: typeof Info }> = {
  info: { box: 'border-line-strong bg-well', ink: 'text-accent-text', Icon: Info },
  ok: { box: 'border-ok-line bg-ok-soft', ink: 'text-ok', Icon: CircleCheck },
  warn: { box: 'border-warn-line bg-warn-soft', ink: 'text-warn', Icon: TriangleAlert },
  bad: { box: 'border-bad-line bg-bad-soft', ink: 'text-bad', Icon: CircleAlert },
};

interface CalloutProps {
  tone?: CalloutTone;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  className?: string;
  role?: 'alert' | 'status' | 'note';
}

/** A sentence that must not be missed, with what to do. */
export function Callout({ tone = 'info', title, children, actions, className, role = 'note' }: CalloutProps) {
  const { box, ink, Icon } = LOOK[tone];
  return (
    <div role={role} className={cx('flex items-start gap-2.5 rounded-md border px-3 py-2.5 text-sm', box, className)}>
      <Icon size={16} className={cx('mt-0.5 shrink-0', ink)} aria-hidden />
      <div className="min-w-0 flex-1 space-y-1">
        {title && <div className="font-medium text-text">{title}</div>}
        {children && <div className="text-text-2 [overflow-wrap:anywhere]">{children}</div>}
        {actions && <div className="flex flex-wrap gap-2 pt-1">{actions}</div>}
      </div>
    </div>
  );
}
