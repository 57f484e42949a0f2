import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ToolCallView } from '../../../../preload/contract/chat.ts';
import { useHost } from '../../../host/HostProvider.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { JsonTree } from '../../../ui/json/JsonTree.tsx';
import { Pipeline } from '../../../ui/Pipeline.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { FoldedText } from '../../../ui/text/FoldedText.tsx';
import { ResultView } from '../blocks/ResultView.tsx';
import { callStages } from './callStages.ts';

const NO_STAGES: never[] = [];

/** Everything about one call: arguments, result, decision, and its way through the stages. */
export function ToolDetails({ call, offline }: { call: ToolCallView; offline: boolean }) {
  const { t } = useTranslation();
  const server = useHost((host) => host.servers[call.server]?.pipeline) ?? NO_STAGES;
  const stages = useMemo(() => callStages({ call, offline, server }, t), [call, offline, server, t]);
  return (
    <div className="space-y-4 border-t border-line px-3 py-3">
      <Part
        title={t('chat.tool.arguments')}
        aside={
          <>
            {call.askedArguments && <Badge tone="busy">{t('chat.tool.edited')}</Badge>}
            <CopyButton text={() => JSON.stringify(call.arguments, null, 2)} />
          </>
        }
      >
        <Json value={call.arguments} empty={t('chat.tool.noArguments')} />
        {call.askedArguments && (
          <div className="mt-2 border-l-2 border-line-strong pl-3">
            <p className="mb-1 text-xs text-text-3">{t('chat.tool.asked')}</p>
            <Json value={call.askedArguments} empty={t('chat.tool.noArguments')} />
          </div>
        )}
      </Part>
      {call.result && <ResultPart call={call} result={call.result} />}
      {call.verdict && (
        <Part title={t('chat.tool.rule')}>
          <p className="text-text-2">
            {t(`settings.permissions.effect.${call.verdict.verdict}`)} · <code className="code">{call.verdict.rule}</code>
            {call.verdict.reason && <span> · {call.verdict.reason}</span>}
          </p>
        </Part>
      )}
      <Part title={t('chat.tool.pipeline')}>
        <Pipeline stages={stages} />
      </Part>
    </div>
  );
}

function ResultPart({ call, result }: { call: ToolCallView; result: NonNullable<ToolCallView['result']> }) {
  const { t } = useTranslation();
  const [view, setView] = useState<'formatted' | 'raw'>('formatted');
  return (
    <Part
      title={t('chat.tool.result')}
      aside={
        <>
          <Segmented
            label={t('chat.tool.result')}
            size="sm"
            value={view}
            onChange={setView}
            options={[
              { value: 'formatted', label: t('chat.tool.formatted') },
              { value: 'raw', label: t('chat.tool.raw') },
            ]}
          />
          <CopyButton text={result.text} />
        </>
      }
    >
      {view === 'formatted' ? (
        <ResultView result={result} />
      ) : (
        <div>
          <p className="mb-1 text-xs text-text-3">{t('chat.tool.rawResult')}</p>
          <div className="code rounded-md border border-line bg-well px-3 py-2">
            <FoldedText key={call.id} text={result.text} />
          </div>
        </div>
      )}
    </Part>
  );
}

export function Part({ title, aside, children }: { title: ReactNode; aside?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <div className="mb-1 flex min-h-6 items-center gap-2">
        <h2 className="flex-1 text-xs font-semibold text-text-2">{title}</h2>
        {aside}
      </div>
      {children}
    </div>
  );
}

function Json({ value, empty }: { value: Record<string, unknown>; empty: string }) {
  if (Object.keys(value).length === 0) return <p className="text-xs text-text-3">{empty}</p>;
  return (
    <div className="rounded-md border border-line bg-well px-2 py-1.5">
      <JsonTree value={value} openTo={2} />
    </div>
  );
}
