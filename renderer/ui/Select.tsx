import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface Option<T extends string> {
  value: T;
  label: string;
  hint?: ReactNode;
}

interface SelectProps<T extends string> {
  value: T;
  options: readonly Option<T>[];
  onChange: (value: T) => void;
  /** Id of the trigger, for a label outside. */
  id?: string;
  label?: string;
  describedBy?: string | undefined;
  invalid?: boolean;
  disabled?: boolean;
  className?: string;
}

/** One of several. The list opens below, by keyboard too. */
export function Select<T extends string>({ value, options, onChange, id, label, describedBy, invalid, disabled, className }: SelectProps<T>) {
  return (
    <Base.Root items={options} value={value} onValueChange={(next) => next !== null && onChange(next as T)} disabled={disabled ?? false}>
      <Base.Trigger
        {...(id ? { id } : {})}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={invalid || undefined}
        className={cx(
          'flex h-[30px] min-w-0 items-center justify-between gap-2 rounded-sm border border-line-input bg-ground px-2.5 text-start text-sm hover:bg-well aria-invalid:border-bad data-disabled:opacity-50',
          className,
        )}
      >
        <Base.Value className="truncate" />
        <Base.Icon>
          <ChevronsUpDown size={13} className="text-text-3" aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} alignItemWithTrigger={false} collisionPadding={8} className="z-50">
          <Base.Popup className="pop max-h-[min(320px,var(--available-height))] min-w-[var(--anchor-width)] overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-2 outline-none">
            <Base.List>
              {options.map((option) => (
                <Base.Item
                  key={option.value}
                  value={option.value}
                  className="flex min-h-7 items-start gap-2 rounded-sm px-2 py-1 text-sm outline-none select-none data-highlighted:bg-hover"
                >
                  <span className="mt-0.5 flex size-4 shrink-0 items-center justify-center">
                    <Base.ItemIndicator>
                      <Check size={14} aria-hidden />
                    </Base.ItemIndicator>
                  </span>
                  <span className="min-w-0 flex-1">
                    <Base.ItemText className="block">{option.label}</Base.ItemText>
                    {option.hint && <span className="block text-xs text-text-3">{option.hint}</span>}
                  </span>
                </Base.Item>
              ))}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
