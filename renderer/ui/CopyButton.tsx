import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from './copyText.ts';
import { IconButton } from './IconButton.tsx';

const SHOWN_MS = 1600;

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label, className }: { text: string | (() => string); label?: string; className?: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () => {
    const value = typeof text === 'function' ? text() : text;
    void copyText(value).then(setCopied);
  };
  return (
    <IconButton
      label={copied ? t('common.copied') : (label ?? t('common.copy'))}
      icon={copied ? <Check size={14} className="text-ok" aria-hidden /> : <Copy size={14} aria-hidden />}
      size="sm"
      onClick={copy}
      {...(className ? { className } : {})}
    />
  );
}
