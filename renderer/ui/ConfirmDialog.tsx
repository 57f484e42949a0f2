import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmProps {
  open: boolean;
  title: ReactNode;
  children?: ReactNode;
  confirm: ReactNode;
  danger?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** A question before something that cannot be undone. The safe answer has the focus. */
export function ConfirmDialog({ open, title, children, confirm, danger = false, onConfirm, onClose }: ConfirmProps) {
  const { t } = useTranslation();
  const safe = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={children}
      size="sm"
      alert
      initialFocus={safe}
      footer={
        <>
          <Button ref={safe} onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            onClick={() => {
              onConfirm();
              onClose();
            }}
          >
            {confirm}
          </Button>
        </>
      }
    />
  );
}
