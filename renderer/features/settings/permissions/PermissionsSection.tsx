import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Mode } from '../../../../preload/contract/permissions.ts';
import { useHost } from '../../../host/HostProvider.tsx';
import { selectServers } from '../../../host/selectors.ts';
import { ChoiceCards } from '../../../ui/ChoiceCards.tsx';
import { go } from '../../shell/nav.ts';
import { AllowAllDialog } from '../AllowAllDialog.tsx';
import { Group, Intro } from '../Section.tsx';
import { useSetMode } from '../useSetMode.ts';
import { RuleTable } from './RuleTable.tsx';

export function PermissionsSection() {
  const { t } = useTranslation();
  const mode = useHost((host) => host.mode);
  const trusted = useHost(selectServers).filter((server) => server.trustAnnotations);
  const setMode = useSetMode();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Intro>{t('settings.permissions.intro')}</Intro>
      <Group title={t('settings.permissions.mode')}>
        <ChoiceCards
          label={t('settings.permissions.mode')}
          value={mode}
          options={Mode.options.map((option) => ({
            value: option,
            label: t(`settings.permissions.modes.${option}`),
            help: t(`settings.permissions.modeHelp.${option}`),
            ...(option === 'allow-all' ? { icon: <ShieldAlert size={14} className="text-warn" aria-hidden /> } : {}),
          }))}
          onChange={(option) => (option === 'allow-all' ? setAsking(true) : void setMode(option))}
        />
        <AllowAllDialog open={asking} onClose={() => setAsking(false)} />
      </Group>
      <Group title={t('settings.permissions.rules')} help={t('settings.permissions.rulesIntro')}>
        <RuleTable />
      </Group>
      <Group title={t('settings.permissions.trusted')}>
        {trusted.length === 0 ? (
          <p className="text-sm text-text-3">{t('settings.permissions.trustedNone')}</p>
        ) : (
          <ul className="flex flex-wrap gap-2">
            {trusted.map((server) => (
              <li key={server.name}>
                <button
                  type="button"
                  className="rounded-full border border-line-strong bg-raised px-2.5 py-0.5 text-sm hover:border-line-input"
                  onClick={() => go({ page: 'servers', name: server.name })}
                >
                  {server.name}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Group>
    </>
  );
}
