import { useTranslation } from 'react-i18next';
import type { SecretView } from '../../../preload/contract/entrySetup.ts';

/** Where each secret of an entry is kept (CFG-8): what was chosen stays visible. */
export function SecretsKept({ secrets }: { secrets: readonly SecretView[] }) {
  const { t } = useTranslation();
  return (
    <ul>
      {secrets.map(({ field, kept }) => (
        <li key={field}>
          <code className="code">{field}</code>{' '}
          <span className={kept === 'gone' ? 'text-xs text-warn' : 'text-xs text-text-3'}>{t(`entry.secrets.kept.${kept}`)}</span>
        </li>
      ))}
    </ul>
  );
}
