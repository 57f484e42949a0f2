import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '../../../preload/contract/permissions.ts';
import { useResource } from '../../host/resource.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { ErrorNote } from '../../ui/ErrorNote.tsx';
import { Select } from '../../ui/Select.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { VisibleText } from '../../ui/text/VisibleText.tsx';
import { END_MS, ENDS, type End } from './ends.ts';
import type { Answer } from './useAnswer.ts';

interface AlwaysBarProps {
  request: ApprovalRequest;
  edited: Record<string, unknown> | undefined;
  answer: Answer;
  onBack: () => void;
}

/** The rule that "always" will make: shown before it is made, as wide or as narrow as the person wants it, with an end. */
export function AlwaysBar({ request, edited, answer, onBack }: AlwaysBarProps) {
  const { t } = useTranslation();
  const input = edited ? { id: request.id, arguments: edited } : { id: request.id };
  const { data, error, reload } = useResource('approval.ruleChoices', input);
  const [chosen, setChosen] = useState(0);
  const [end, setEnd] = useState<End>('never');
  const [scope, setScope] = useState<'always' | 'conversation'>('always');
  const name = useId();
  const choices = data?.choices ?? [];
  const rule = choices[chosen] ?? choices[0];
  const give = () => {
    if (!rule) return;
    const expiresInMs = END_MS[end];
    answer.give({ kind: 'allow', scope, rule: rule.rule, ...(expiresInMs === undefined ? {} : { expiresInMs }) });
  };
  return (
    <form
      aria-label={t('approvals.always.title')}
      className="shrink-0 border-t border-line bg-well px-4 pt-2.5 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        give();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onBack();
      }}
    >
      <p className="mb-1.5 text-sm font-medium">{t('approvals.always.title')}</p>
      {error && (
        <ErrorNote
          error={error}
          actions={
            <Button size="sm" onClick={reload}>
              {t('common.retry')}
            </Button>
          }
        />
      )}
      {!data && !error && <Spinner />}
      <div role="radiogroup" aria-label={t('approvals.always.covers')} className="max-h-40 overflow-y-auto">
        {choices.map((choice, i) => (
          <label
            key={choice.rule}
            className={cx('flex items-start gap-2 rounded-sm px-2 py-1 text-sm hover:bg-hover', rule === choice && 'bg-active')}
          >
            <input
              type="radio"
              name={name}
              // biome-ignore lint/a11y/noAutofocus: the bar takes the place of the button that opened it
              autoFocus={i === 0}
              checked={rule === choice}
              onChange={() => setChosen(i)}
              className="mt-1 shrink-0 accent-accent"
            />
            <span className="min-w-0">
              <span className="block">
                {choice.kind === 'tool' || choice.kind === 'exact'
                  ? t(`approvals.always.kind.${choice.kind}`)
                  : t(`approvals.always.kind.${choice.kind}`, { argument: choice.argument ?? '', value: choice.value ?? '' })}
              </span>
              <code className="code block text-xs [overflow-wrap:anywhere] text-text-2">
                <VisibleText text={choice.rule} />
              </code>
            </span>
          </label>
        ))}
      </div>
      {answer.destructive && (
        <Checkbox checked={answer.confirmed} onChange={answer.setConfirmed} className="mt-1.5">
          {t('approvals.always.confirmDestructive')}
        </Checkbox>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Select
          label={t('approvals.always.end')}
          value={end}
          onChange={setEnd}
          className="w-40"
          options={ENDS.map((value) => ({ value, label: t(`approvals.always.ends.${value}`) }))}
        />
        {request.conversationId && (
          <Select
            label={t('approvals.always.where')}
            value={scope}
            onChange={setScope}
            className="w-44"
            options={(['always', 'conversation'] as const).map((value) => ({ value, label: t(`approvals.always.scope.${value}`) }))}
          />
        )}
        <span className="flex-1" />
        <Button variant="ghost" onClick={onBack}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" variant={answer.destructive ? 'danger' : 'primary'} aria-disabled={!answer.canAllow || !rule}>
          {t('approvals.always.make')}
        </Button>
      </div>
    </form>
  );
}
