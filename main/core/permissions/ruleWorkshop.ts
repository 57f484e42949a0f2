import { fail, type Outcome, ok } from '../../../preload/contract/errors.ts';
import type { Rule, RuleDraft, RuleReport, RuleView } from '../../../preload/contract/permissions.ts';
import type { Clock } from '../ports.ts';
import type { Tool, ToolTable } from '../tools/tool.ts';
import type { AuditLog } from './auditLog.ts';
import { type DeadRuleFacts, deadReasons } from './deadRules.ts';
import { literalOf } from './namePattern.ts';
import { pastCalls } from './pastCalls.ts';
import { printRule } from './printRule.ts';
import { realPathOf } from './realPath.ts';
import type { RuleStore } from './ruleStore.ts';
import { parseRuleText, RuleSyntaxError } from './ruleSyntax.ts';
import { type KnownTools, type ResolvedRule, resolveRule } from './rules.ts';

export interface WorkshopDeps {
  rules: Pick<RuleStore, 'list' | 'add'>;
  audit: Pick<AuditLog, 'query'>;
  tools: Pick<ToolTable, 'find' | 'risk' | 'snapshot'>;
  projectFolder: () => string | undefined;
  homeFolder: string;
  clock: Pick<Clock, 'now'>;
  newId: () => string;
}

/** Where people look at rules and write their own (PER-3). */
export interface RuleWorkshop {
  /** All rules in force, with why one of them can never match. */
  views(): RuleView[];
  /** What a draft would mean. Never fails: a draft that cannot be read is told in the report. */
  check(draft: RuleDraft): Promise<RuleReport>;
  /** Puts the draft into force, in place of the rule it names. */
  save(draft: RuleDraft): Promise<Outcome<{ id: string }>>;
}

/** How many of the newest calls a preview looks at. */
const LOOKED_AT = 1_000;

export function createRuleWorkshop(deps: WorkshopDeps): RuleWorkshop {
  const { rules, audit, tools, clock } = deps;

  const facts = (): DeadRuleFacts => {
    const known = tools.snapshot().tools;
    return {
      tools: known,
      rules: rules.list(),
      now: clock.now(),
      risk: ({ server, original }) => {
        const tool = tools.find(server, original);
        return tool && tools.risk(tool);
      },
    };
  };
  const textOf = (rule: Pick<Rule, 'server' | 'tool' | 'alias' | 'conditions'>): string => printRule(rule, exactName(rule, tools.snapshot().tools));

  return {
    views() {
      const now = facts();
      return rules.list().map((rule) => ({ ...rule, text: textOf(rule), dead: deadReasons(rule, now) }));
    },

    async check(draft) {
      const made = makeRule(draft, deps);
      const nothing = { looked: 0, covered: 0, unclear: 0, examples: [] };
      if (!made.ok) return { text: 'text' in draft.rule ? draft.rule.text : '', problem: made.error, dead: [], past: nothing };
      const rule = made.value;
      const others = rules.list().filter(({ id }) => id !== rule.id);
      const projectFolder = deps.projectFolder();
      const past = pastCalls(rule, {
        entries: await audit.query(LOOKED_AT),
        find: (server, original) => tools.find(server, original),
        risk: (tool) => tools.risk(tool),
        others,
        context: {
          now: clock.now(),
          realPath: realPathOf,
          homeFolder: deps.homeFolder,
          ...(projectFolder === undefined ? {} : { projectFolder }),
        },
      });
      const { server, tool, alias, conditions } = rule;
      return {
        text: textOf(rule),
        names: { server, tool, conditions, ...(alias === undefined ? {} : { alias }) },
        dead: deadReasons(rule, { ...facts(), rules: others }),
        past,
      };
    },

    async save(draft) {
      const made = makeRule(draft, deps);
      if (!made.ok) return made;
      const saved = await rules.add(made.value);
      return saved.ok ? ok({ id: made.value.id }) : saved;
    },
  };
}

/** The model-facing name where the rule names one tool. */
function exactName(rule: Pick<Rule, 'server' | 'tool' | 'alias'>, known: readonly Tool[]): string | undefined {
  if (rule.alias !== undefined) return undefined;
  return known.find((tool) => literalOf(rule.server) === tool.server && literalOf(rule.tool) === tool.original)?.name;
}

function makeRule(draft: RuleDraft, { tools, newId, clock }: WorkshopDeps): Outcome<Rule> {
  const { effect, scope, expiresAt } = draft;
  if (scope.kind === 'once') return fail('host.bad_input', 'A rule for one single call is made when the call asks.');
  if (expiresAt !== undefined && !Number.isFinite(expiresAt)) return fail('host.bad_input', 'The end of the rule is not a time.');
  const snapshot = tools.snapshot();
  const read = 'text' in draft.rule ? resolveRule(draft.rule.text, snapshot) : fromNames(draft.rule.names, snapshot);
  if (!read.ok) return read;
  return ok({
    id: draft.id ?? newId(),
    effect,
    ...read.value.rule,
    scope,
    createdAt: clock.now(),
    source: 'editor',
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
}

/** Parts of a form. They go through the text form once, so that both ways in accept and refuse the same. */
function fromNames(names: Rule | ResolvedRule['rule'], table: KnownTools): Outcome<ResolvedRule> {
  const { server, tool, alias, conditions } = names;
  const named = alias === undefined ? server.trim() !== '' && tool.trim() !== '' : alias.trim() !== '';
  if (!named) return fail('host.bad_input', 'The rule names no tool.', { fix: 'Choose a server and a tool, or write * for all of them.' });
  try {
    const { conditions: read } = parseRuleText(printRule(names));
    if (read.length !== conditions.length) throw new RuleSyntaxError('A condition is not complete.');
  } catch (error) {
    if (!(error instanceof RuleSyntaxError)) throw error;
    return fail('host.bad_input', `The rule cannot be read: ${error.message}`);
  }
  if (alias !== undefined) return resolveRule(printRule(names), table);
  return ok({ rule: { server, tool, conditions }, known: true });
}
