import { useTranslation } from 'react-i18next';
import { useHost } from '../../host/HostProvider.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { showToast } from '../feedback/toasts.ts';
import { go, useNav } from '../shell/nav.ts';
import { useServerDialogs } from './dialogs.ts';
import { ExportDialog } from './ExportDialog.tsx';
import { ServerEditor } from './editor/ServerEditor.tsx';
import { InputsDialog } from './InputsDialog.tsx';
import { ImportDialog } from './importer/ImportDialog.tsx';
import { RuntimesDialog } from './RuntimesDialog.tsx';
import { TrustDialog } from './TrustDialog.tsx';
import { useServerActions } from './useServerActions.ts';

/** The dialogs about servers; they hang on the shell, so that every page can open them. */
export function ServerDialogs() {
  const { editor, importer, removing, inputs, exporting, programs, close } = useServerDialogs();
  const trust = useHost((host) => host.project.trust);
  return (
    <>
      {editor && <ServerEditor key={editor.mode === 'edit' ? editor.name : ''} target={editor} onClose={close} />}
      {importer && <ImportDialog tab={importer} onClose={close} />}
      {inputs !== undefined && <InputsDialog key={inputs} name={inputs} onClose={close} />}
      {exporting && <ExportDialog onClose={close} />}
      {programs && <RuntimesDialog onClose={close} />}
      <RemoveServer name={removing} onClose={close} />
      {trust && <TrustDialog request={trust} />}
    </>
  );
}

function RemoveServer({ name, onClose }: { name: string | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const actions = useServerActions();
  const file = useHost((host) => (name ? host.servers[name]?.file : undefined));
  return (
    <ConfirmDialog
      open={name !== undefined}
      onClose={onClose}
      danger
      title={t('servers.removeTitle', { name: name ?? '' })}
      confirm={t('common.remove')}
      onConfirm={() => {
        if (!name) return;
        void actions.remove(name).then((done) => {
          if (!done) return;
          showToast({ text: t('servers.editor.removed', { name }) });
          const { place } = useNav.getState();
          if (place.page === 'servers' && place.name === name) go({ page: 'servers' });
        });
      }}
    >
      {t('servers.removeBody', { file: file ?? '' })}
    </ConfirmDialog>
  );
}
