import { createHash } from 'node:crypto';
import { copyFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Rule } from '../../../preload/contract/permissions.ts';
import { withFileLock } from '../settings/files/fileLock.ts';
import { writeFileAtomic } from '../settings/files/writeFileAtomic.ts';

/** What a rules file says. `problem`: it, or some of its entries, could not be used; a copy stands at `aside`. */
export interface RuleFileContent {
  rules: Rule[];
  problem?: { message: string; aside?: string };
}

/** Reads `{ "rules": [...] }`. A bad file gives no rule, a bad entry is left out, and both are kept aside. Never throws. */
export function readRuleFile(file: string): RuleFileContent {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return code === 'ENOENT' ? { rules: [] } : { rules: [], problem: { message: `The rules file cannot be read (${code ?? 'unknown error'}).` } };
  }
  const entries = entriesOf(text);
  if (!entries) return { rules: [], problem: { message: 'The rules file is damaged; none of its rules is in force.', ...keepAside(file, text) } };
  const parsed = entries.map((entry) => Rule.safeParse(entry));
  const rules = parsed.flatMap((result) => (result.success ? [result.data] : []));
  const bad = parsed.length - rules.length;
  if (bad === 0) return { rules };
  return {
    rules,
    problem: { message: `${bad} of ${parsed.length} permission rules cannot be read and are not in force.`, ...keepAside(file, text) },
  };
}

function entriesOf(text: string): unknown[] | undefined {
  try {
    const content: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    const rules = typeof content === 'object' && content !== null && 'rules' in content ? content.rules : undefined;
    return Array.isArray(rules) ? rules : undefined;
  } catch {
    return undefined;
  }
}

/** One copy per content, so that repeated starts do not pile up. */
function keepAside(file: string, text: string): { aside?: string } {
  const { dir, name, ext } = path.parse(file);
  const aside = path.join(dir, `${name}.bad-${createHash('sha256').update(text).digest('hex').slice(0, 8)}${ext}`);
  try {
    copyFileSync(file, aside);
    return { aside };
  } catch {
    return {};
  }
}

/**
 * Reads the file again, changes its rules and replaces it whole, alone among all processes, so that nobody's rule is lost.
 * Rejects when the disk does, and rather than write over rules that could neither be read nor kept aside.
 */
export async function updateRuleFile(file: string, change: (rules: Rule[]) => Rule[]): Promise<void> {
  await withFileLock(`${file}.lock`, async () => {
    const { rules, problem } = readRuleFile(file);
    if (problem && !problem.aside) throw new Error(problem.message);
    await writeFileAtomic(file, `${JSON.stringify({ rules: change(rules) }, null, 2)}\n`);
  });
}
