import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useResource } from '../../host/resource.ts';
import { Button } from '../../ui/Button.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { RuntimeList } from '../servers/RuntimeList.tsx';
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
      {data && <RuntimeList runtimes={data.runtimes} />}
    </Group>
  );
}
