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
    candidates.map((candidate, i) => {
      // The same name twice in what was found: the first one has it.
      const repeated = candidates.slice(0, i).some((earlier) => earlier.name === candidate.name);
      const newName = freeName(candidate.name, taken);
      if (repeated) taken.add(newName);
      const conflict = candidate.conflict || repeated;
      return [candidateKey(candidate), { selected: !conflict, action: conflict ? 'keep' : 'replace', newName } as const];
    }),
  );
}

export type NameProblem = 'nameNeeded' | 'nameTaken';

/** What keeps a new name from being used: every chosen candidate must end under a name of its own. */
export function nameProblems(
  candidates: readonly ImportCandidate[],
  choices: Record<string, Choice>,
  existing: readonly string[],
): Record<string, NameProblem> {
  const ends = candidates.flatMap((candidate) => {
    const choice = choices[candidateKey(candidate)];
    return choice?.selected && choice.action !== 'keep'
      ? [
          {
            key: candidateKey(candidate),
            renamed: choice.action === 'rename',
            name: choice.action === 'rename' ? choice.newName.trim() : candidate.name,
          },
        ]
      : [];
  });
  const problems = ends.flatMap(({ key, renamed, name }): [string, NameProblem][] => {
    if (name === '') return [[key, 'nameNeeded']];
    const twice = ends.some((other) => other.key !== key && other.name === name);
    return twice || (renamed && existing.includes(name)) ? [[key, 'nameTaken']] : [];
  });
  return Object.fromEntries(problems);
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
