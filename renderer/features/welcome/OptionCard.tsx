import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';

interface OptionCardProps {
  icon: ReactNode;
  title: string;
  body: string;
  chosen: boolean;
  disabled?: boolean;
  onClick: () => void;
}

export function OptionCard({ icon, title, body, chosen, disabled = false, onClick }: OptionCardProps) {
  return (
    <button
      type="button"
      aria-pressed={chosen}
      disabled={disabled}
      onClick={onClick}
      className={cx(
        'relative flex flex-col items-start gap-1.5 rounded-xl border p-4 text-start transition-colors',
        chosen ? 'border-accent bg-accent-soft' : 'border-line-strong bg-raised shadow-1 hover:border-line-input',
      )}
    >
      <span className="text-accent-text">{icon}</span>
      <span className="text-base font-semibold">{title}</span>
      <span className="text-sm text-pretty text-text-2">{body}</span>
      {chosen && (
        <span className="absolute top-3.5 right-3.5 flex size-5 items-center justify-center rounded-full bg-accent text-accent-ink">
          <Check size={13} strokeWidth={3} aria-hidden />
        </span>
      )}
    </button>
  );
}
