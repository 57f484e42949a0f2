import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';

export interface FieldControl {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

interface FieldProps {
  label: ReactNode;
  help?: ReactNode;
  error?: ReactNode;
  optional?: boolean;
  aside?: ReactNode;
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

/** Label, control, help and error, tied together by ids. */
export function Field({ label, help, error, optional = false, aside, className, children }: FieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined;
  return (
    <div className={cx('min-w-0 space-y-1', className)}>
      <div className="flex items-baseline gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        {optional && <span className="text-xs text-text-3">{t('common.optional')}</span>}
        {aside && <span className="ml-auto">{aside}</span>}
      </div>
      {children({ id, describedBy, invalid: Boolean(error) })}
      {error && (
        <p id={`${id}-error`} className="flex items-start gap-1 text-xs text-bad">
          <CircleAlert size={13} className="mt-px shrink-0" aria-hidden />
          <span>{error}</span>
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-xs text-text-3">
          {help}
        </p>
      )}
    </div>
  );
}
