import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from '../../preload/contract/locales/en.ts';
import { zhCN } from '../../preload/contract/locales/zh-CN.ts';
import type { Settings } from '../../preload/contract/settings.ts';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
  }
}

export type Language = 'en' | 'zh-CN';

/** The language to show for a setting; `system` takes the first of the system's languages that we have. */
export function resolveLanguage(setting: Settings['language'], system: readonly string[] = navigator.languages): Language {
  if (setting !== 'system') return setting;
  const first = system.find((tag) => /^(zh|en)\b/i.test(tag));
  return first?.toLowerCase().startsWith('zh') ? 'zh-CN' : 'en';
}

/** Ready at once: both tables are in the bundle, so a switch of language loads nothing. */
export const i18n = i18next.createInstance();
void i18n.use(initReactI18next).init({
  lng: resolveLanguage('system'),
  fallbackLng: 'en',
  resources: { en: { translation: en }, 'zh-CN': { translation: zhCN } },
  interpolation: { escapeValue: false },
  returnNull: false,
  initAsync: false,
});

export async function showLanguage(language: Language): Promise<void> {
  document.documentElement.lang = language;
  if (i18n.language !== language) await i18n.changeLanguage(language);
}
