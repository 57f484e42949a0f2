import { useTranslation } from 'react-i18next';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { CommitArea, CommitInput } from '../../ui/CommitInput.tsx';
import { Field } from '../../ui/Field.tsx';
import { Group } from './Section.tsx';
import { useSettings } from './useSettings.ts';

/** How remote servers are reached (TRN-8). */
export function NetworkGroup() {
  const { t } = useTranslation();
  const { settings, update } = useSettings();
  const { network } = settings;
  return (
    <Group title={t('settings.mcp.network')} help={t('settings.mcp.networkHelp')}>
      <div className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t('settings.mcp.proxy')}>
            {(control) => (
              <CommitInput
                control={control}
                mono
                placeholder="http://127.0.0.1:7890"
                value={network.proxy}
                onCommit={(proxy) => void update({ network: { proxy: proxy.trim() } })}
              />
            )}
          </Field>
          <Field label={t('settings.mcp.noProxy')} help={t('settings.mcp.noProxyHelp')}>
            {(control) => (
              <CommitInput
                control={control}
                mono
                placeholder="localhost, .example.org"
                value={network.noProxy}
                onCommit={(noProxy) => void update({ network: { noProxy: noProxy.trim() } })}
              />
            )}
          </Field>
        </div>
        <Field label={t('settings.mcp.caFiles')} help={t('settings.mcp.caFilesHelp')}>
          {(control) => (
            <CommitArea
              control={control}
              mono
              rows={2}
              value={network.caFiles.join('\n')}
              onCommit={(text) => {
                const caFiles = text.split('\n').map((line) => line.trim());
                void update({ network: { caFiles: caFiles.filter(Boolean) } });
              }}
            />
          )}
        </Field>
        <Checkbox checked={network.systemCa} onChange={(systemCa) => void update({ network: { systemCa } })}>
          {t('settings.mcp.systemCa')}
        </Checkbox>
      </div>
    </Group>
  );
}
