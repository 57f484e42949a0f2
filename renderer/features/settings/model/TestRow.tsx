import { PlugZap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import type { ProviderTest } from './useProviderTest.ts';

export function TestRow({ test }: { test: ProviderTest }) {
  const { t } = useTranslation();
  return (
    <div className="space-y-2.5" aria-live="polite">
      <Button busy={test.running} icon={<PlugZap size={14} aria-hidden />} onClick={() => void test.run()}>
        {t(test.running ? 'settings.model.testing' : 'settings.model.test')}
      </Button>
      {test.error && <ErrorNote error={test.error} />}
      {test.result && (
        <Callout tone={test.result.ok ? 'ok' : 'bad'} title={t(test.result.ok ? 'settings.model.testOk' : 'settings.model.testFailed')}>
          {test.result.detail}
        </Callout>
      )}
    </div>
  );
}
