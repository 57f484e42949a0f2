import { useId } from 'react';
import { cx } from './cx.ts';

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  size?: 'sm' | 'md';
}

/** A few choices side by side: native radio buttons, so arrows and names come from the browser. */
export function Segmented<T extends string>({ label, value, options, onChange, size = 'md' }: SegmentedProps<T>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className="inline-flex rounded-md border border-line bg-well p-0.5">
      {options.map((option) => (
        <label
          key={option.value}
          className={cx(
            'relative flex items-center rounded-sm px-2.5 text-text-2 transition-colors hover:text-text has-checked:bg-raised has-checked:font-medium has-checked:text-text has-checked:shadow-1 has-focus-visible:outline-2 has-focus-visible:outline-focus',
            size === 'sm' ? 'h-6 text-xs' : 'h-[26px] text-sm',
          )}
        >
          <input
            type="radio"
            name={name}
            className="absolute inset-0 appearance-none opacity-0"
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </div>
  );
}
