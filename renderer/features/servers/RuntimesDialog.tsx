import { useTranslation } from 'react-i18next';
import { useResource } from '../../host/resource.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { RuntimeList } from './RuntimeList.tsx';

const INPUT = {};
/** The runtime doctor (DIS-4): which programs servers would find, and how to get those that are missing. */
export function RuntimesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { data, error, loading, reload } = useResource('runtimes.check', INPUT);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('entry.runtimes.title')}
      description={t('entry.runtimes.body')}
      footer={
        <>
          <Button busy={loading} onClick={reload}>
            {t('entry.runtimes.again')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      {error && <ErrorNote error={error} live />}
      {!data && !error && (
        <p role="status" className="flex items-center gap-2 py-4 text-sm text-text-3">
          <Spinner /> {t('entry.runtimes.checking')}
        </p>
      )}
      {data && <RuntimeList runtimes={data.runtimes} />}
    </Dialog>
  );
}
