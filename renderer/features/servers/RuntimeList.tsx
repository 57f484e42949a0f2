import { CircleAlert, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RuntimeView } from '../../../preload/contract/servers.ts';

const NAMES = ['node', 'npx', 'uv', 'uvx', 'python', 'docker'] as const;
const HOW: Record<(typeof NAMES)[number], 'node' | 'uv' | 'python' | 'docker'> = {
  node: 'node',
  npx: 'node',
  uv: 'uv',
  uvx: 'uv',
  python: 'python',
  docker: 'docker',
};

/** Programs that servers need: found or not, which, and how to get those that are missing (DIS-4). */
export function RuntimeList({ runtimes }: { runtimes: readonly RuntimeView[] }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line">
      {runtimes.map((runtime) => (
        <Runtime key={runtime.name} runtime={runtime} />
      ))}
    </ul>
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
