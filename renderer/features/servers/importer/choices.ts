import type { CommandInput } from '../../../../preload/contract/commands.ts';
import type { ImportCandidate } from '../../../../preload/contract/servers.ts';

export type ConflictAction = 'keep' | 'replace' | 'rename';
export interface Choice {
  selected: boolean;
  action: ConflictAction;
  newName: string;
}

export const candidateKey = (candidate: ImportCandidate): string => `${candidate.file}\n${candidate.name}`;

/** A name that nobody has yet: `files`, then `files-2`, `files-3` … */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let i = 2; ; i += 1) {
    const next = `${name}-${i}`;
    if (!taken.has(next)) return next;
  }
}

/** Before a person chose: everything new is taken, everything that exists is kept as it is. */
export function startChoices(candidates: readonly ImportCandidate[], existing: readonly string[]): Record<string, Choice> {
  const taken = new Set([...existing, ...candidates.map((candidate) => candidate.name)]);
  return Object.fromEntries(
    candidates.map((candidate) => [
      candidateKey(candidate),
      { selected: !candidate.conflict, action: candidate.conflict ? 'keep' : 'replace', newName: freeName(candidate.name, taken) } as const,
    ]),
  );
}

export type AppliedChoice = CommandInput<'servers.importApply'>['choices'][number];

/** What is sent: every candidate with its decision; what is not ticked is kept as it is. */
export function toApplied(candidates: readonly ImportCandidate[], choices: Record<string, Choice>): AppliedChoice[] {
  return candidates.map((candidate) => {
    const choice = choices[candidateKey(candidate)];
    const { file, name } = candidate;
    if (!choice?.selected || choice.action === 'keep') return { file, name, action: 'keep' };
    return choice.action === 'rename' ? { file, name, action: 'rename', newName: choice.newName.trim() } : { file, name, action: 'replace' };
  });
}

export const countImported = (applied: readonly AppliedChoice[]): number => applied.filter((choice) => choice.action !== 'keep').length;
