import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { RuleScope, RuleView } from '../../../../preload/contract/permissions.ts';
import { useHost } from '../../../host/HostProvider.tsx';
import { selectConversations } from '../../../host/selectors.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Spinner } from '../../../ui/Spinner.tsx';
import { TextArea } from '../../../ui/TextInput.tsx';
import { showToast } from '../../feedback/toasts.ts';
import { useAction } from '../../feedback/useAction.ts';
import { ExpiryField } from './ExpiryField.tsx';
import { RuleForm } from './RuleForm.tsx';
import { RuleReportView } from './RuleReportView.tsx';
import { useRuleDraft } from './useRuleDraft.ts';

interface RuleEditorProps {
  /** The rule to edit; a new one when absent. */
  rule?: RuleView;
  onClose: () => void;
  onSaved: () => void;
}

const EFFECTS = ['allow', 'ask', 'deny'] as const;

/** A rule as text and as a form beside each other, with what it would mean (PER-3). */
export function RuleEditor({ rule, onClose, onSaved }: RuleEditorProps) {
  const { t } = useTranslation();
  const run = useAction();
  const state = useRuleDraft(rule);
  const { draft, report, pending } = state;
  const formId = useId();
  const save = async () => {
    if (!(await run('permissions.saveRule', { draft: state.full }))) return;
    showToast({ text: t('rules.saved') });
    onSaved();
  };
  return (
    <Dialog
      open
      size="xl"
      title={t(rule ? 'rules.editTitle' : 'rules.addTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={formId} disabled={!report || report.problem !== undefined}>
            {t('rules.save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="@container"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="grid gap-5 @2xl:grid-cols-2">
          <div className="min-w-0 space-y-4">
            <Segmented
              label={t('rules.effect')}
              value={draft.effect}
              onChange={(effect) => state.change({ effect })}
              options={EFFECTS.map((effect) => ({ value: effect, label: t(`rules.effectOption.${effect}`) }))}
            />
            <Field label={t('rules.text')} help={t('rules.textHelp')}>
              {(control) => <TextArea mono control={control} rows={3} value={state.text} onChange={state.writeText} />}
            </Field>
            <Scope scope={draft.scope} onChange={(scope) => state.change({ scope })} />
            <ExpiryField expiresAt={draft.expiresAt} onChange={(expiresAt) => state.change({ expiresAt })} />
          </div>
          <section aria-label={t('rules.form')} className="min-w-0">
            <RuleForm names={state.names} onChange={state.writeNames} />
          </section>
        </div>
        <div className="mt-5 min-h-24 border-t border-line pt-4" aria-busy={pending}>
          {report ? <RuleReportView report={report} /> : <Spinner />}
        </div>
      </form>
    </Dialog>
  );
}

/** Where the rule holds: everywhere, in the open project, or in one conversation. */
function Scope({ scope, onChange }: { scope: RuleScope; onChange: (scope: RuleScope) => void }) {
  const { t } = useTranslation();
  const folder = useHost((host) => host.project.folder);
  const conversations = useHost(selectConversations);
  const [first] = conversations;
  const kinds = (['always', 'project', 'conversation'] as const).filter(
    (kind) => kind === 'always' || kind === scope.kind || (kind === 'project' ? folder !== undefined : first !== undefined),
  );
  const choose = (kind: (typeof kinds)[number]) => {
    if (kind === 'project') onChange({ kind, folder: folder ?? '' });
    else if (kind === 'conversation') onChange({ kind, conversationId: first?.id ?? '' });
    else onChange({ kind });
  };
  const chosen = scope.kind === 'conversation' ? scope.conversationId : '';
  return (
    <div className="grid gap-3 @md:grid-cols-2">
      <Field label={t('rules.scope')} {...(scope.kind === 'project' ? { help: scope.folder } : {})}>
        {(control) => (
          <Select
            id={control.id}
            label={t('rules.scope')}
            className="w-full"
            value={scope.kind === 'once' ? 'always' : scope.kind}
            onChange={choose}
            options={kinds.map((kind) => ({ value: kind, label: t(`rules.scopeOption.${kind}`) }))}
          />
        )}
      </Field>
      {scope.kind === 'conversation' && (
        <Field label={t('rules.conversation')}>
          {(control) => (
            <Select
              id={control.id}
              label={t('rules.conversation')}
              className="w-full"
              value={chosen}
              onChange={(conversationId) => onChange({ kind: 'conversation', conversationId })}
              options={[
                ...(conversations.some(({ id }) => id === chosen) ? [] : [{ value: chosen, label: chosen }]),
                ...conversations.slice(0, 100).map(({ id, title }) => ({ value: id, label: title || t('shell.untitled') })),
              ]}
            />
          )}
        </Field>
      )}
    </div>
  );
}
