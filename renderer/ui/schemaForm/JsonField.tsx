import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldControl } from '../Field.tsx';
import { TextArea } from '../TextInput.tsx';
import { parseJson } from './exactNumbers.ts';

interface JsonFieldProps {
  value: unknown;
  onChange: (value: unknown) => void;
  path: string;
  label: string;
  control?: FieldControl;
}

const print = (value: unknown): string => (value === undefined ? '' : JSON.stringify(value, null, 2));

/** A value written as JSON, for what a form cannot say. While the text is no JSON the value stays as it was. */
export function JsonField({ value, onChange, path, label, control }: JsonFieldProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<{ text: string; value: unknown } | undefined>();
  const [problem, setProblem] = useState<string>();
  const text = draft && Object.is(draft.value, value) ? draft.text : print(value);
  const edit = (next: string) => {
    try {
      const parsed: unknown = next.trim() === '' ? undefined : parseJson(next);
      setDraft({ text: next, value: parsed });
      setProblem(undefined);
      onChange(parsed);
    } catch (error) {
      setDraft({ text: next, value });
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div>
      <TextArea
        {...(control ? { control } : { 'aria-label': label })}
        mono
        rows={Math.min(12, Math.max(2, text.split('\n').length))}
        value={text}
        onChange={edit}
        aria-invalid={problem !== undefined || control?.invalid || undefined}
        data-path={path}
      />
      <p className={problem ? 'text-xs text-bad' : 'text-xs text-text-3'} role={problem ? 'alert' : undefined}>
        {problem ? t('form.jsonError', { reason: problem }) : t('form.asJson')}
      </p>
    </div>
  );
}
