import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { useAction } from '../feedback/useAction.ts';
import { Mark } from '../shell/Mark.tsx';
import { go } from '../shell/nav.ts';
import { Group } from './Section.tsx';

export function AboutSection() {
  const { t } = useTranslation();
  const app = useHost((host) => host.app);
  const run = useAction();
  const missing = [app.missing.encryption && t('settings.about.encryption'), app.missing.notifications && t('settings.about.notifications')].filter(
    (text) => text !== false,
  );
  return (
    <>
      <div className="mt-5 flex items-center gap-4">
        <Mark size={44} className="text-accent" />
        <div>
          <p className="text-lg font-semibold">{t('common.appName')}</p>
          <p className="num text-sm text-text-2">{t('settings.about.version', { version: app.version })}</p>
        </div>
      </div>
      <p className="mt-4 max-w-[60ch] text-sm text-pretty text-text-2">{t('settings.about.tagline')}</p>
      <p className="mt-2 max-w-[60ch] text-sm text-pretty text-text-2">{t('settings.about.privacy')}</p>
      <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 text-sm">
        <dt className="text-text-3">{t('settings.about.shell')}</dt>
        <dd>{app.shell}</dd>
        <dt className="text-text-3">{t('settings.about.platform')}</dt>
        <dd>{app.platform}</dd>
        <dt className="text-text-3">{t('settings.about.home')}</dt>
        <dd className="flex min-w-0 flex-wrap items-center gap-2">
          <code className="code [overflow-wrap:anywhere]">{app.homeFolder}</code>
          <Button size="sm" onClick={() => void run('host.showFile', { path: app.homeFolder })}>
            {t('settings.about.openHome')}
          </Button>
        </dd>
      </dl>
      <Group title={t('settings.about.missing')}>
        {missing.length === 0 ? (
          <p className="text-sm text-text-2">{t('settings.about.nothingMissing')}</p>
        ) : (
          <ul className="list-disc space-y-1 pl-5 text-sm text-text-2">
            {missing.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        )}
      </Group>
      <div className="mt-6">
        <Button onClick={() => go({ page: 'welcome' })}>{t('settings.about.welcome')}</Button>
      </div>
    </>
  );
}
