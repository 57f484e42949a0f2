import { useEffect, useState } from 'react';
import type { RuleDraft, RuleNames, RuleReport, RuleView } from '../../../../preload/contract/permissions.ts';
import { useInvoke } from '../../../host/HostProvider.tsx';

const TYPING_MS = 180;

/** The two ways of writing a rule; the one that was touched last leads, the other follows what main made of it. */
interface Draft {
  effect: RuleDraft['effect'];
  lead: { text: string } | { names: RuleNames };
  scope: RuleDraft['scope'];
  expiresAt: number | undefined;
}

export interface RuleDraftState {
  draft: Draft;
  text: string;
  names: RuleNames;
  report: RuleReport | undefined;
  /** True while main has not answered for what is written now. */
  pending: boolean;
  change(change: Partial<Omit<Draft, 'lead'>>): void;
  writeText(text: string): void;
  writeNames(names: RuleNames): void;
  /** What would be saved. */
  full: RuleDraft;
}

const EMPTY: RuleNames = { server: '*', tool: '', conditions: [] };

const begin = (rule: RuleView | undefined): Draft => ({
  effect: rule?.effect ?? 'allow',
  lead: rule ? { names: namesOf(rule) } : { names: EMPTY },
  scope: rule?.scope ?? { kind: 'always' },
  expiresAt: rule?.expiresAt,
});
const namesOf = ({ server, tool, alias, conditions }: RuleView): RuleNames => ({
  server,
  tool,
  conditions,
  ...(alias === undefined ? {} : { alias }),
});

/** A rule in the making. Every change goes to main, which reads it by the syntax of the command line and says what it would mean. */
export function useRuleDraft(rule: RuleView | undefined): RuleDraftState {
  const invoke = useInvoke();
  const [draft, setDraft] = useState(() => begin(rule));
  const [answer, setAnswer] = useState<{ draft: Draft; report: RuleReport }>();
  const [names, setNames] = useState<RuleNames>(() => (rule ? namesOf(rule) : EMPTY));
  const full: RuleDraft = {
    ...(rule ? { id: rule.id } : {}),
    effect: draft.effect,
    rule: draft.lead,
    scope: draft.scope,
    ...(draft.expiresAt === undefined ? {} : { expiresAt: draft.expiresAt }),
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `full` is made from `draft`
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      void invoke('permissions.checkRule', { draft: full }).then((outcome) => {
        if (!current || !outcome.ok) return;
        setAnswer({ draft, report: outcome.value });
        if ('text' in draft.lead && outcome.value.names) setNames(outcome.value.names);
      });
    }, TYPING_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [invoke, draft]);

  return {
    draft,
    text: 'text' in draft.lead ? draft.lead.text : answer?.report.text || (rule?.text ?? ''),
    names,
    report: answer?.report,
    pending: answer?.draft !== draft,
    change: (change) => setDraft((before) => ({ ...before, ...change })),
    writeText: (text) => setDraft((before) => ({ ...before, lead: { text } })),
    writeNames(next) {
      setNames(next);
      setDraft((before) => ({ ...before, lead: { names: next } }));
    },
    full,
  };
}
