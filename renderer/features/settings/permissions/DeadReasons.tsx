import { useTranslation } from 'react-i18next';
import type { DeadReason } from '../../../../preload/contract/permissions.ts';

/** Why a rule can never match, in the user's language. */
export function DeadReasons({ reasons }: { reasons: readonly DeadReason[] }) {
  const { t } = useTranslation();
  return (
    <ul>
      {reasons.map(({ code, params = {} }) => (
        <li key={code + JSON.stringify(params)} className="[overflow-wrap:anywhere]">
          {t(`rules.dead.${code}`, { reason: '', value: '', path: '', rule: '', ...params })}
        </li>
      ))}
    </ul>
  );
}
