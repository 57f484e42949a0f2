import { useTranslation } from 'react-i18next';
import type { AccountView } from '../../../../preload/contract/servers.ts';
import { useFormat } from '../../../i18n/format.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { useElapsed } from '../../../ui/Elapsed.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';

/** What is known of a login: where, what it may, how long, and where it is kept; never a token. */
export function AccountFacts({ account }: { account: AccountView }) {
  const { t } = useTranslation();
  if (account.signingIn) {
    return (
      <span className="flex items-center gap-2">
        <Spinner /> {t('account.waiting')}
      </span>
    );
  }
  if (!account.signedIn) return <>{t('account.signedOut')}</>;
  const { scopes = [], expiresAt, remember, issuer = '' } = account;
  return (
    <>
      <p className="[overflow-wrap:anywhere]">{t('account.signedIn', { issuer: issuer.replace(/^https?:\/\//, '') })}</p>
      {(expiresAt !== undefined || remember) && (
        <p className="text-xs text-text-3">
          {expiresAt !== undefined && <Expiry at={expiresAt} />}
          {expiresAt !== undefined && remember && ' · '}
          {remember && t(`account.remember.${remember}`)}
        </p>
      )}
      {scopes.length > 0 && (
        <p className="mt-1 flex flex-wrap items-center gap-1 text-xs text-text-3">
          {t('account.may')}
          {scopes.map((scope) => (
            <Badge key={scope}>{scope}</Badge>
          ))}
        </p>
      )}
    </>
  );
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Counts down while it is shown. The exact time stands behind it. */
function Expiry({ at }: { at: number }) {
  const { t, i18n } = useTranslation();
  const { dayTime } = useFormat();
  const now = useElapsed(0);
  const left = at - now;
  const [unit, ms] = UNITS.find(([, size]) => Math.abs(left) >= size) ?? (['minute', 60_000] as const);
  const count = Math.round(left / ms);
  const when = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' }).format(count, unit);
  const text =
    Math.abs(left) < 60_000
      ? t(left > 0 ? 'account.expiresSoon' : 'account.expiredJust')
      : t(left > 0 ? 'account.expires' : 'account.expired', { when });
  return <span title={dayTime(at)}>{text}</span>;
}
