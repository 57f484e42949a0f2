import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Part } from '../../../preload/contract/chat.ts';
import { ERROR_CODES } from '../../../preload/contract/errors.ts';
import { Button } from '../../ui/Button.tsx';
import { useChat } from './context.ts';

type Notice = Extract<Part, { kind: 'notice' }>;

/** A remark of the host inside an answer. Where a run was stopped for want of progress it asks how to go on (AGT-5). */
export function NoticePart({ part, last }: { part: Notice; last: boolean }) {
  const { t } = useTranslation();
  if (part.code === 'agent.no_progress') {
    return (
      <Row asks={last} other>
        {t('chat.notice.no_progress', { tool: part.params?.tool ?? '', times: part.params?.times ?? '' })}
      </Row>
    );
  }
  if (part.code === 'agent.step_limit') return <Row asks={last}>{t('chat.notice.step_limit', { steps: part.params?.steps ?? '' })}</Row>;
  return <Plain part={part} />;
}

function Row({ children, asks, other = false }: { children: React.ReactNode; asks: boolean; other?: boolean }) {
  const { t } = useTranslation();
  const { send } = useChat();
  return (
    <div className="flex items-start gap-2 rounded-md border border-line bg-well px-3 py-2 text-sm text-text-2">
      <Info size={15} className="mt-0.5 shrink-0 text-accent-text" aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="[overflow-wrap:anywhere]">{children}</p>
        {asks && (
          <p className="mt-2 flex flex-wrap gap-2">
            {other && (
              <Button size="sm" onClick={() => void send(t('chat.notice.otherWayText'))}>
                {t('chat.notice.otherWay')}
              </Button>
            )}
            <Button size="sm" variant={other ? 'ghost' : 'secondary'} onClick={() => void send(t('chat.notice.goOnText'))}>
              {t('chat.notice.goOn')}
            </Button>
          </p>
        )}
      </div>
    </div>
  );
}

function Plain({ part }: { part: Notice }) {
  const { t, i18n } = useTranslation();
  const code = ERROR_CODES.find((known) => known === part.code);
  const english = i18n.language === 'en';
  return (
    <p className="flex items-start gap-2 text-sm text-text-2">
      <Info size={15} className="mt-0.5 shrink-0 text-accent-text" aria-hidden />
      <span>
        {code && !english && `${t(`errors.${code}.title`)}。`}
        <span lang={english ? undefined : 'en'}>{part.message}</span>
      </span>
    </p>
  );
}
