import { Copy, FolderDown } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { useResource } from '../../host/resource.ts';
import { selectServers } from '../../host/selectors.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { copyText } from '../../ui/copyText.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { showToast } from '../feedback/toasts.ts';
import { useAction } from '../feedback/useAction.ts';

/** The chosen servers in the common form, without secrets, to copy or to save (CFG-7). */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const run = useAction();
  // An editor's link is no entry that another app could use.
  const all = useHost(selectServers).filter((server) => server.editor === undefined);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const names = all.map((server) => server.name).filter((name) => !left.has(name));
  const key = names.join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for the names
  const input = useMemo(() => ({ names }), [key]);
  const { data, error } = useResource('servers.export', input);
  const text = data?.text ?? '';
  const none = names.length === 0;

  const copy = async () => {
    if (await copyText(text)) showToast({ text: t('entry.export.copied') });
  };
  const save = async () => {
    const done = await run('servers.exportSave', { names });
    if (done?.file !== undefined) showToast({ text: t('entry.export.saved', { file: done.file }) });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t('entry.export.title')}
      description={t('entry.export.body')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button icon={<FolderDown size={14} aria-hidden />} disabled={none} onClick={() => void save()}>
            {t('entry.export.save')}
          </Button>
          <Button variant="primary" icon={<Copy size={14} aria-hidden />} disabled={none || !data} onClick={() => void copy()}>
            {t('entry.export.copy')}
          </Button>
        </>
      }
    >
      <fieldset className="mb-3">
        <legend className="mb-1 text-sm font-medium">{t('entry.export.choose')}</legend>
        <div className="flex flex-wrap gap-x-5">
          {all.map(({ name }) => (
            <Checkbox
              key={name}
              checked={!left.has(name)}
              onChange={(chosen) => setLeft(new Set(chosen ? [...left].filter((other) => other !== name) : [...left, name]))}
            >
              {name}
            </Checkbox>
          ))}
        </div>
      </fieldset>
      {error && <ErrorNote error={error} live />}
      {none ? (
        <p role="status" className="text-sm text-text-3">
          {t('entry.export.none')}
        </p>
      ) : (
        // A region that scrolls must be reached by the keyboard.
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
        <section aria-label={t('entry.export.text')} tabIndex={0} className="max-h-[44vh] overflow-auto rounded-md border border-line bg-well">
          <pre className="code px-3 py-2.5 select-text">{text}</pre>
        </section>
      )}
    </Dialog>
  );
}
