import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorInfo } from '../../../../preload/contract/errors.ts';
import { useHost, useInvoke } from '../../../host/HostProvider.tsx';
import { selectServers } from '../../../host/selectors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { showToast } from '../../feedback/toasts.ts';
import { go } from '../../shell/nav.ts';
import type { EditorTarget } from '../dialogs.ts';
import { checkForm, type DraftForm, emptyForm, fromDraft, toDraft } from './draft.ts';
import { EditorForm } from './EditorForm.tsx';
import { TestPanel } from './TestPanel.tsx';
import { useTest } from './useTest.ts';

/** Adds or edits one entry. */
export function ServerEditor({ target, onClose }: { target: EditorTarget; onClose: () => void }) {
  const { t } = useTranslation();
  const invoke = useInvoke();
  const replaces = target.mode === 'edit' ? target.name : undefined;
  const names = useHost(selectServers)
    .map((server) => server.name)
    .filter((name) => name !== replaces);
  const hasProject = useHost((host) => host.project.folder !== undefined);
  const [form, setForm] = useState<DraftForm | undefined>(replaces === undefined ? emptyForm : undefined);
  const [error, setError] = useState<ErrorInfo>();
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const test = useTest();

  useEffect(() => {
    if (replaces === undefined) return;
    let current = true;
    void invoke('server.draft', { name: replaces }).then((outcome) => {
      if (!current) return;
      if (outcome.ok) setForm(fromDraft(outcome.value.draft));
      else setError(outcome.error);
    });
    return () => {
      current = false;
    };
  }, [invoke, replaces]);

  const problems = form ? checkForm(form, names) : {};
  const blocked = Object.keys(problems).length > 0;
  const request = () => form && { draft: toDraft(form), ...(replaces === undefined ? {} : { replaces }) };
  const save = async () => {
    setTried(true);
    const input = request();
    if (!input || blocked) return;
    setSaving(true);
    const outcome = await invoke('server.save', input);
    setSaving(false);
    if (!outcome.ok) return setError(outcome.error);
    showToast({ text: t('servers.editor.saved', { name: input.draft.name }) });
    go({ page: 'servers', name: input.draft.name });
    onClose();
  };
  const runTest = () => {
    setTried(true);
    const input = request();
    if (input && !blocked) void test.run(input);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={replaces === undefined ? t('servers.editor.addTitle') : t('servers.editor.editTitle', { name: replaces })}
      footer={
        <>
          <Button busy={test.running} disabled={!form} onClick={runTest} className="mr-auto" title={t('servers.editor.testHelp')}>
            {t(test.running ? 'servers.editor.testing' : 'servers.editor.test')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" busy={saving} disabled={!form} onClick={() => void save()}>
            {t('servers.editor.save')}
          </Button>
        </>
      }
    >
      {error && <ErrorNote error={error} live className="mb-4" />}
      {form ? (
        <EditorForm form={form} onChange={setForm} problems={tried ? problems : {}} hasProject={hasProject} />
      ) : (
        !error && (
          <p className="flex items-center gap-2 py-6 text-sm text-text-3">
            <Spinner /> {t('servers.editor.loading')}
          </p>
        )
      )}
      <TestPanel test={test} />
    </Dialog>
  );
}
