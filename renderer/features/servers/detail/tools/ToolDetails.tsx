import { FlaskConical } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { JsonSchema, ToolView } from '../../../../../preload/contract/tools.ts';
import { useResource } from '../../../../host/resource.ts';
import { useFormat } from '../../../../i18n/format.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Callout } from '../../../../ui/Callout.tsx';
import { ErrorNote } from '../../../../ui/ErrorNote.tsx';
import { JsonTree } from '../../../../ui/json/JsonTree.tsx';
import { Segmented } from '../../../../ui/Segmented.tsx';
import { Spinner } from '../../../../ui/Spinner.tsx';
import { FoldedText } from '../../../../ui/text/FoldedText.tsx';
import { VisibleText } from '../../../../ui/text/VisibleText.tsx';
import { DefinitionChanges } from './DefinitionChanges.tsx';
import { ToolNotes } from './ToolNotes.tsx';

interface ToolDetailsProps {
  server: string;
  original: string;
  deferred: boolean;
  revision: string;
  onTry: (original: string) => void;
}

/** Everything about one tool: the server's words in full, what the model gets of them, and what became of it on the way. */
export function ToolDetails({ server, original, deferred, revision, onTry }: ToolDetailsProps) {
  const { t } = useTranslation();
  const { data, error } = useResource(
    'tools.get',
    useMemo(() => ({ server, original }), [server, original]),
    revision,
  );
  if (error) return <ErrorNote error={error} className="mb-3 ml-[22px]" />;
  if (!data) {
    return (
      <p className="flex items-center gap-2 pb-3 pl-[22px] text-xs text-text-3">
        <Spinner /> {t('common.loading')}
      </p>
    );
  }
  const { tool } = data;
  return (
    <div className="space-y-3 pb-3 pl-[22px] text-sm">
      <Button size="sm" icon={<FlaskConical size={13} aria-hidden />} onClick={() => onTry(original)}>
        {t('tools.detail.try')}
      </Button>
      {tool.pin === 'changed' && <DefinitionChanges changes={tool.changes ?? []} pinnedAt={tool.pinnedAt} />}
      {tool.hidden && <Callout tone="warn">{t('tools.detail.hiddenNote')}</Callout>}
      {tool.appOnly && <Callout>{t('tools.detail.appOnlyNote')}</Callout>}
      <Description tool={tool} />
      <Facts tool={tool} deferred={deferred} />
      <Schema title={t('tools.detail.inputSchema')} schema={tool.inputSchema} used={tool.formSchema} />
      {tool.outputSchema && <Schema title={t('tools.detail.outputSchema')} schema={tool.outputSchema} />}
      <ToolNotes notes={tool.notes ?? []} providers={tool.providers ?? []} />
    </div>
  );
}

function Description({ tool }: { tool: ToolView }) {
  const { t } = useTranslation();
  const [model, setModel] = useState(false);
  const { fullDescription, description } = tool;
  return (
    <div>
      <FoldedText text={fullDescription ?? description} className="text-text-2" />
      {fullDescription !== undefined && (
        <>
          <button
            type="button"
            aria-expanded={model}
            className="mt-1 block rounded-xs text-xs text-accent-text underline"
            onClick={() => setModel(!model)}
          >
            {t('tools.detail.showForModel')}
          </button>
          {model && (
            <div className="mt-1 border-l-2 border-line-strong pl-3">
              <p className="text-xs text-text-3">{t('tools.detail.forModel')}</p>
              <FoldedText text={description} className="text-text-2" />
            </div>
          )}
        </>
      )}
    </div>
  );
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

function Facts({ tool, deferred }: { tool: ToolView; deferred: boolean }) {
  const { t } = useTranslation();
  const { number, dayTime } = useFormat();
  const { annotations, pinnedAt, tokens } = tool;
  const hints = HINTS.flatMap((hint) => {
    const value = annotations[hint];
    return value === undefined ? [] : [`${t(`tools.detail.hint.${hint}`)}: ${t(value ? 'tools.detail.yes' : 'tools.detail.no')}`];
  });
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-xs">
      <Fact name={t('tools.detail.original')}>
        <code className="code [overflow-wrap:anywhere]">
          <VisibleText text={tool.original} />
        </code>
      </Fact>
      <Fact name={t('tools.detail.modelName')}>
        <code className="code [overflow-wrap:anywhere]">{tool.name}</code>
        {tokens !== undefined && <span className="num text-text-3"> · {t('tools.detail.tokens', { count: tokens, formatted: number(tokens) })}</span>}
        {deferred && !tool.appOnly && <span className="block text-text-3">{t('tools.detail.deferredNote')}</span>}
      </Fact>
      <Fact name={t('tools.detail.hints')}>{hints.length > 0 ? hints.join(', ') : t('tools.detail.noHints')}</Fact>
      <Fact name={t('tools.detail.approval')}>
        {t(`tools.detail.pin.${tool.pin}`)}
        {pinnedAt !== undefined && tool.pin === 'pinned' && (
          <span className="text-text-3"> ({t('tools.detail.approvedAt', { when: dayTime(pinnedAt) })})</span>
        )}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-text-3">{name}</dt>
      <dd className="min-w-0 select-text">{children}</dd>
    </>
  );
}

function Schema({ title, schema, used }: { title: string; schema: JsonSchema; used?: JsonSchema | undefined }) {
  const { t } = useTranslation();
  const [view, setView] = useState<'written' | 'used'>('written');
  return (
    <div>
      <div className="mb-1 flex min-h-6 items-center gap-3">
        <p className="text-xs font-medium text-text-2">{title}</p>
        {used && (
          <Segmented
            label={title}
            size="sm"
            value={view}
            onChange={setView}
            options={[
              { value: 'written', label: t('tools.detail.asWritten') },
              { value: 'used', label: t('tools.detail.asUsed') },
            ]}
          />
        )}
      </div>
      <div className="rounded-md border border-line bg-well px-2 py-1.5">
        <JsonTree key={view} value={view === 'used' && used ? used : schema} openTo={3} />
      </div>
    </div>
  );
}
