import type { AuditEntry, Effect, Rule, RuleReport } from '../../../preload/contract/permissions.ts';
import type { Risk } from '../../../preload/contract/tools.ts';
import { MASK } from '../logs/redact.ts';
import type { Tool } from '../tools/tool.ts';
import { evaluate } from './evaluate.ts';
import type { GateCall, GateContext } from './gate.ts';
import { namingOf } from './ruleNames.ts';

export interface PastCallFacts {
  entries: readonly AuditEntry[];
  find(server: string, original: string): Tool | undefined;
  risk(tool: Tool): Risk;
  /** The other rules in force. */
  others: readonly Rule[];
  context: Omit<GateContext, 'mode' | 'pin' | 'conversationId'>;
}

const MAX_EXAMPLES = 8;
/** A tool that is not there any more is judged as carefully as one that says nothing about itself. */
const UNKNOWN: Risk = { readOnly: false, destructive: true, idempotent: false, openWorld: true, declared: false, trusted: false };

/** Which of the logged calls a rule would have decided, found by the gate's own `evaluate`: a preview cannot promise what the gate will not do. */
export function pastCalls(rule: Rule, { entries, find, risk, others, context }: PastCallFacts): RuleReport['past'] {
  const past: RuleReport['past'] = { looked: 0, covered: 0, unclear: 0, examples: [] };
  for (const entry of entries) {
    // A call that never reached the gate was no decision.
    if (entry.rule === 'not asked') continue;
    past.looked += 1;
    const tool = find(entry.server, entry.original);
    const named = { name: entry.tool, server: entry.server, original: entry.original };
    if (namingOf(rule, named) === 'none') continue;
    const args = argumentsOf(entry);
    if (args === undefined && rule.conditions.length > 0) {
      past.unclear += 1;
      continue;
    }
    const call: GateCall = {
      callId: entry.id,
      tool: tool ?? { ...named, title: entry.original, description: '', definitionHash: '', inputSchema: {} },
      risk: tool ? risk(tool) : UNKNOWN,
      arguments: args ?? {},
      asker: 'model',
      ...(entry.conversationId === undefined ? {} : { conversationId: entry.conversationId }),
    };
    const decide = (rules: readonly Rule[]) => evaluate(call, rules, { ...context, mode: 'ask', pin: 'pinned' });
    if (decide([rule]).ruleId !== rule.id) continue;
    past.covered += 1;
    if (past.examples.length < MAX_EXAMPLES) past.examples.push({ entry, now: decide([...others, rule]).verdict satisfies Effect });
  }
  return past;
}

/** Undefined where the log keeps less than what was sent: shortened, or without a secret. */
function argumentsOf(entry: AuditEntry): Record<string, unknown> | undefined {
  if (entry.arguments.endsWith('…') || entry.arguments.includes(MASK) || entry.arguments.includes('…"')) return undefined;
  try {
    const value: unknown = JSON.parse(entry.arguments);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}
