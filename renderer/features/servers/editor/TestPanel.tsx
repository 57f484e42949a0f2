import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { STAGES, type StageRecord } from '../../../../preload/contract/pipeline.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Pipeline } from '../../../ui/Pipeline.tsx';
import type { ConnectionTest } from './useTest.ts';

/** The stages a test goes through: adopted, connected, registered. */
const TESTED = STAGES.slice(0, 3);
const RUNNING: StageRecord[] = TESTED.map((stage, i) => ({ stage, state: i === 0 ? 'running' : 'waiting', detail: '' }));

/** How a connection test went, stage by stage. */
export function TestPanel({ test }: { test: ConnectionTest }) {
  const { t } = useTranslation();
  const panel = useRef<HTMLDivElement>(null);
  const { running, result, error } = test;
  const shown = running || result !== undefined || error !== undefined;
  useEffect(() => {
    if (running || result || error) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [running, result, error]);
  if (!shown) return null;
  const stages = test.result?.stages.filter((stage) => TESTED.includes(stage.stage)) ?? RUNNING;
  const failed = stages.some((stage) => stage.state === 'failed');
  return (
    <div ref={panel} aria-live="polite" className="mt-4 rounded-lg border border-line bg-well px-4 py-3.5">
      {test.error ? (
        <ErrorNote error={test.error} />
      ) : (
        <>
          <Pipeline stages={stages} />
          {test.result && (
            <Callout tone={failed ? 'bad' : 'ok'} className="mt-3">
              {failed ? t('servers.editor.testFailed') : t('servers.editor.testOk', { count: test.result.tools })}
            </Callout>
          )}
        </>
      )}
    </div>
  );
}
