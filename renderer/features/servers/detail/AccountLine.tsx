import { LogIn, LogOut } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountView, ServerView } from '../../../../preload/contract/servers.ts';
import { useHost } from '../../../host/HostProvider.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { useAction } from '../../feedback/useAction.ts';
import { AccountFacts } from './AccountFacts.tsx';
import { ChangeScopes } from './ChangeScopes.tsx';
import { PasteAddress } from './PasteAddress.tsx';

interface AccountLineProps {
  server: string;
  state: ServerView['state']['kind'];
  account: AccountView;
}

/** Who this app is at a server: one button to sign in, and everything that changes or ends it. A browser opens only from here (AUT-2). */
export function AccountLine({ server, state, account }: AccountLineProps) {
  const { t } = useTranslation();
  const run = useAction();
  const noEncryption = useHost((host) => host.app.missing.encryption);
  const [keep, setKeep] = useState(false);
  const [changing, setChanging] = useState(false);
  const needed = state === 'needs-auth';
  const { signedIn, signingIn = false, scopes = [], missingScopes = [] } = account;
  // Most remote servers want no login: they get no line about one.
  if (!needed && !signedIn && !signingIn) return null;
  const signIn = (wanted?: readonly string[]) => {
    setChanging(false);
    void run('server.signIn', { name: server, ...(keep ? { remember: 'file' as const } : {}), ...(wanted ? { scopes: [...wanted] } : {}) });
  };
  return (
    <section aria-label={t('account.title')} className="mt-3 rounded-md border border-line px-3 py-2 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <div className="min-w-0 flex-1" aria-live="polite">
          <AccountFacts account={account} />
        </div>
        {signingIn ? (
          <>
            <Button size="sm" onClick={() => signIn()}>
              {t('account.showAgain')}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => void run('server.cancelSignIn', { name: server })}>
              {t('account.cancel')}
            </Button>
          </>
        ) : (
          <>
            <Button size="sm" variant={needed ? 'primary' : 'secondary'} icon={<LogIn size={13} aria-hidden />} onClick={() => signIn()}>
              {t(signedIn ? 'account.signInAgain' : 'account.signIn')}
            </Button>
            <Button size="sm" variant="ghost" aria-expanded={changing} onClick={() => setChanging(!changing)}>
              {t('account.changeScopes')}
            </Button>
            {signedIn && (
              <Button size="sm" variant="ghost" icon={<LogOut size={13} aria-hidden />} onClick={() => void run('server.signOut', { name: server })}>
                {t('account.signOut')}
              </Button>
            )}
          </>
        )}
      </div>
      {!signingIn && missingScopes.length > 0 && (
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-warn">
          <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">{t('account.missing', { scopes: missingScopes.join(', ') })}</p>
          <Button size="sm" onClick={() => signIn([...new Set([...scopes, ...missingScopes])])}>
            {t('account.addMissing')}
          </Button>
        </div>
      )}
      {changing && !signingIn && <ChangeScopes account={account} onSignIn={signIn} onCancel={() => setChanging(false)} />}
      {signingIn && <PasteAddress server={server} />}
      {!signingIn && !signedIn && noEncryption && (
        <Checkbox checked={keep} onChange={setKeep} className="mt-1.5 text-xs text-text-2">
          {t('account.keep')}
        </Checkbox>
      )}
    </section>
  );
}
