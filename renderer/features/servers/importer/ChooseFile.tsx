import { FileText } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../feedback/toasts.ts';

/** As much as main takes. */
const MOST_CHARACTERS = 2_000_000;

/** The text of a file of another app; it is read here and goes the same way as pasted text. */
export function ChooseFile({ onText }: { onText: (text: string) => void }) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const text = file.size > MOST_CHARACTERS * 4 ? undefined : await file.text().catch(() => undefined);
    if (text === undefined || text.length > MOST_CHARACTERS || text.includes('\0')) return showToast({ text: t('entry.import.fileProblem') });
    onText(text);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,.jsonc,.yaml,.yml,.txt"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button size="sm" variant="ghost" icon={<FileText size={13} aria-hidden />} onClick={() => input.current?.click()}>
        {t('entry.import.file')}
      </Button>
    </>
  );
}
