import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountView } from '../../../../preload/contract/servers.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';

interface ChangeScopesProps {
  account: AccountView;
  onSignIn: (scopes: readonly string[]) => void;
  onCancel: () => void;
}

/** Chooses the rights of the next sign-in: those the login server names, those held, and any other by name. */
export function ChangeScopes({ account, onSignIn, onCancel }: ChangeScopesProps) {
  const { t } = useTranslation();
  const { scopes = [], offeredScopes = [], missingScopes = [] } = account;
  const known = [...new Set([...scopes, ...missingScopes, ...offeredScopes])];
  const [chosen, setChosen] = useState<readonly string[]>([...scopes, ...missingScopes]);
  const [others, setOthers] = useState('');
  const id = useId();
  const named = others.split(/[\s,]+/).filter(Boolean);
  const wanted = [...new Set([...chosen, ...named])];
  const toggle = (scope: string, on: boolean) => setChosen(on ? [...chosen, scope] : chosen.filter((other) => other !== scope));
  return (
    <form
      className="mt-2 border-t border-line pt-2"
      onSubmit={(event) => {
        event.preventDefault();
        onSignIn(wanted);
      }}
    >
      <fieldset>
        <legend className="text-xs text-text-2">{t(known.length > 0 ? 'account.chooseScopes' : 'account.unknownScopes')}</legend>
        <div className="mt-1 flex flex-wrap gap-x-4 gap-y-1">
          {known.map((scope) => (
            <Checkbox key={scope} checked={chosen.includes(scope)} onChange={(on) => toggle(scope, on)}>
              <code className="code">{scope}</code>
            </Checkbox>
          ))}
        </div>
      </fieldset>
      <div className="mt-2 flex flex-wrap items-end gap-2">
        <div className="min-w-48 flex-1">
          <label htmlFor={id} className="mb-1 block text-xs text-text-2">
            {t('account.otherScopes')}
          </label>
          <TextInput id={id} mono value={others} onChange={setOthers} />
        </div>
        <Button type="submit" variant="primary" disabled={wanted.length === 0}>
          {t('account.signInWith')}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          {t('account.cancel')}
        </Button>
      </div>
    </form>
  );
}
