import { CircleCheck, CircleX } from 'lucide-react';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useResource } from '../../host/resource.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { LimitField } from './LimitField.tsx';
import { LIMITS, type Limit } from './limits.ts';
import { NetworkGroup } from './NetworkGroup.tsx';
import { Group, Intro } from './Section.tsx';
import { useSettings } from './useSettings.ts';

export function McpSection() {
  const { t } = useTranslation();
  const { settings, update } = useSettings();
  const id = useId();
  const fields = (group: Limit['group']) => (
    <div className="divide-y divide-line rounded-lg border border-line">
      {LIMITS.filter((limit) => limit.group === group).map((limit) => (
        <LimitField key={limit.key} limit={limit} settings={settings} onChange={update} />
      ))}
    </div>
  );
  return (
    <>
      <Intro>{t('settings.mcp.intro')}</Intro>
      <div className="mt-5 flex items-start gap-3 rounded-lg border border-line px-3.5 py-3">
        <div className="flex-1">
          <label htmlFor={id} className="text-sm font-medium">
            {t('settings.mcp.enabled')}
          </label>
          <p className="text-xs text-text-2">{t('settings.mcp.enabledHelp')}</p>
        </div>
        <Switch id={id} label={t('settings.mcp.enabled')} checked={settings.mcp.enabled} onChange={(enabled) => void update({ mcp: { enabled } })} />
      </div>
      <Group title={t('settings.mcp.connecting')}>{fields('connecting')}</Group>
      <Group title={t('settings.mcp.calls')} help={t('settings.mcp.environment')}>
        {fields('calls')}
      </Group>
      <NetworkGroup />
      <Runtimes />
    </>
  );
}

const INPUT = {};

/** DIS-4: what servers need, as Quayside sees it. */
function Runtimes() {
  const { t } = useTranslation();
  const { data, loading, reload } = useResource('runtimes.check', INPUT);
  return (
    <Group
      title={t('settings.mcp.runtimes')}
      aside={
        <Button size="sm" variant="ghost" busy={loading} onClick={reload}>
          {t('settings.mcp.runtimesCheck')}
        </Button>
      }
    >
      {!data && loading && <Spinner />}
      {data && (
        <ul className="divide-y divide-line rounded-lg border border-line">
          {data.runtimes.map((runtime) => (
            <li key={runtime.name} className="flex items-start gap-2.5 px-3.5 py-2 text-sm">
              {runtime.found ? (
                <CircleCheck size={15} className="mt-0.5 shrink-0 text-ok" aria-hidden />
              ) : (
                <CircleX size={15} className="mt-0.5 shrink-0 text-text-3" aria-hidden />
              )}
              <span className="w-20 shrink-0 font-medium">{runtime.name}</span>
              <span className="min-w-0 flex-1 text-xs leading-5 [overflow-wrap:anywhere] text-text-2">
                {runtime.found ? `${runtime.version ?? ''} ${runtime.path ?? ''}` : t('settings.mcp.runtimeMissing')}
                {runtime.fix && <span className="block text-text-3">{runtime.fix}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Group>
  );
}
