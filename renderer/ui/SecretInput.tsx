import { Eye, EyeOff, KeyRound, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './Button.tsx';
import type { FieldControl } from './Field.tsx';
import { IconButton } from './IconButton.tsx';
import { TextInput } from './TextInput.tsx';

interface SecretInputProps {
  label?: string;
  value: string;
  /** A stored value that the window never had; it can be replaced, not read. */
  kept: boolean;
  onChange: (value: string) => void;
  onKept: (kept: boolean) => void;
  control?: FieldControl;
  /** Where the stored value is kept, in words; `lost`: it is not there any more. */
  where?: string;
  lost?: boolean;
}

/** A write-only value. */
export function SecretInput({ label, value, kept, onChange, onKept, control, where, lost = false }: SecretInputProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const [replaced, setReplaced] = useState(false);
  if (kept) {
    return (
      <div className="flex h-[30px] min-w-0 flex-1 items-center gap-2 rounded-sm border border-dashed border-line-input bg-well pr-0.5 pl-2.5 text-xs text-text-2">
        {lost ? (
          <TriangleAlert size={13} className="shrink-0 text-warn" aria-hidden />
        ) : (
          <KeyRound size={13} className="shrink-0 text-text-3" aria-hidden />
        )}
        <span className="min-w-0 flex-1 truncate" title={where}>
          {where ?? t('form.secret.kept')}
        </span>
        <Button
          size="sm"
          variant="ghost"
          id={control?.id}
          aria-label={label ? `${t('form.secret.replace')}: ${label}` : t('form.secret.replace')}
          onClick={() => {
            setReplaced(true);
            onKept(false);
          }}
        >
          {t('form.secret.replace')}
        </Button>
      </div>
    );
  }
  return (
    <div className="relative min-w-0 flex-1">
      <TextInput
        {...(control ? { control } : { 'aria-label': label })}
        mono
        type={shown ? 'text' : 'password'}
        autoComplete="new-password"
        autoFocus={replaced}
        className="pr-9"
        value={value}
        onChange={onChange}
      />
      <IconButton
        label={t(shown ? 'form.secret.hide' : 'form.secret.show')}
        icon={shown ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
        size="sm"
        pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute top-[3px] right-[3px]"
      />
      {replaced && value === '' && (
        <button type="button" className="mt-1 block rounded-xs text-xs text-accent-text underline underline-offset-2" onClick={() => onKept(true)}>
          {t('form.secret.keep')}
        </button>
      )}
    </div>
  );
}
