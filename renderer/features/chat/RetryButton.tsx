import { RotateCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { useChat } from './context.ts';

export function RetryButton() {
  const { t } = useTranslation();
  const { retry } = useChat();
  return (
    <Button size="sm" icon={<RotateCw size={13} aria-hidden />} onClick={retry}>
      {t('common.retry')}
    </Button>
  );
}
