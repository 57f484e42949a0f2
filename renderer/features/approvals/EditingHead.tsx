import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';

export function EditingHead({ errors, onReset }: { errors: number; onReset: () => void }) {
  const { t } = useTranslation();
  return (
    <div className="mb-2 flex flex-wrap items-center gap-2">
      <p className="min-w-0 flex-1 text-xs text-text-2">{t('approvals.editing')}</p>
      {errors > 0 && (
        <p role="status" className="text-xs font-medium text-bad">
          {t('approvals.invalid', { count: errors })}
        </p>
      )}
      <Button size="sm" variant="ghost" icon={<Undo2 size={13} aria-hidden />} onClick={onReset}>
        {t('approvals.resetEdit')}
      </Button>
    </div>
  );
}
