import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorInfo } from '../../../../preload/contract/errors.ts';
import { useHost, useInvoke } from '../../../host/HostProvider.tsx';
import { useResource } from '../../../host/resource.ts';
import { selectServers } from '../../../host/selectors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorNote } from '../../../ui/ErrorNote.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { TextArea } from '../../../ui/TextInput.tsx';
import { showToast } from '../../feedback/toasts.ts';
import { useSettled } from '../../feedback/useSettled.ts';
import { RememberChoice, useRemember } from '../../settings/model/RememberChoice.tsx';
import { CandidateTable } from './CandidateTable.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { type Choice, candidateKey, countImported, nameProblems, startChoices, toApplied } from './choices.ts';

type Tab = 'found' | 'paste';

/** Servers of other apps, or pasted: always a preview first, nothing is started before the person agrees (CFG-7). */
export function ImportDialog({ tab: first, onClose }: { tab: Tab; onClose: () => void }) {
  const { t } = useTranslation();
  const invoke = useInvoke();
  const existing = useHost(selectServers);
  const [tab, setTab] = useState<Tab>(first);
  const chosen = useRef(false);
  const [text, setText] = useState('');
  const [touched, setTouched] = useState<Record<string, Choice>>({});
  const [error, setError] = useState<ErrorInfo>();
  const [busy, setBusy] = useState(false);
  const pasted = useSettled(text).trim();
  const idle = tab === 'paste' && pasted === '';
  const input = useMemo(() => (tab === 'paste' ? { text: pasted || '{}' } : {}), [tab, pasted]);
  const preview = useResource('servers.importPreview', input);
  const nothingFound = tab === 'found' && preview.data !== undefined && preview.data.candidates.length + preview.data.errors.length === 0;
  // Nothing to choose from: the place to paste is what is left, unless the person came back to this one.
  useEffect(() => {
    if (nothingFound && !chosen.current) setTab('paste');
  }, [nothingFound]);
  const candidates = idle ? [] : (preview.data?.candidates ?? []);
  const choices = useMemo(
    () => ({
      ...startChoices(
        candidates,
        existing.map((server) => server.name),
      ),
      ...touched,
    }),
    [candidates, existing, touched],
  );
  const applied = toApplied(candidates, choices);
  const count = countImported(applied);
  const problems = nameProblems(
    candidates,
    choices,
    existing.map((server) => server.name),
  );
  const blocked = Object.keys(problems).length > 0;
  const keep = useRemember();
  const secrets = candidates.some((candidate) => {
    const choice = choices[candidateKey(candidate)];
    return candidate.secretFields !== undefined && choice?.selected && choice.action !== 'keep';
  });

  const apply = async () => {
    setBusy(true);
    const outcome = await invoke('servers.importApply', {
      ...(tab === 'paste' ? { text: pasted } : {}),
      choices: applied,
      ...(secrets ? { remember: keep.remember } : {}),
    });
    setBusy(false);
    if (!outcome.ok) return setError(outcome.error);
    showToast({ text: t('servers.importer.done', { count: outcome.value.added.length }) });
    onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t('servers.importer.title')}
      description={t('servers.importer.note')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" busy={busy} disabled={count === 0 || blocked} onClick={() => void apply()}>
            {count === 0 ? t('servers.importer.applyNone') : t('servers.importer.apply', { count })}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <Segmented<Tab>
          label={t('servers.importer.title')}
          value={tab}
          onChange={(next) => {
            chosen.current = true;
            setTab(next);
          }}
          options={[
            { value: 'found', label: t('servers.importer.found') },
            { value: 'paste', label: t('servers.importer.paste') },
          ]}
        />
        {tab === 'paste' && (
          <Field label={t('servers.importer.pasteLabel')} help={t('servers.importer.pasteHelp')} aside={<ChooseFile onText={setText} />}>
            {(control) => (
              <TextArea
                control={control}
                mono
                rows={candidates.length > 0 ? 5 : 9}
                value={text}
                placeholder={t('servers.importer.pastePlaceholder')}
                onChange={setText}
                className="resize-y"
              />
            )}
          </Field>
        )}
        {error && <ErrorNote error={error} live />}
        {preview.error && <ErrorNote error={preview.error} />}
        {!idle && preview.data?.errors.map((problem) => <ErrorNote key={problem.message} error={problem} />)}
        {candidates.length > 0 && (
          <CandidateTable
            candidates={candidates}
            choices={choices}
            problems={problems}
            onChoose={(key, choice) => setTouched({ ...touched, [key]: choice })}
          />
        )}
        {secrets && (
          <section className="space-y-1.5" aria-label={t('entry.secrets.title')}>
            <h3 className="text-sm font-medium">{t('entry.secrets.title')}</h3>
            <RememberChoice
              label={t('entry.secrets.title')}
              warning={t('entry.secrets.noEncryption')}
              noEncryption={keep.noEncryption}
              value={keep.remember}
              onChange={keep.setRemember}
            />
          </section>
        )}
        {!idle && candidates.length === 0 && (
          <p role="status" className="flex items-center gap-2 text-sm text-text-3">
            {preview.loading ? (
              <>
                <Spinner /> {t(tab === 'found' ? 'servers.importer.searching' : 'common.loading')}
              </>
            ) : (
              t(tab === 'found' ? 'servers.importer.nothingFound' : 'servers.importer.nothingParsed')
            )}
          </p>
        )}
      </div>
    </Dialog>
  );
}
