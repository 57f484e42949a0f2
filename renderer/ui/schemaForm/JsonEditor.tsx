import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextArea } from '../TextInput.tsx';
import { parseJson } from './exactNumbers.ts';
import { HiddenNote } from './HiddenNote.tsx';
import type { Value } from './schema.ts';

interface JsonEditorProps {
  value: Value;
  onChange: (value: Value) => void;
  label: string;
}

type Draft = { text: string; value: Value; problem: 'syntax' | 'object' | undefined; reason: string };

function read(text: string, value: Value): Draft {
  try {
    const parsed: unknown = parseJson(text);
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return { text, value, problem: 'object', reason: '' };
    return { text, value: parsed as Value, problem: undefined, reason: '' };
  } catch (error) {
    return { text, value, problem: 'syntax', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** A whole object as JSON text. Follows the value, except while a person is typing in it. */
export function JsonEditor({ value, onChange, label }: JsonEditorProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<Draft>();
  const own = draft && Object.is(draft.value, value) ? draft : undefined;
  const text = own?.text ?? JSON.stringify(value, null, 2);
  const edit = (next: string) => {
    const result = read(next, value);
    setDraft(result);
    if (!result.problem) onChange(result.value);
  };
  return (
    <div className="flex h-full flex-col gap-1">
      <TextArea
        aria-label={label}
        mono
        className="min-h-36 flex-1 resize-y"
        rows={Math.min(18, text.split('\n').length + 1)}
        value={text}
        onChange={edit}
        aria-invalid={own?.problem !== undefined || undefined}
      />
      <HiddenNote text={text} />
      {own?.problem && (
        <p role="alert" className="text-xs text-bad">
          {own.problem === 'syntax' ? t('form.jsonError', { reason: own.reason }) : t('form.jsonNotObject')}
        </p>
      )}
    </div>
  );
}
