import { KeyRound, Pencil } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ServerView } from '../../../../preload/contract/servers.ts';
import { Button } from '../../../ui/Button.tsx';
import { useServerDialogs } from '../dialogs.ts';
import { stateError } from '../ServerState.tsx';

/** A fixed Authorization header that the server does not take: it is the entry's to mend, and never a reason to sign in (AUT-4). */
export function FixedHeader({ server }: { server: ServerView }) {
  const { t } = useTranslation();
  const dialogs = useServerDialogs();
  const header = server.headerNames.find((name) => name.toLowerCase() === 'authorization');
  const code = stateError(server.state)?.code;
  if (header === undefined || (code !== 'auth.refused' && code !== 'auth.required')) return null;
  return (
    <section
      aria-label={t('account.title')}
      className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-md border border-line px-3 py-2 text-sm"
    >
      <KeyRound size={15} className="shrink-0 text-warn" aria-hidden />
      <p className="min-w-0 flex-1">{t('account.fixedRefused', { header })}</p>
      {server.level !== 'file' && (
        <Button size="sm" icon={<Pencil size={13} aria-hidden />} onClick={() => dialogs.edit(server.name)}>
          {t('account.editHeader')}
        </Button>
      )}
    </section>
  );
}
