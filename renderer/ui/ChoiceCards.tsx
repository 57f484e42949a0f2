import { type ReactNode, useId } from 'react';
import { cx } from './cx.ts';

interface ChoiceCardsProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string; help?: ReactNode; icon?: ReactNode; disabled?: boolean }[];
  onChange: (value: T) => void;
  columns?: 1 | 2;
}

/** One of a few, each with a sentence about it: native radio buttons with room for words. */
export function ChoiceCards<T extends string>({ label, value, options, onChange, columns = 1 }: ChoiceCardsProps<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cx('grid gap-2', columns === 2 && 'sm:grid-cols-2')}>
      {options.map((option) => {
        const checked = option.value === value;
        const helpId = `${name}-${option.value}`;
        return (
          <label
            key={option.value}
            className={cx(
              'relative flex items-start gap-3 rounded-lg border px-3.5 py-2.5 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
              checked ? 'border-accent bg-accent-soft' : 'border-line-strong bg-raised hover:border-line-input',
              option.disabled && 'opacity-55',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={checked}
              disabled={option.disabled}
              aria-label={option.label}
              aria-describedby={option.help ? helpId : undefined}
              onChange={() => onChange(option.value)}
              className="mt-[3px] size-3.5 shrink-0 accent-accent outline-none"
            />
            <span className="min-w-0">
              <span className="flex items-center gap-1.5 text-sm font-medium">
                {option.icon}
                {option.label}
              </span>
              {option.help && (
                <span id={helpId} className="block text-xs text-pretty text-text-2">
                  {option.help}
                </span>
              )}
            </span>
          </label>
        );
      })}
    </div>
  );
}
