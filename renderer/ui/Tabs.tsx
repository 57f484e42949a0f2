import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';

export interface TabItem<T extends string> {
  value: T;
  label: ReactNode;
  content: ReactNode;
}

interface TabsProps<T extends string> {
  value: T;
  onChange: (value: T) => void;
  label: string;
  items: readonly TabItem<T>[];
}

/** Parts of one thing; fills the height that is left, each panel scrolls by itself. */
export function Tabs<T extends string>({ value, onChange, label, items }: TabsProps<T>) {
  return (
    <Base.Root value={value} onValueChange={(next) => onChange(next as T)} className="flex min-h-0 flex-1 flex-col">
      <Base.List aria-label={label} className="flex shrink-0 gap-1 border-b border-line px-5">
        {items.map((item) => (
          <Base.Tab
            key={item.value}
            value={item.value}
            className="relative flex h-9 items-center gap-1.5 rounded-t-sm px-2 text-sm text-text-2 hover:text-text data-active:font-medium data-active:text-text data-active:after:absolute data-active:after:inset-x-1.5 data-active:after:-bottom-px data-active:after:h-0.5 data-active:after:rounded-full data-active:after:bg-accent"
          >
            {item.label}
          </Base.Tab>
        ))}
      </Base.List>
      {items.map((item) => (
        <Base.Panel key={item.value} value={item.value} className="min-h-0 flex-1 overflow-y-auto outline-offset-[-2px]">
          {item.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
