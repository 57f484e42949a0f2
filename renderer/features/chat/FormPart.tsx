import { ClipboardPen } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormRequest, Part } from '../../../preload/contract/chat.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { useValidation } from '../../ui/schemaForm/ArgumentsEditor.tsx';
import { SchemaForm } from '../../ui/schemaForm/SchemaForm.tsx';
import { validate } from '../../ui/schemaForm/validate.ts';
import { useChat } from './context.ts';

type FormState = Extract<Part, { kind: 'form' }>['state'];

/** The offline assistant asks for values it could not find in the words (AGT-4). Errors show after the first try, not while typing. */
export function FormPart({ form, state }: { form: FormRequest; state: FormState }) {
  const { t } = useTranslation();
  const { answerForm } = useChat();
  const [values, setValues] = useState(form.values);
  const [tried, setTried] = useState(false);
  const errors = useValidation(form.inputSchema, values);
  const titleId = useId();
  if (state !== 'open') {
    return (
      <p className="flex items-center gap-2 text-sm text-text-3">
        <ClipboardPen size={14} aria-hidden />
        {form.title}
        <Badge>{t(state === 'sent' ? 'chat.form.sent' : 'chat.form.dismissed')}</Badge>
      </p>
    );
  }
  return (
    <form
      aria-labelledby={titleId}
      className="rounded-lg border border-line-strong bg-raised shadow-1"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (validate(form.inputSchema, values).length === 0) answerForm(form.id, values);
      }}
    >
      <header className="flex items-center gap-2 border-b border-line px-3.5 py-2.5">
        <ClipboardPen size={15} className="text-accent-text" aria-hidden />
        <h2 id={titleId} className="text-sm font-semibold">
          {t('chat.form.title')}
        </h2>
        <span className="truncate text-xs text-text-3">{form.title}</span>
      </header>
      <div className="px-3.5 py-3">
        <SchemaForm schema={form.inputSchema} value={values} onChange={setValues} errors={tried ? errors : []} />
      </div>
      <footer className="flex gap-2 px-3.5 pb-3.5">
        <Button type="submit" variant="primary">
          {t('chat.form.send')}
        </Button>
        <Button variant="ghost" onClick={() => answerForm(form.id, undefined)}>
          {t('chat.form.dismiss')}
        </Button>
      </footer>
    </form>
  );
}
