import { z } from 'zod';
import { JsonSchema, Risk } from './tools.ts';

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
  createdAt: z.number(),
});
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

/** `arguments` on an allow: the person edited them; the model is told. */
export const ApprovalAnswer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('allow'), scope: z.enum(['once', 'conversation', 'always']), arguments: z.record(z.string(), z.unknown()).optional() }),
  z.object({ kind: z.literal('deny'), reason: z.string().max(2000).optional() }),
]);
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

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
  asker: z.string(),
  ms: z.number().optional(),
  outcome: z.enum(['ok', 'tool-error', 'failed', 'denied', 'cancelled']),
  error: z.string().optional(),
  conversationId: z.string().optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;
