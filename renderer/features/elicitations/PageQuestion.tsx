import { useTranslation } from 'react-i18next';
import type { ElicitationView } from '../../../preload/contract/elicitations.ts';
import { Button } from '../../ui/Button.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { VisibleText } from '../../ui/text/VisibleText.tsx';
import { useArmed } from '../approvals/useArmed.ts';
import { AnswerBar } from './AnswerBar.tsx';
import { useElicitationAnswer } from './useElicitationAnswer.ts';

interface PageQuestionProps {
  question: ElicitationView;
  ask: Extract<ElicitationView['ask'], { mode: 'url' }>;
}

/** Shows where a page leads before anything is opened; the host stands out, because that is what one judges by. */
export function PageQuestion({ question, ask }: PageQuestionProps) {
  const { t } = useTranslation();
  const { answer, sent } = useElicitationAnswer(question.id);
  // A page that pops up under a click that was meant for something else must not open.
  const armed = useArmed(question.id);
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 space-y-3 overflow-y-auto px-4 pt-1 pb-3">
        {ask.warnings.map((warning) => (
          <Callout key={warning} tone={warning === 'local' ? 'info' : 'warn'}>
            {t(`elicitations.warning.${warning}`)}
          </Callout>
        ))}
        <dl className="space-y-2 text-sm">
          <div>
            <dt className="text-xs text-text-3">{t('elicitations.host')}</dt>
            <dd className="code text-md font-semibold [overflow-wrap:anywhere]">
              <VisibleText text={ask.host} />
            </dd>
          </div>
          <div>
            <dt className="text-xs text-text-3">{t('elicitations.address')}</dt>
            <dd className="code max-h-24 overflow-y-auto rounded-sm border border-line bg-well px-2.5 py-2 [overflow-wrap:anywhere]">
              <VisibleText text={ask.url} />
            </dd>
          </div>
        </dl>
      </div>
      <AnswerBar note={t('elicitations.pageNote', { server: question.server })} sent={sent} onAnswer={answer}>
        <CopyButton text={ask.url} label={t('elicitations.copyAddress')} />
        <Button variant="primary" disabled={sent} aria-disabled={!armed} onClick={() => armed && answer({ action: 'accept' })}>
          {t('elicitations.openPage')}
        </Button>
      </AnswerBar>
    </div>
  );
}
