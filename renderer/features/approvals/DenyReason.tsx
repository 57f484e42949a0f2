import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextInput } from '../../ui/TextInput.tsx';

/** A denial with a word for the model, so that it can try something better. */
export function DenyReason({ onSend, onCancel }: { onSend: (reason: string) => void; onCancel: () => void }) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  return (
    <form
      className="flex shrink-0 items-end gap-2 border-t border-line bg-well px-4 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (reason.trim()) onSend(reason.trim());
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onCancel();
      }}
    >
      <Field label={t('approvals.denyReason')} className="flex-1">
        {(control) => (
          <TextInput
            autoFocus
            control={control}
            value={reason}
            maxLength={2000}
            placeholder={t('approvals.denyReasonPlaceholder')}
            onChange={setReason}
          />
        )}
      </Field>
      <Button variant="ghost" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" variant="primary" disabled={!reason.trim()}>
        {t('approvals.denySend')}
      </Button>
    </form>
  );
}
