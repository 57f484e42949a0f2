import { LogIn, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountView, ServerView } from '../../../../preload/contract/servers.ts';
import { useHost } from '../../../host/HostProvider.tsx';
import { useFormat } from '../../../i18n/format.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { useAction } from '../../feedback/useAction.ts';
import { PasteAddress } from './PasteAddress.tsx';

interface AccountLineProps {
  server: string;
  state: ServerView['state']['kind'];
  account: AccountView;
}

/** Who this app is at a server: one button to sign in, and everything that ends it. A browser opens only from here (AUT-2). */
export function AccountLine({ server, state, account }: AccountLineProps) {
  const { t } = useTranslation();
  const run = useAction();
  const noEncryption = useHost((host) => host.app.missing.encryption);
  const [keep, setKeep] = useState(false);
  const needed = state === 'needs-auth';
  // Most remote servers want no login: they get no line about one.
  if (!needed && !account.signedIn && !account.signingIn) return null;
  const signIn = () => void run('server.signIn', { name: server, ...(keep ? { remember: 'file' as const } : {}) });
  return (
    <section aria-label={t('account.title')} className="mt-3 rounded-md border border-line px-3 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1" aria-live="polite">
          <AccountText account={account} />
        </div>
        {account.signingIn ? (
          <>
            <Button size="sm" onClick={signIn}>
              {t('account.showAgain')}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => void run('server.cancelSignIn', { name: server })}>
              {t('account.cancel')}
            </Button>
          </>
        ) : (
          <>
            <Button size="sm" variant={needed ? 'primary' : 'secondary'} icon={<LogIn size={13} aria-hidden />} onClick={signIn}>
              {t(account.signedIn ? 'account.signInAgain' : 'account.signIn')}
            </Button>
            {account.signedIn && (
              <Button size="sm" variant="ghost" icon={<LogOut size={13} aria-hidden />} onClick={() => void run('server.signOut', { name: server })}>
                {t('account.signOut')}
              </Button>
            )}
          </>
        )}
      </div>
      {account.signingIn && <PasteAddress server={server} />}
      {!account.signingIn && !account.signedIn && noEncryption && (
        <Checkbox checked={keep} onChange={setKeep} className="mt-1.5 text-xs text-text-2">
          {t('account.keep')}
        </Checkbox>
      )}
    </section>
  );
}

function AccountText({ account }: { account: AccountView }) {
  const { t } = useTranslation();
  const { dayTime } = useFormat();
  if (account.signingIn) {
    return (
      <span className="flex items-center gap-2">
        <Spinner /> {t('account.waiting')}
      </span>
    );
  }
  if (!account.signedIn) return <>{t('account.signedOut')}</>;
  const { scopes = [], expiresAt, remember, issuer = '' } = account;
  const facts = [
    scopes.length > 0 && t('account.scopes', { scopes: scopes.join(', ') }),
    expiresAt !== undefined && t(expiresAt > Date.now() ? 'account.expires' : 'account.expired', { when: dayTime(expiresAt) }),
    remember && t(`account.remember.${remember}`),
  ].filter(Boolean);
  return (
    <>
      {t('account.signedIn', { issuer: issuer.replace(/^https?:\/\//, '') })}
      {facts.length > 0 && <span className="block text-xs text-text-3 [overflow-wrap:anywhere]">{facts.join(' · ')}</span>}
    </>
  );
}
