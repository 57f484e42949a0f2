import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputView } from '../../../preload/contract/entrySetup.ts';
import { useHost } from '../../host/HostProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field, type FieldControl } from '../../ui/Field.tsx';
import { SecretInput } from '../../ui/SecretInput.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { VisibleText } from '../../ui/text/VisibleText.tsx';
import { showToast } from '../feedback/toasts.ts';
import { useAction } from '../feedback/useAction.ts';
import { RememberChoice, useRemember } from '../settings/model/RememberChoice.tsx';

/** Asks what an entry asks for (`${input:id}`, CFG-4). A stored answer is replaced or kept, never shown. */
export function InputsDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { t } = useTranslation();
  const run = useAction();
  const inputs = useHost((host) => host.servers[name]?.inputs) ?? [];
  const keep = useRemember();
  const [values, setValues] = useState<Record<string, string>>({});
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const typed = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  const needed = inputs.filter(({ id, state }) => state === 'missing' && typed[id] === undefined);
  const waits = inputs.some(({ state }) => state === 'missing');

  const save = async () => {
    setTried(true);
    if (needed.length > 0) return;
    setBusy(true);
    const done = await run('server.setInputs', { name, values: typed, remember: keep.remember });
    setBusy(false);
    if (!done) return;
    showToast({ text: t('entry.inputs.saved', { name }) });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('entry.inputs.title', { name })}
      description={inputs.length > 0 ? t('entry.inputs.body') : t('entry.inputs.gone', { name })}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form="server-inputs" busy={busy} disabled={Object.keys(typed).length === 0 && !waits}>
            {t(waits ? 'entry.inputs.saveStart' : 'entry.inputs.save')}
          </Button>
        </>
      }
    >
      <form
        id="server-inputs"
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {inputs.map((input) => (
          <InputField
            key={input.id}
            input={input}
            value={values[input.id] ?? ''}
            onChange={(value) => setValues((before) => ({ ...before, [input.id]: value }))}
            missing={tried && needed.includes(input)}
          />
        ))}
        {Object.keys(typed).length > 0 && (
          <RememberChoice
            label={t('entry.secrets.title')}
            warning={t('entry.secrets.noEncryption')}
            noEncryption={keep.noEncryption}
            value={keep.remember}
            onChange={keep.setRemember}
          />
        )}
      </form>
    </Dialog>
  );
}

interface InputFieldProps {
  input: InputView;
  value: string;
  onChange: (value: string) => void;
  missing: boolean;
}

function InputField({ input, value, onChange, missing }: InputFieldProps) {
  const { t } = useTranslation();
  const [kept, setKept] = useState(input.state === 'answered');
  const { id, description, password, options, state, default: fallback } = input;
  const help =
    state === 'answered'
      ? t('entry.inputs.answered')
      : state === 'default'
        ? fallback === undefined
          ? t('entry.inputs.noDefault')
          : t('entry.inputs.default', { value: fallback })
        : description
          ? undefined
          : t('entry.inputs.undescribed');
  const control = (field: FieldControl) => {
    if (options && !kept) {
      return (
        <Select
          id={field.id}
          className="w-full"
          value={value}
          onChange={onChange}
          options={[{ value: '', label: t('form.choose') }, ...options.map((option) => ({ value: option, label: option }))]}
        />
      );
    }
    if (!password && !kept) return <TextInput control={field} value={value} placeholder={fallback} onChange={onChange} />;
    return (
      <SecretInput
        control={field}
        value={value}
        kept={kept}
        onChange={onChange}
        onKept={(next) => {
          setKept(next);
          onChange('');
        }}
      />
    );
  };
  return (
    <Field
      label={<VisibleText text={description ?? id} />}
      aside={description && <code className="code text-xs text-text-3">{id}</code>}
      help={help}
      error={missing && t('entry.inputs.needed')}
    >
      {control}
    </Field>
  );
}
