import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecretView } from '../../../../preload/contract/entrySetup.ts';
import type { ErrorInfo } from '../../../../preload/contract/errors.ts';
import { useHost, useInvoke } from '../../../host/HostProvider.tsx';
import { selectServers } from '../../../host/selectors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { showToast } from '../../feedback/toasts.ts';
import { RememberChoice, useRemember } from '../../settings/model/RememberChoice.tsx';
import { go } from '../../shell/nav.ts';
import type { EditorTarget } from '../dialogs.ts';
import { checkForm, type DraftForm, emptyForm, fromDraft, hasTypedValues, toDraft } from './draft.ts';
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
  const kept = useHost((host) => (replaces === undefined ? undefined : host.servers[replaces]?.secrets));
  const keep = useRemember();
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
  const typed = form !== undefined && hasTypedValues(form);
  const blocked = Object.keys(problems).length > 0;
  const request = () => form && { draft: toDraft(form), ...(replaces === undefined ? {} : { replaces }) };
  const save = async () => {
    setTried(true);
    const input = request();
    if (!input || blocked) return showProblem();
    setSaving(true);
    const outcome = await invoke('server.save', { ...input, ...(typed ? { remember: keep.remember } : {}) });
    setSaving(false);
    if (!outcome.ok) return setError(outcome.error);
    showToast({ text: t('servers.editor.saved', { name: input.draft.name }) });
    go({ page: 'servers', name: input.draft.name });
    onClose();
  };
  const runTest = () => {
    setTried(true);
    const input = request();
    if (!input || blocked) return showProblem();
    void test.run(input);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={replaces === undefined ? t('servers.editor.addTitle') : t('servers.editor.editTitle', { name: replaces })}
      footer={
        <>
          <span className="mr-auto flex items-center gap-2">
            <Button busy={test.running} disabled={!form} onClick={runTest} title={t('servers.editor.testHelp')}>
              {t(test.running ? 'servers.editor.testing' : 'servers.editor.test')}
            </Button>
            {test.running && (
              <Button variant="ghost" onClick={test.cancel}>
                {t('entry.test.cancel')}
              </Button>
            )}
          </span>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" busy={saving} disabled={!form} onClick={() => void save()}>
            {t('servers.editor.save')}
          </Button>
        </>
      }
    >
      {error && <ErrorNote error={error} live className="mb-4" />}
      {form ? (
        <EditorForm form={form} onChange={setForm} problems={tried ? problems : {}} hasProject={hasProject} kept={placesOf(kept)} />
      ) : (
        !error && (
          <p className="flex items-center gap-2 py-6 text-sm text-text-3">
            <Spinner /> {t('servers.editor.loading')}
          </p>
        )
      )}
      {typed && (
        <section className="mt-4 space-y-1.5" aria-label={t('entry.secrets.title')}>
          <h3 className="text-sm font-medium">{t('entry.secrets.title')}</h3>
          <p className="text-xs text-pretty text-text-3">{t('entry.secrets.body')}</p>
          <RememberChoice
            label={t('entry.secrets.title')}
            warning={t('entry.secrets.noEncryption')}
            noEncryption={keep.noEncryption}
            value={keep.remember}
            onChange={keep.setRemember}
          />
        </section>
      )}
      <TestPanel test={test} />
    </Dialog>
  );
}

/** Goes to the first field that must be corrected: it may be out of sight, and then the button would seem dead. */
const showProblem = (): void => void requestAnimationFrame(() => document.querySelector<HTMLElement>('[role=dialog] [aria-invalid=true]')?.focus());

const placesOf = (secrets: readonly SecretView[] | undefined): Record<string, SecretView['kept']> =>
  Object.fromEntries((secrets ?? []).map(({ field, kept }) => [field, kept]));
