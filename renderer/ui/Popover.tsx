import { Popover as Base } from '@base-ui/react/popover';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';

interface PopoverProps {
  trigger: ReactElement;
  title: ReactNode;
  children: ReactNode;
  side?: 'top' | 'bottom';
  align?: 'start' | 'center' | 'end';
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  className?: string;
}

/** A panel that belongs to a button. Its title is its accessible name. */
export function Popover({ trigger, title, children, side = 'top', align = 'start', open, onOpenChange, className }: PopoverProps) {
  const control = open === undefined ? {} : { open };
  return (
    <Base.Root {...control} onOpenChange={(next) => onOpenChange?.(next)}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={6} collisionPadding={8} className="z-30">
          <Base.Popup
            className={cx(
              'pop flex max-h-[min(70vh,var(--available-height))] flex-col overflow-hidden rounded-lg border border-line bg-raised shadow-2',
              className,
            )}
          >
            <Base.Title className="px-3 pt-2.5 pb-1.5 text-xs font-semibold text-text-2">{title}</Base.Title>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
