import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../ui/cx.ts';
import { go, SETTINGS_SECTIONS, type SettingsSection } from '../shell/nav.ts';
import { PageHeader } from '../shell/PageHeader.tsx';
import { AboutSection } from './AboutSection.tsx';
import { AppearanceSection } from './AppearanceSection.tsx';
import { AuditSection } from './audit/AuditSection.tsx';
import { McpSection } from './McpSection.tsx';
import { ModelSection } from './model/ModelSection.tsx';
import { PermissionsSection } from './permissions/PermissionsSection.tsx';

const SECTION: Record<SettingsSection, ComponentType> = {
  model: ModelSection,
  permissions: PermissionsSection,
  audit: AuditSection,
  appearance: AppearanceSection,
  mcp: McpSection,
  about: AboutSection,
};

export function SettingsPage({ section }: { section: SettingsSection }) {
  const { t } = useTranslation();
  const Section = SECTION[section];
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <div className="@container flex min-h-0 flex-1">
        <div className="flex min-h-0 flex-1 flex-col @3xl:flex-row">
          <nav
            aria-label={t('settings.sections')}
            className="shrink-0 overflow-x-auto border-b border-line px-3 py-1.5 @3xl:w-[188px] @3xl:border-r @3xl:border-b-0 @3xl:py-3"
          >
            <ul className="flex gap-0.5 @3xl:flex-col">
              {SETTINGS_SECTIONS.map((name) => (
                <li key={name}>
                  <button
                    type="button"
                    aria-current={name === section ? 'page' : undefined}
                    onClick={() => go({ page: 'settings', section: name })}
                    className={cx(
                      'flex h-[30px] w-full items-center rounded-sm px-2.5 text-sm whitespace-nowrap',
                      name === section ? 'bg-active font-medium' : 'text-text-2 hover:bg-hover hover:text-text',
                    )}
                  >
                    {t(`settings.section.${name}`)}
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          <div data-scroller className="min-h-0 min-w-0 flex-1 overflow-y-auto px-6 py-5">
            <div className={cx('mx-auto w-full pb-8', section === 'audit' ? 'max-w-[960px]' : 'max-w-[660px]')}>
              <h2 className="text-lg font-semibold">{t(`settings.section.${section}`)}</h2>
              <Section />
            </div>
          </div>
        </div>
      </div>
    </>
  );
}
