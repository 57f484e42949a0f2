import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMirrorControl, useMirrorStatus } from '../../host/HostProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Mark } from './Mark.tsx';

/** Waits for the first snapshot; after that the window keeps its last copy even while it asks again. */
export function Gate({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  const { ready, status, error } = useMirrorStatus();
  const { refresh } = useMirrorControl();
  if (ready) return children;
  return (
    <main className="flex h-full flex-col items-center justify-center gap-4 bg-frame">
      {status === 'failed' && error ? (
        <EmptyState art={<Mark size={36} />} title={t('shell.gate.failedTitle')} actions={<Button onClick={refresh}>{t('common.retry')}</Button>}>
          <ErrorNote error={error} live className="text-start" />
        </EmptyState>
      ) : (
        <>
          <Mark size={36} className="text-accent" />
          <p role="status" className="flex items-center gap-2 text-sm text-text-3">
            <Spinner /> {t('shell.gate.starting')}
          </p>
        </>
      )}
    </main>
  );
}

/** The page without the app around it. */
export function NoBridge() {
  const { t } = useTranslation();
  return (
    <main className="flex h-full items-center justify-center bg-frame">
      <EmptyState art={<Mark size={36} />} title={t('shell.gate.noBridge')}>
        {t('shell.gate.noBridgeBody')}
      </EmptyState>
    </main>
  );
}
