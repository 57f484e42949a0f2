import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { STAGES, type StageRecord } from '../../../../preload/contract/pipeline.ts';
import { Button } from '../../../ui/Button.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Pipeline } from '../../../ui/Pipeline.tsx';
import { VisibleText } from '../../../ui/text/VisibleText.tsx';
import { RuntimesDialog } from '../RuntimesDialog.tsx';
import type { ConnectionTest } from './useTest.ts';

/** The stages a test goes through: adopted, connected, registered. */
const TESTED = STAGES.slice(0, 3);
const FIRST: StageRecord[] = TESTED.map((stage, i) => ({ stage, state: i === 0 ? 'running' : 'waiting', detail: '' }));

/** A connection test as it goes, stage by stage, and how it ended. */
export function TestPanel({ test }: { test: ConnectionTest }) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  const { running, progress, result, error } = test;
  const shown = running || result !== undefined || error !== undefined;
  const lines = (progress ?? result)?.stderr.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what came last is to be seen, also when lines were added
  useEffect(() => {
    if (shown) panel.current?.scrollIntoView({ block: 'nearest' });
  }, [shown, running, lines]);
  if (!shown) return null;
  const found = running ? (progress?.stages ?? FIRST) : (result?.stages ?? []);
  const stages = found.map((stage) => (running && stage.state === 'skipped' ? { stage: stage.stage, state: 'waiting' as const, detail: '' } : stage));
  return (
    <section ref={panel} aria-label={t('servers.editor.test')} className="mt-4 rounded-lg border border-line bg-well px-4 py-3.5">
      {error ? <ErrorNote error={error} live /> : <Pipeline stages={stages} />}
      <LastLines lines={(progress ?? result)?.stderr ?? []} />
      <div role="status">{!running && result && <Ending result={result} />}</div>
    </section>
  );
}

function LastLines({ lines }: { lines: readonly string[] }) {
  const { t } = useTranslation();
  if (lines.length === 0) return null;
  return (
    <figure className="mt-3">
      <figcaption className="mb-1 text-xs text-text-3">{t('entry.test.stderr')}</figcaption>
      <pre className="code max-h-40 overflow-auto rounded-sm border border-line bg-ground px-2.5 py-1.5 whitespace-pre-wrap [overflow-wrap:anywhere] select-text">
        {lines.map((line, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          <span key={i} className="block">
            <VisibleText text={line} />
          </span>
        ))}
      </pre>
    </figure>
  );
}

function Ending({ result }: { result: NonNullable<ConnectionTest['result']> }) {
  const { t } = useTranslation();
  const [programs, setPrograms] = useState(false);
  if (result.cancelled) return <Callout className="mt-3">{t('entry.test.cancelled')}</Callout>;
  if (result.code === 'auth.required') {
    return (
      <Callout tone="warn" className="mt-3">
        {t('entry.test.needsSignIn')}
      </Callout>
    );
  }
  const failed = result.stages.some((stage) => stage.state !== 'ok');
  const ways = result.code === 'spawn.not_found' && (
    <Button size="sm" onClick={() => setPrograms(true)}>
      {t('entry.problem.checkPrograms')}
    </Button>
  );
  return (
    <Callout tone={failed ? 'bad' : 'ok'} className="mt-3" {...(ways ? { actions: ways } : {})}>
      {failed ? t('servers.editor.testFailed') : t('servers.editor.testOk', { count: result.tools })}
      {/* Inside the editor's dialog, so that Escape closes this one and keeps what was typed. */}
      {programs && <RuntimesDialog onClose={() => setPrograms(false)} />}
    </Callout>
  );
}
