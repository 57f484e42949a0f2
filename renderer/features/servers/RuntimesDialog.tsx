import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RuntimeView } from '../../../preload/contract/servers.ts';
import { useResource } from '../../host/resource.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Spinner } from '../../ui/Spinner.tsx';

const INPUT = {};
const NAMES = ['node', 'npx', 'uv', 'uvx', 'python', 'docker'] as const;
const HOW: Record<(typeof NAMES)[number], 'node' | 'uv' | 'python' | 'docker'> = {
  node: 'node',
  npx: 'node',
  uv: 'uv',
  uvx: 'uv',
  python: 'python',
  docker: 'docker',
};

/** The runtime doctor (DIS-4): which programs servers would find, and how to get those that are missing. */
export function RuntimesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, loading, reload } = useResource('runtimes.check', INPUT);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('entry.runtimes.title')}
      description={t('entry.runtimes.body')}
      footer={
        <>
          <Button busy={loading} onClick={reload}>
            {t('entry.runtimes.again')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      {error && <ErrorNote error={error} live />}
      {!data && !error && (
        <p role="status" className="flex items-center gap-2 py-4 text-sm text-text-3">
          <Spinner /> {t('entry.runtimes.checking')}
        </p>
      )}
      {data && (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line">
          {data.runtimes.map((runtime) => (
            <Runtime key={runtime.name} runtime={runtime} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Runtime({ runtime }: { runtime: RuntimeView }) {
  const { t, i18n } = useTranslation();
  const known = NAMES.find((name) => name === runtime.name);
  const Icon = runtime.found ? CircleCheck : CircleAlert;
  const { found, path, version, fix } = runtime;
  const translated = known && (found ? t('entry.runtimes.silent') : t(`entry.runtimes.how.${HOW[known]}`));
  const way = i18n.language === 'en' ? fix : fix && (translated ?? fix);
  return (
    <li className="flex items-start gap-2.5 px-3.5 py-2.5 text-sm">
      <Icon size={15} className={`mt-0.5 shrink-0 ${found ? 'text-ok' : 'text-warn'}`} aria-hidden />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <code className="code font-semibold">{runtime.name}</code>
          <span className={`text-xs ${found ? 'text-ok' : 'text-warn'}`}>{t(found ? 'entry.runtimes.found' : 'entry.runtimes.missing')}</span>
          {version && <span className="num text-xs text-text-3">{version}</span>}
          {known && <span className="ml-auto text-xs text-text-3">{t(`entry.runtimes.uses.${known}`)}</span>}
        </p>
        {path && <p className="code text-xs [overflow-wrap:anywhere] text-text-3 select-text">{path}</p>}
        {way && <p className="text-xs text-text-2 select-text">{way}</p>}
      </div>
    </li>
  );
}
