import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

const KB = 1024;
const MINUTE_MS = 60_000;

/** Numbers, times and sizes in the user's language. */
export function useFormat() {
  const { t, i18n } = useTranslation();
  return useMemo(() => {
    const locale = i18n.language;
    const integer = new Intl.NumberFormat(locale);
    const decimal = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, minimumFractionDigits: 1 });
    const clock = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', hour12: false });
    const clockSeconds = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
    const dayTime = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false });

    /** A span of time in milliseconds: 240 ms, 3.2 s, 2 min 5 s. */
    const duration = (ms: number): string => {
      if (ms < 1000) return t('common.milliseconds', { value: integer.format(Math.max(0, Math.round(ms))) });
      if (ms < MINUTE_MS) return t('common.seconds', { value: decimal.format(ms / 1000) });
      return t('common.minutes', { minutes: Math.floor(ms / MINUTE_MS), seconds: Math.floor((ms % MINUTE_MS) / 1000) });
    };
    /** Time that is left: whole seconds, never below none. */
    const countdown = (ms: number): string =>
      ms < MINUTE_MS ? t('common.seconds', { value: integer.format(Math.max(0, Math.round(ms / 1000))) }) : duration(ms);
    const bytes = (value: number): string => {
      if (value < KB) return t('common.bytes', { value: integer.format(value) });
      if (value < KB * KB) return t('common.kilobytes', { value: decimal.format(value / KB) });
      return t('common.megabytes', { value: decimal.format(value / KB / KB) });
    };
    return {
      duration,
      countdown,
      bytes,
      number: (value: number) => integer.format(value),
      time: (at: number) => clock.format(at),
      timeSeconds: (at: number) => clockSeconds.format(at),
      dayTime: (at: number) => dayTime.format(at),
    };
  }, [t, i18n.language]);
}
