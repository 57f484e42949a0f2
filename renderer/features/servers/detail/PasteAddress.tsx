import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { TextInput } from '../../../ui/TextInput.tsx';
import { useAction } from '../../feedback/useAction.ts';

/** For a browser that cannot reach this app, on another machine or behind a filter: its last address does as well. */
export function PasteAddress({ server }: { server: string }) {
  const { t } = useTranslation();
  const run = useAction();
  const [address, setAddress] = useState('');
  const id = useId();
  return (
    <form
      className="mt-2 flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void run('server.pasteCallback', { name: server, address });
      }}
    >
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="mb-1 block text-xs text-text-2">
          {t('account.paste')}
        </label>
        <TextInput id={id} mono value={address} onChange={setAddress} placeholder="http://127.0.0.1:…/callback?…" />
      </div>
      <Button type="submit" disabled={address.trim() === ''}>
        {t('account.pasteDone')}
      </Button>
    </form>
  );
}
