import { ArrowLeft, Play } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RawExchange, ToolCallView } from '../../../../../preload/contract/chat.ts';
import type { ToolView } from '../../../../../preload/contract/tools.ts';
import { useHost } from '../../../../host/HostProvider.tsx';
import { useResource } from '../../../../host/resource.ts';
import { Button } from '../../../../ui/Button.tsx';
import { ErrorNote } from '../../../../ui/ErrorNote.tsx';
import { Spinner } from '../../../../ui/Spinner.tsx';
import { ArgumentsEditor, useValidation } from '../../../../ui/schemaForm/ArgumentsEditor.tsx';
import type { Value } from '../../../../ui/schemaForm/schema.ts';
import { RiskBadges } from '../../../approvals/RiskBadges.tsx';
import { ToolCard } from '../../../chat/tool/ToolCard.tsx';
import { useAction } from '../../../feedback/useAction.ts';
import { RawView } from './RawView.tsx';
import { TrialContext } from './TrialContext.tsx';

interface ToolTesterProps {
  server: string;
  original: string;
  revision: string;
  onBack: () => void;
}

/** Runs one tool with arguments a person writes, through the gate like any call (WIN-6). */
export function ToolTester({ server, original, revision, onBack }: ToolTesterProps) {
  const { t } = useTranslation();
  const { data, error } = useResource(
    'tools.get',
    useMemo(() => ({ server, original }), [server, original]),
    revision,
  );
  const back = useRef<HTMLButtonElement>(null);
  useEffect(() => back.current?.focus(), []);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex shrink-0 items-center gap-3 px-5 pt-3 pb-2">
        <Button ref={back} size="sm" variant="ghost" icon={<ArrowLeft size={13} aria-hidden />} onClick={onBack}>
          {t('tools.tester.back')}
        </Button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-5 pb-5">
        {error && <ErrorNote error={error} />}
        {!error && !data && (
          <p className="flex items-center gap-2 text-sm text-text-3">
            <Spinner /> {t('common.loading')}
          </p>
        )}
        {data && <Trial tool={data.tool} />}
      </div>
    </div>
  );
}

interface Finished {
  call: ToolCallView;
  raw: RawExchange | undefined;
}

function Trial({ tool }: { tool: ToolView }) {
  const { t } = useTranslation();
  const run = useAction();
  const schema = tool.formSchema ?? tool.inputSchema;
  const [value, setValue] = useState<Value>({});
  const [callId, setCallId] = useState<string>();
  const [finished, setFinished] = useState<Finished>();
  const live = useHost((host) => (callId === undefined ? undefined : host.trials?.[callId]));
  const errors = useValidation(schema, value);
  const [tried, setTried] = useState(false);
  const running = callId !== undefined;
  const start = async (): Promise<void> => {
    setTried(true);
    const id = `trial-${crypto.randomUUID()}`;
    setCallId(id);
    setFinished(undefined);
    const done = await run('tools.call', { server: tool.server, original: tool.original, arguments: value, callId: id });
    setCallId(undefined);
    if (done) setFinished({ call: done.call, raw: done.raw });
  };
  const call = running ? live : finished?.call;
  return (
    <section aria-label={t('tools.tester.title', { name: tool.title })}>
      <div className="mb-3 flex flex-wrap items-center gap-x-2 gap-y-1">
        <h3 className="text-md font-semibold [overflow-wrap:anywhere]">{t('tools.tester.title', { name: tool.title })}</h3>
        <RiskBadges risk={tool.risk} />
      </div>
      <ArgumentsEditor schema={schema} value={value} onChange={setValue} errors={tried ? errors : NO_ERRORS} />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button variant="primary" busy={running} icon={<Play size={14} aria-hidden />} onClick={() => void start()}>
          {t(running ? 'tools.tester.running' : finished ? 'tools.tester.again' : 'tools.tester.run')}
        </Button>
        <p className="min-w-0 flex-1 text-xs text-pretty text-text-3">{t('tools.tester.hint')}</p>
      </div>
      <div className="mt-4 space-y-4" aria-live="polite">
        {call && (
          <TrialContext callId={call.id}>
            <ToolCard key={call.id} call={call} offline={false} initiallyOpen />
          </TrialContext>
        )}
        {finished && <RawView raw={finished.raw} />}
      </div>
    </section>
  );
}

const NO_ERRORS: never[] = [];
