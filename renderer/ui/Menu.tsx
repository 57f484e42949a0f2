import { Menu as Base } from '@base-ui/react/menu';
import { Check } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';
import { cx } from './cx.ts';

export type MenuEntry =
  | { kind?: 'item'; id: string; label: ReactNode; hint?: ReactNode; icon?: ReactNode; danger?: boolean; disabled?: boolean; onSelect: () => void }
  | { kind: 'choice'; id: string; label: ReactNode; hint?: ReactNode; checked: boolean; onSelect: () => void }
  | { kind: 'separator'; id: string };

const ITEM =
  'flex min-h-7 cursor-default items-center gap-2 rounded-sm px-2 py-1 text-sm outline-none select-none data-highlighted:bg-hover data-disabled:opacity-50';

interface MenuProps {
  trigger: ReactElement;
  entries: readonly MenuEntry[];
  side?: 'top' | 'bottom';
  align?: 'start' | 'center' | 'end';
  title?: ReactNode;
  className?: string;
}

/** A menu of actions or of choices (one checked). */
export function Menu({ trigger, entries, side = 'bottom', align = 'start', title, className }: MenuProps) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align={align} sideOffset={5} collisionPadding={8} className="z-50">
          <Base.Popup className={cx('pop min-w-44 rounded-lg border border-line bg-raised p-1 shadow-2 outline-none', className)}>
            <Base.Group>
              {title && <Base.GroupLabel className="px-2 pt-1 pb-1.5 text-xs font-medium text-text-3">{title}</Base.GroupLabel>}
              {entries.map((entry) => (
                <Entry key={entry.id} entry={entry} />
              ))}
            </Base.Group>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  if (entry.kind === 'separator') return <Base.Separator className="my-1 h-px bg-line" />;
  if (entry.kind === 'choice') {
    return (
      <Base.CheckboxItem checked={entry.checked} onCheckedChange={() => entry.onSelect()} closeOnClick className={cx(ITEM, 'items-start')}>
        <span className="mt-0.5 flex size-4 shrink-0 items-center justify-center">
          <Base.CheckboxItemIndicator>
            <Check size={14} aria-hidden />
          </Base.CheckboxItemIndicator>
        </span>
        <span className="min-w-0 flex-1">
          <span className="block">{entry.label}</span>
          {entry.hint && <span className="block text-xs text-text-3">{entry.hint}</span>}
        </span>
      </Base.CheckboxItem>
    );
  }
  return (
    <Base.Item
      disabled={entry.disabled ?? false}
      onClick={entry.onSelect}
      className={cx(ITEM, entry.danger && 'text-bad data-highlighted:bg-bad-soft')}
    >
      {entry.icon && <span className="flex size-4 shrink-0 items-center justify-center opacity-80">{entry.icon}</span>}
      <span className="min-w-0 flex-1">{entry.label}</span>
      {entry.hint && <span className="text-xs text-text-3">{entry.hint}</span>}
    </Base.Item>
  );
}
