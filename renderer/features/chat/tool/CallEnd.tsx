import { useTranslation } from 'react-i18next';
import type { ToolCallView } from '../../../../preload/contract/chat.ts';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { CallError } from './CallError.tsx';

const MAX_TEXT = 300;

/** How a call ended where it did not end well; a closed card says it too. */
export function CallEnd({ call }: { call: ToolCallView }) {
  const { t } = useTranslation();
  const { error, result, state, verdict } = call;
  if (state === 'failed' && error) return <CallError error={error} className="mx-3 mb-3" />;
  if (state === 'cancelled') return <Line>{t(call.startedAt === undefined ? 'chat.tool.ended.unstarted' : 'chat.tool.ended.cancelled')}</Line>;
  if (state === 'denied') {
    const reason = verdict?.reason ?? '';
    return (
      <Line>
        {t('chat.tool.ended.denied')} {reason !== '' && <VisibleText text={t('chat.tool.ended.reason', { reason })} />}
      </Line>
    );
  }
  if (state === 'done' && result?.isError && result.text.trim() !== '') {
    return (
      <p className="mx-3 mb-3 line-clamp-3 rounded-md border border-bad-line bg-bad-soft px-3 py-1.5 text-text-2 [overflow-wrap:anywhere]">
        <VisibleText text={result.text.slice(0, MAX_TEXT)} />
      </p>
    );
  }
  return null;
}

function Line({ children }: { children: React.ReactNode }) {
  return <p className="px-3 pb-2 pl-[38px] text-xs text-text-2">{children}</p>;
}
