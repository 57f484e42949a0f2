import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../i18n/errorText.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { type Toast, useToasts } from './toasts.ts';

const SHOWN_MS = 6000;
const SHOWN_WITH_ACTION_MS = 10_000;

/** Where toasts are shown; a polite live region that is always there, so that screen readers notice what enters it. */
export function ToastRegion() {
  const toasts = useToasts((state) => state.toasts);
  return (
    <div role="status" aria-live="polite" className="pointer-events-none fixed top-14 right-4 z-50 flex w-80 flex-col gap-2">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  const { t } = useTranslation();
  const dismiss = useToasts((state) => state.dismiss);
  const errorText = useErrorText();
  const error = toast.error && errorText(toast.error);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    // An error stays until it was read; a pointer or the focus on a toast holds it too (WCAG 2.2.1).
    if (held || toast.error) return;
    const timer = setTimeout(() => dismiss(toast.id), toast.action ? SHOWN_WITH_ACTION_MS : SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held, toast, dismiss]);
  return (
    <fieldset
      className="rise pointer-events-auto flex items-start gap-2.5 rounded-lg border border-line bg-raised py-2 pr-1.5 pl-3 text-sm shadow-2"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {error ? (
        <CircleAlert size={16} className="mt-1 shrink-0 text-bad" aria-hidden />
      ) : (
        <CircleCheck size={16} className="mt-1 shrink-0 text-ok" aria-hidden />
      )}
      <div className="min-w-0 flex-1 py-0.5 [overflow-wrap:anywhere]">
        {error ? (
          <>
            <p className="font-medium">{error.title}</p>
            <p lang={error.foreign ? 'en' : undefined} className="text-xs text-text-2">
              {error.message}
            </p>
            <p className="mt-0.5 text-xs text-text-2">{error.fix}</p>
          </>
        ) : (
          toast.text
        )}
      </div>
      {toast.action && (
        <Button
          size="sm"
          onClick={() => {
            toast.action?.run();
            dismiss(toast.id);
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton label={t('common.dismiss')} icon={<X size={13} aria-hidden />} size="sm" tooltip={false} onClick={() => dismiss(toast.id)} />
    </fieldset>
  );
}
