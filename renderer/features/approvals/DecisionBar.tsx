import { ChevronDown } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalRequest } from '../../../preload/contract/permissions.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Kbd } from '../../ui/Kbd.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { AlwaysBar } from './AlwaysBar.tsx';
import { DenyReason } from './DenyReason.tsx';
import type { Answer } from './useAnswer.ts';

interface DecisionBarProps {
  request: ApprovalRequest;
  /** The arguments as a person changed them. */
  edited: Record<string, unknown> | undefined;
  twins: number;
  /** The button that gets the focus: the safe one when the call is destructive. */
  first: RefObject<HTMLButtonElement | null>;
  answer: Answer;
}

/** Every answer there is. A destructive call is denied by one key; allowing it takes a tick first. */
export function DecisionBar({ request, edited, twins, first, answer }: DecisionBarProps) {
  const { t } = useTranslation();
  const [doing, setDoing] = useState<'reason' | 'rule'>();
  const { destructive } = answer;
  // What was approved once and is another thing now is no routine either.
  const careful = destructive || request.previous !== undefined;
  const blocked = !answer.canAllow;
  const allow = (scope: 'once' | 'conversation') => answer.give({ kind: 'allow', scope });
  const others = [
    ...(request.conversationId ? [{ id: 'conversation', label: t('approvals.allowConversation'), act: () => allow('conversation'), blocked }] : []),
    // This makes no rule yet: it shows the one to be made.
    { id: 'always', label: t('approvals.allowAlways'), act: () => setDoing('rule'), blocked: answer.sent },
  ];
  if (doing === 'rule') return <AlwaysBar request={request} edited={edited} answer={answer} onBack={() => setDoing(undefined)} />;
  if (doing === 'reason') return <DenyReason onCancel={() => setDoing(undefined)} onSend={(reason) => answer.give({ kind: 'deny', reason })} />;
  return (
    <footer className="shrink-0 border-t border-line bg-well px-4 pt-2.5 pb-3">
      {(destructive || twins > 0) && (
        <div className="mb-2 flex flex-col gap-0.5">
          {destructive && (
            <Checkbox checked={answer.confirmed} onChange={answer.setConfirmed}>
              {t('approvals.confirmDestructive')}
            </Checkbox>
          )}
          {twins > 0 && !answer.edited && (
            <Checkbox checked={answer.alsoMatching} onChange={answer.setAlsoMatching}>
              {t('approvals.alsoMatching', { count: twins })}
            </Checkbox>
          )}
        </div>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button ref={careful ? first : undefined} disabled={answer.sent} onClick={() => answer.give({ kind: 'deny' })}>
          {t('approvals.deny')}
        </Button>
        <Button variant="ghost" disabled={answer.sent} onClick={() => setDoing('reason')}>
          {t('approvals.denyWithReason')}
        </Button>
        <span className="flex-1" />
        <span className="hidden gap-2 @3xl:flex">
          {others.toReversed().map((other) => (
            <Button key={other.id} aria-disabled={other.blocked} onClick={other.act}>
              {other.label}
            </Button>
          ))}
        </span>
        <span className="@3xl:hidden">
          <Menu
            side="top"
            align="end"
            trigger={
              <Button icon={<ChevronDown size={14} aria-hidden />} disabled={answer.sent} aria-label={t('approvals.moreAllow')}>
                {t('approvals.moreAllow')}
              </Button>
            }
            entries={others.map(({ id, label, act }) => ({ id, label, onSelect: act }))}
          />
        </span>
        <Button
          ref={careful ? undefined : first}
          variant={destructive ? 'danger' : 'primary'}
          aria-disabled={blocked}
          title={destructive && !answer.confirmed ? t('approvals.confirmFirst') : undefined}
          onClick={() => allow('once')}
        >
          {t('approvals.allowOnce')}
        </Button>
      </div>
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-2xs text-text-3">
        <span className="hidden flex-1 items-center gap-3 @2xl:flex">
          <KeyHint keys="Mod+Enter" label={t('approvals.keys.allow')} />
          <KeyHint keys="Mod+⌫" label={t('approvals.keys.deny')} />
          <KeyHint keys="Esc" label={t('approvals.keys.aside')} />
        </span>
      </div>
    </footer>
  );
}

function KeyHint({ keys, label }: { keys: string; label: string }) {
  return (
    <span className="flex items-center gap-1.5 whitespace-nowrap">
      <Kbd keys={keys} />
      {label}
    </span>
  );
}
