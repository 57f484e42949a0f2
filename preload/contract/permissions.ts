import { z } from 'zod';
import { ErrorInfo } from './errors.ts';
import { DefinitionChange, JsonSchema, Risk } from './tools.ts';

export { DefinitionChange };

export const Mode = z.enum(['ask', 'auto-read-only', 'plan', 'allow-all']);
export type Mode = z.infer<typeof Mode>;

/** A condition on one argument; `path` is dotted (`options.path`). Operators as on the command line: = ^= ~= in, plus host and range. */
export const Condition = z.discriminatedUnion('op', [
  z.object({ path: z.string(), op: z.literal('equals'), value: z.unknown() }),
  z.object({ path: z.string(), op: z.literal('prefix'), value: z.string() }),
  z.object({ path: z.string(), op: z.literal('regex'), value: z.string() }),
  z.object({ path: z.string(), op: z.literal('in'), value: z.string() }),
  z.object({ path: z.string(), op: z.literal('host'), value: z.string() }),
  z.object({ path: z.string(), op: z.literal('range'), min: z.number().optional(), max: z.number().optional() }),
]);
export type Condition = z.infer<typeof Condition>;

export const Effect = z.enum(['allow', 'ask', 'deny']);
export type Effect = z.infer<typeof Effect>;

export const RuleScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('once'), callId: z.string() }),
  z.object({ kind: z.literal('conversation'), conversationId: z.string() }),
  z.object({ kind: z.literal('project'), folder: z.string() }),
  z.object({ kind: z.literal('always') }),
]);
export type RuleScope = z.infer<typeof RuleScope>;

/** PER-3. `server` is the entry's name or `*`; `tool` the server's own name for the tool, or a glob with `*`. */
export const Rule = z.object({
  id: z.string(),
  effect: Effect,
  server: z.string(),
  tool: z.string(),
  /** The model-facing name or glob as it was written, while it is not known which server's tool it means; then this alone is compared. */
  alias: z.string().optional(),
  conditions: z.array(Condition),
  scope: RuleScope,
  /** Epoch milliseconds. */
  expiresAt: z.number().optional(),
  createdAt: z.number(),
  /** The definition hash the rule was given for (TOL-9); a rule made by hand has none. */
  definitionHash: z.string().optional(),
  source: z.enum(['dialog', 'editor', 'command-line', 'import']),
});
export type Rule = z.infer<typeof Rule>;

/** What the gate says, always with what decided: a rule's text, or `default`, or the mode. */
export const Verdict = z.object({
  verdict: Effect,
  rule: z.string(),
  ruleId: z.string().optional(),
  reason: z.string().optional(),
});
export type Verdict = z.infer<typeof Verdict>;

/** Something that waits for a person (PER-4, PER-5). */
export const ApprovalRequest = z.object({
  id: z.string(),
  callId: z.string(),
  conversationId: z.string().optional(),
  server: z.string(),
  /** Model-facing name. */
  tool: z.string(),
  original: z.string(),
  title: z.string(),
  description: z.string(),
  risk: Risk,
  arguments: z.record(z.string(), z.unknown()),
  inputSchema: JsonSchema,
  /** Why the gate asks: `default`, a rule's text, `definition-changed`, `destructive`. */
  because: z.string(),
  asker: z.enum(['model', 'assistant', 'tester', 'command-line', 'app', 'sampling']),
  /** The rule that "always" would make, in the form of the command line, e.g. mcp__weather__get_forecast. */
  proposedRule: z.string(),
  /** Set when the definition is not the one that was approved (TOL-9): when that was, and what differs. */
  previous: z.object({ approvedAt: z.number(), changes: z.array(DefinitionChange) }).optional(),
  createdAt: z.number(),
});
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

/** `arguments` on an allow: the person edited them; the model is told. */
export const ApprovalAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('allow'),
    scope: z.enum(['once', 'conversation', 'always']),
    arguments: z.record(z.string(), z.unknown()).optional(),
    /** A narrower rule than the proposed one, for the same tool, in the form of the command line. It must cover this call. */
    rule: z.string().max(4000).optional(),
    /** How long the rule holds, in milliseconds from now; without end when absent. */
    expiresInMs: z.number().int().positive().optional(),
  }),
  z.object({ kind: z.literal('deny'), reason: z.string().max(2000).optional() }),
]);
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

/** A rule that "always" may make of a call: for the tool as it is, or only for a folder, a host, or exactly these arguments. */
export const RuleChoice = z.object({
  kind: z.enum(['tool', 'folder', 'host', 'exact']),
  argument: z.string().optional(),
  value: z.string().optional(),
  rule: z.string(),
});
export type RuleChoice = z.infer<typeof RuleChoice>;

/** One line of the audit log (PER-7). Arguments are redacted before they get here. */
export const AuditEntry = z.object({
  id: z.string(),
  at: z.number(),
  server: z.string(),
  tool: z.string(),
  original: z.string(),
  arguments: z.string(),
  verdict: Effect,
  rule: z.string(),
  /** The rule that decided, where one did; it may be gone by now. */
  ruleId: z.string().optional(),
  reason: z.string().optional(),
  /** A person had changed the arguments; those that were sent are kept. */
  edited: z.boolean().optional(),
  asker: z.string(),
  ms: z.number().optional(),
  outcome: z.enum(['ok', 'tool-error', 'failed', 'denied', 'cancelled']),
  error: z.string().optional(),
  conversationId: z.string().optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** What an audit list shows. Texts are parts of any field, whatever their case; times are epoch milliseconds. */
export const AuditQuery = z.object({
  query: z.string().max(500).optional(),
  server: z.string().max(500).optional(),
  /** The server's own name for the tool. */
  tool: z.string().max(500).optional(),
  verdict: Effect.optional(),
  outcome: AuditEntry.shape.outcome.optional(),
  since: z.number().optional(),
  /** Up to, not including. */
  until: z.number().optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** Why a rule can never match at present (PER-3). The window says it by its code; `message` is the same in English. */
export const DEAD_CODES = [
  'expired',
  'regex',
  'host',
  'range',
  'contradiction',
  'unknown-tool',
  'changed',
  'glob-destructive',
  'no-argument',
  'shadowed',
] as const;
export const DeadReason = z.object({ code: z.enum(DEAD_CODES), message: z.string(), params: z.record(z.string(), z.string()).optional() });
export type DeadReason = z.infer<typeof DeadReason>;

/** A rule as the window shows it: with its text, and why it can never match if it cannot. */
export const RuleView = Rule.extend({ text: z.string(), dead: z.array(DeadReason) });
export type RuleView = z.infer<typeof RuleView>;

/** What a rule is about. `alias` stands for a name or glob that is not bound to a server's tool. */
export const RuleNames = Rule.pick({ server: true, tool: true, alias: true, conditions: true });
export type RuleNames = z.infer<typeof RuleNames>;

/** A rule in the making: written as text (as on the command line) or as parts. */
export const RuleDraft = z.object({
  /** The rule it takes the place of. */
  id: z.string().optional(),
  effect: Effect,
  rule: z.union([z.object({ text: z.string().max(4000) }), z.object({ names: RuleNames })]),
  scope: RuleScope,
  expiresAt: z.number().optional(),
});
export type RuleDraft = z.infer<typeof RuleDraft>;

/** What a draft would mean: both its forms, why it would be dead, and which past calls it would have decided. */
export const RuleReport = z.object({
  text: z.string(),
  names: RuleNames.optional(),
  /** Set when the draft cannot be read; then nothing else is known. */
  problem: ErrorInfo.optional(),
  dead: z.array(DeadReason),
  past: z.object({
    /** Calls of the log that were looked at. */
    looked: z.number(),
    covered: z.number(),
    /** Calls whose arguments the log keeps shortened or without their secrets, where the conditions cannot be judged. */
    unclear: z.number(),
    /** The newest covered calls; `now`: what all rules together would say with this one among them. */
    examples: z.array(z.object({ entry: AuditEntry, now: Effect })),
  }),
});
export type RuleReport = z.infer<typeof RuleReport>;
