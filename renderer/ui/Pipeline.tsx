import { Check, CircleDashed, Ellipsis, Minus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StageRecord, StageState } from '../../preload/contract/pipeline.ts';
import { useFormat } from '../i18n/format.ts';
import { useStageText } from '../i18n/stageText.ts';
import { cx } from './cx.ts';
import { Elapsed } from './Elapsed.tsx';
import { Spinner } from './Spinner.tsx';

/** Shape, icon and word tell a state; colour only helps. */
const LOOK: Record<StageState, { node: string; text: string }> = {
  ok: { node: 'border-ok bg-ok-soft text-ok', text: 'text-ok' },
  failed: { node: 'border-bad bg-bad-soft text-bad rounded-xs', text: 'text-bad' },
  running: { node: 'border-busy bg-busy-soft text-busy', text: 'text-busy' },
  waiting: { node: 'border-line-input border-dashed bg-ground text-text-3', text: 'text-text-3' },
  skipped: { node: 'border-line-strong bg-well text-text-3', text: 'text-text-3' },
};

function Sign({ state, size }: { state: StageState; size: number }) {
  if (state === 'running') return <Spinner size={size} />;
  const Icon = { ok: Check, failed: X, waiting: Ellipsis, skipped: Minus }[state] ?? CircleDashed;
  return <Icon size={size} strokeWidth={2.6} aria-hidden />;
}

/** How long a stage took, or has been taking. */
function StageTime({ stage: { state, ms, at } }: { stage: StageRecord }) {
  const { duration } = useFormat();
  const counting = ms === undefined && state === 'running' && at !== undefined;
  if (ms === undefined && !counting) return null;
  return <span className="num ml-auto text-xs text-text-3">{counting ? <Elapsed since={at} /> : duration(ms ?? 0)}</span>;
}

/** The mooring line: six stages from the entry to the conversation, each with state, time, what happened and what to do (WIN-5). */
export function Pipeline({ stages }: { stages: readonly StageRecord[] }) {
  const { t } = useTranslation();
  const stageText = useStageText();
  return (
    <ol className="relative">
      {stages.map((stage, i) => {
        const { what, fix } = stageText(stage);
        return (
          <li key={stage.stage} className="relative flex gap-3 pb-3.5 last:pb-0">
            {i < stages.length - 1 && (
              <span
                aria-hidden
                className={cx(
                  'absolute top-5 bottom-0 left-[9.5px] border-l',
                  stage.state === 'ok' ? 'border-ok' : 'border-dashed border-line-input',
                )}
              />
            )}
            <span className={cx('relative flex size-5 shrink-0 items-center justify-center rounded-full border', LOOK[stage.state].node)}>
              <Sign state={stage.state} size={11} />
            </span>
            <div className="min-w-0 flex-1">
              <div className="flex flex-wrap items-baseline gap-x-2">
                <span className="font-medium">{t(`servers.stage.${stage.stage}`)}</span>
                <span className={cx('text-xs', LOOK[stage.state].text)}>{t(`servers.stageState.${stage.state}`)}</span>
                <StageTime stage={stage} />
              </div>
              {what.map((line) => (
                <p key={line} className="text-xs [overflow-wrap:anywhere] whitespace-pre-line text-text-2 select-text">
                  {line}
                </p>
              ))}
              {fix && (
                <p className="mt-0.5 text-xs text-text-2">
                  <span className="font-medium text-text">{t('common.failure.whatToDo')} </span>
                  {fix}
                </p>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** The same line in one row, for a header: nodes only, its name tells how far it came. */
export function PipelineLine({ stages }: { stages: readonly StageRecord[] }) {
  const { t } = useTranslation();
  const label = stages.map((stage) => `${t(`servers.stage.${stage.stage}`)}: ${t(`servers.stageState.${stage.state}`)}`).join('; ');
  return (
    <span role="img" aria-label={label} title={label} className="inline-flex items-center">
      {stages.map((stage, i) => (
        <span key={stage.stage} className="inline-flex items-center" aria-hidden>
          {i > 0 && <span className={cx('h-px w-2', stages[i - 1]?.state === 'ok' ? 'bg-ok' : 'bg-line-input')} />}
          <span
            className={cx(
              'flex size-3 items-center justify-center border',
              stage.state === 'failed' ? 'rounded-xs' : 'rounded-full',
              LOOK[stage.state].node,
            )}
          >
            {(stage.state === 'ok' || stage.state === 'failed') && <Sign state={stage.state} size={8} />}
          </span>
        </span>
      ))}
    </span>
  );
}
