import type { Risk, ToolAnnotations } from '../../../preload/contract/tools.ts';
import { namesDestruction } from './destructiveVerbs.ts';

/**
 * What the gate believes about a tool (TOL-6, PER-2).
 *
 * Everything that lowers caution on its own (running unasked, in parallel, sending twice: `readOnly`, `idempotent`, a closed
 * world) needs a hint from a server whose annotations the user trusts. `destructive` follows PER-2 to the letter: by
 * annotation, by missing annotations, or by a verb in the name; the verb counts whatever the hints say, and a tool that calls
 * itself read-only and destructive is destructive. So an untrusted hint can raise the risk but never make a call run unasked:
 * the most it does is let a rule that the user wrote as a glob cover the tool.
 */
export function assessRisk(tool: { original: string; annotations: ToolAnnotations }, options: { trusted: boolean }): Risk {
  const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = tool.annotations;
  const { trusted } = options;
  const declared = readOnlyHint !== undefined || destructiveHint !== undefined;
  // destructiveHint is true by default unless the tool is read-only (schema 2025-11-25, ToolAnnotations).
  const byHints = destructiveHint ?? readOnlyHint !== true;
  const destructive = byHints || namesDestruction(tool.original);
  const readOnly = trusted && readOnlyHint === true && !destructive;
  return {
    readOnly,
    destructive,
    idempotent: trusted && (readOnly || idempotentHint === true),
    openWorld: !(trusted && openWorldHint === false),
    declared,
    trusted,
    claims: { readOnly: readOnlyHint === true && destructiveHint !== true, closedWorld: openWorldHint === false },
  };
}
