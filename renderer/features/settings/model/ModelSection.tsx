import { useTranslation } from 'react-i18next';
import { ProviderKind } from '../../../../preload/contract/settings.ts';
import { ChoiceCards } from '../../../ui/ChoiceCards.tsx';
import { CommitArea, CommitInput } from '../../../ui/CommitInput.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Group, Intro } from '../Section.tsx';
import { useSettings } from '../useSettings.ts';
import { ApiKeyField } from './ApiKeyField.tsx';
import { ModelField } from './ModelField.tsx';
import { PresetChips } from './PresetChips.tsx';
import { presetOf } from './presets.ts';
import { TestRow } from './TestRow.tsx';
import { TokenField } from './TokenField.tsx';
import { useProviderTest } from './useProviderTest.ts';

/** Which model answers, where it lives, and the key to it. */
export function ModelSection() {
  const { t } = useTranslation();
  const { settings, update } = useSettings();
  const { provider, agent } = settings;
  const test = useProviderTest();
  const online = provider.kind !== 'offline';
  const preset = presetOf(provider.baseUrl);
  return (
    <>
      <Intro>{t('settings.model.intro')}</Intro>
      <Group title={t('settings.model.kind')}>
        <ChoiceCards
          label={t('settings.model.kind')}
          columns={2}
          value={provider.kind}
          options={ProviderKind.options.map((kind) => ({
            value: kind,
            label: t(`settings.model.kinds.${kind}`),
            help: t(`settings.model.kindHelp.${kind}`),
          }))}
          onChange={(kind) => void update({ provider: { kind, ...(kind === 'openai-compatible' ? {} : { baseUrl: '' }), model: '' } })}
        />
      </Group>
      {online && (
        <div className="mt-6 space-y-5">
          {provider.kind === 'openai-compatible' && (
            <PresetChips current={preset?.id} onChoose={(next) => void update({ provider: { baseUrl: next.baseUrl, model: '' } })} />
          )}
          <Field label={t('settings.model.baseUrl')} help={t('settings.model.baseUrlHelp')}>
            {(control) => (
              <CommitInput
                control={control}
                mono
                inputMode="url"
                placeholder="https://…/v1"
                value={provider.baseUrl}
                onCommit={(baseUrl) => void update({ provider: { baseUrl: baseUrl.trim() } })}
              />
            )}
          </Field>
          <ApiKeyField />
          <ModelField model={provider.model} example={preset?.example} test={test} onChange={(model) => void update({ provider: { model } })} />
          <TestRow test={test} />
          <div className="grid gap-5 sm:grid-cols-2">
            <TokenField
              label={t('settings.model.maxOutput')}
              value={provider.maxOutputTokens}
              onChange={(maxOutputTokens) => void update({ provider: { maxOutputTokens } })}
            />
            <TokenField
              label={t('settings.model.context')}
              help={t('settings.model.contextHelp')}
              value={provider.contextTokens}
              onChange={(contextTokens) => void update({ provider: { contextTokens } })}
            />
          </div>
        </div>
      )}
      {online && (
        <Group title={t('settings.model.systemPrompt')} help={t('settings.model.systemPromptHelp')}>
          <CommitArea
            aria-label={t('settings.model.systemPrompt')}
            rows={5}
            className="resize-y"
            value={agent.systemPrompt}
            onCommit={(systemPrompt) => void update({ agent: { systemPrompt } })}
          />
        </Group>
      )}
    </>
  );
}
