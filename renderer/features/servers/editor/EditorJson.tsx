import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ServerDraft } from '../../../../preload/contract/servers.ts';
import { TextArea } from '../../../ui/TextInput.tsx';
import { type DraftForm, fromDraft, toDraft } from './draft.ts';

/** The entry as JSON. What is typed becomes the form as soon as it is a valid entry. */
export function EditorJson({ form, onChange }: { form: DraftForm; onChange: (form: DraftForm) => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(() => JSON.stringify(toDraft(form), null, 2));
  const [problem, setProblem] = useState<string>();
  const edit = (next: string) => {
    setText(next);
    try {
      const parsed = ServerDraft.safeParse(JSON.parse(next));
      if (parsed.success) {
        setProblem(undefined);
        onChange(fromDraft(parsed.data));
      } else {
        const issue = parsed.error.issues[0];
        setProblem(issue ? `${issue.path.join('.')}: ${issue.message}` : parsed.error.message);
      }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <div className="space-y-1">
      <TextArea
        mono
        rows={16}
        aria-label={t('form.json')}
        aria-invalid={problem !== undefined || undefined}
        value={text}
        onChange={edit}
        className="resize-y"
      />
      {problem && (
        <p role="alert" className="text-xs text-bad">
          {t('form.jsonError', { reason: problem })}
        </p>
      )}
      <p className="text-xs text-text-3">{t('servers.editor.jsonHelp')}</p>
    </div>
  );
}
