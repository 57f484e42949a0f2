import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from './cx.ts';
import { IconButton } from './IconButton.tsx';

export type DialogSize = 'sm' | 'md' | 'lg' | 'xl';
const WIDTH: Record<DialogSize, string> = { sm: 'max-w-[420px]', md: 'max-w-[560px]', lg: 'max-w-[760px]', xl: 'max-w-[960px]' };

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  footer?: ReactNode;
  size?: DialogSize;
  /** `alert` does not close by a click beside it: it wants an answer. */
  alert?: boolean;
  initialFocus?: RefObject<HTMLElement | null>;
}

/** A modal dialog: header, a body that scrolls, a footer that stays. Focus is trapped and given back. */
export function Dialog({ open, onClose, title, description, children, footer, size = 'md', alert = false, initialFocus }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()} disablePointerDismissal={alert}>
      <Base.Portal>
        <Base.Backdrop className="fade fixed inset-0 z-40 bg-scrim" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-center justify-center p-4 pt-[6vh]">
          <Base.Popup
            {...(alert ? { role: 'alertdialog' as const } : {})}
            {...(initialFocus ? { initialFocus } : {})}
            className={cx(
              'pop flex max-h-full w-full flex-col overflow-hidden rounded-xl border border-line bg-raised shadow-3 inset-ring-0',
              WIDTH[size],
            )}
          >
            <header className="flex items-start gap-3 px-5 pt-4 pb-3">
              <div className="min-w-0 flex-1">
                <Base.Title className="text-md font-semibold text-balance">{title}</Base.Title>
                {description && <Base.Description className="mt-1 text-sm text-pretty text-text-2">{description}</Base.Description>}
              </div>
              {!alert && (
                <IconButton label={t('common.close')} icon={<X size={16} aria-hidden />} onClick={onClose} tooltip={false} className="-mr-1.5" />
              )}
            </header>
            {children && <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">{children}</div>}
            {footer && <footer className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-well px-5 py-3">{footer}</footer>}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
