import { Autocomplete } from '@base-ui/react/autocomplete';
import { ChevronsUpDown, ListRestart } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { Field } from '../../../ui/Field.tsx';
import { controlProps } from '../../../ui/TextInput.tsx';
import type { ProviderTest } from './useProviderTest.ts';

interface ModelFieldProps {
  model: string;
  example: string | undefined;
  test: ProviderTest;
  onChange: (model: string) => void;
}

/** The model's name: free text, with the provider's own list to choose from once it was fetched. */
export function ModelField({ model, example, test, onChange }: ModelFieldProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<string>();
  const models = test.result?.models ?? [];
  const commit = (value: string) => {
    setDraft(undefined);
    if (value.trim() !== model) onChange(value.trim());
  };
  return (
    <Field label={t('settings.model.model')} {...(models.length > 0 ? { help: t('settings.model.fetched', { count: models.length }) } : {})}>
      {(control) => (
        <div className="flex gap-2">
          <Autocomplete.Root
            items={models}
            value={draft ?? model}
            onValueChange={(value, details) => (details.reason === 'item-press' ? commit(value) : setDraft(value))}
            openOnInputClick
          >
            <div className="relative min-w-0 flex-1">
              <Autocomplete.Input
                {...controlProps(control)}
                placeholder={example ?? t('settings.model.modelPlaceholder')}
                spellCheck={false}
                onBlur={() => draft !== undefined && commit(draft)}
                className="h-[30px] w-full rounded-sm border border-line-input bg-ground px-2.5 pr-8 font-mono text-xs focus-visible:border-focus focus-visible:outline-offset-0"
              />
              {models.length > 0 && <ChevronsUpDown size={13} className="pointer-events-none absolute top-[9px] right-2.5 text-text-3" aria-hidden />}
            </div>
            {models.length > 0 && (
              <Autocomplete.Portal>
                <Autocomplete.Positioner sideOffset={4} className="z-50">
                  <Autocomplete.Popup className="pop max-h-[min(300px,var(--available-height))] w-[var(--anchor-width)] overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-2">
                    <Autocomplete.Empty className="px-2 py-1.5 text-xs text-text-3 empty:hidden">{t('settings.model.noModels')}</Autocomplete.Empty>
                    <Autocomplete.List>
                      {(name: string) => (
                        <Autocomplete.Item
                          key={name}
                          value={name}
                          className="code rounded-sm px-2 py-1 outline-none select-none data-highlighted:bg-hover"
                        >
                          {name}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.List>
                  </Autocomplete.Popup>
                </Autocomplete.Positioner>
              </Autocomplete.Portal>
            )}
          </Autocomplete.Root>
          <Button busy={test.running} icon={<ListRestart size={14} aria-hidden />} onClick={() => void test.run()}>
            {t('settings.model.fetch')}
          </Button>
        </div>
      )}
    </Field>
  );
}
