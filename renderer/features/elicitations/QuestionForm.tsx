import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ElicitationView } from '../../../preload/contract/elicitations.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { useValidation } from '../../ui/schemaForm/ArgumentsEditor.tsx';
import { SchemaForm } from '../../ui/schemaForm/SchemaForm.tsx';
import type { Value } from '../../ui/schemaForm/schema.ts';
import { validate } from '../../ui/schemaForm/validate.ts';
import { AnswerBar } from './AnswerBar.tsx';
import { useElicitationAnswer } from './useElicitationAnswer.ts';

interface QuestionFormProps {
  question: ElicitationView;
  ask: Extract<ElicitationView['ask'], { mode: 'form' }>;
}

/** Answers that the server suggests are filled in; a person still has to send them (elicitation, defaults). */
function suggested(schema: Value): Value {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Value>);
  return Object.fromEntries(properties.flatMap(([key, field]) => (Object.hasOwn(field ?? {}, 'default') ? [[key, field.default]] : [])));
}

/** A form made from the server's schema. Errors show after the first try, not while typing. */
export function QuestionForm({ question, ask }: QuestionFormProps) {
  const { t } = useTranslation();
  const { requestedSchema: schema, secretFields } = ask;
  const [value, setValue] = useState<Value>(() => suggested(schema));
  const [tried, setTried] = useState(false);
  const errors = useValidation(schema, value);
  const { answer, sent } = useElicitationAnswer(question.id);
  return (
    <form
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (validate(schema, value).length === 0) answer({ action: 'accept', content: value });
      }}
    >
      <div className="min-h-0 flex-1 space-y-3 overflow-y-auto px-4 pt-1 pb-3">
        {secretFields.length > 0 && (
          <Callout tone="warn" title={t('elicitations.secretTitle')}>
            {t('elicitations.secretBody', { fields: secretFields.join(', ') })}
          </Callout>
        )}
        <SchemaForm schema={schema} value={value} onChange={setValue} errors={tried ? errors : []} showAll />
      </div>
      <AnswerBar note={t('elicitations.goesTo', { server: question.server })} sent={sent} onAnswer={answer}>
        <Button type="submit" variant={secretFields.length > 0 ? 'secondary' : 'primary'} disabled={sent}>
          {t('elicitations.send')}
        </Button>
      </AnswerBar>
    </form>
  );
}
