import { type ErrorInfo, fail, type Outcome, ok } from '../../../preload/contract/errors.ts';
import type { Rule } from '../../../preload/contract/permissions.ts';
import { Emitter } from '../base/emitter.ts';
import { toErrorInfo } from '../base/hostError.ts';
import { readRuleFile, updateRuleFile } from './ruleFile.ts';

export interface RuleStore {
  /** All rules in force: those of the file, then those of this session. */
  list(): readonly Rule[];
  /**
   * In force when the call returns; the promise says whether it is on disk. Rules for the project or always go to the file, the
   * others and those of the command line live as long as the process.
   */
  add(rule: Rule): Promise<Outcome<void>>;
  /** Out of force when the call returns. Unknown ids are `host.not_found`. */
  remove(id: string): Promise<Outcome<void>>;
  onChange(listener: () => void): () => void;
  /**
   * True while the file could not be read whole. Then a deny rule may be missing, and nothing is allowed by a mode alone;
   * the next change of the rules ends it.
   */
  readonly degraded: boolean;
  /** What was wrong with the file when it was read. */
  readonly problem: (ErrorInfo & { aside?: string }) | undefined;
  /** Waits for the writes that are under way. */
  flush(): Promise<void>;
}

const isPersistent = (rule: Rule): boolean => (rule.scope.kind === 'always' || rule.scope.kind === 'project') && rule.source !== 'command-line';

/** Reads the file at once, so that no call is ever judged without its rules. */
export function createRuleStore(deps: { file: string }): RuleStore {
  const changed = new Emitter<void>();
  const start = readRuleFile(deps.file);
  let stored = start.rules;
  let session: Rule[] = [];
  let degraded = start.problem !== undefined;
  let writing: Promise<unknown> = Promise.resolve();

  const save = async (change: (rules: Rule[]) => Rule[]): Promise<Outcome<void>> => {
    try {
      await updateRuleFile(deps.file, change);
      degraded = false;
      return ok(undefined);
    } catch (error) {
      return fail('host.unavailable', `The permission rules could not be saved: ${toErrorInfo(error).message}`, {
        fix: 'Check the free space and the rights of the data folder; until then the change holds for this session only.',
      });
    }
  };
  const persist = (change: (rules: Rule[]) => Rule[]): Promise<Outcome<void>> => {
    const done = save(change);
    writing = Promise.all([writing, done]);
    return done;
  };

  return {
    list: () => [...stored, ...session],

    add(rule) {
      const others = (rules: Rule[]): Rule[] => rules.filter(({ id }) => id !== rule.id);
      const persistent = isPersistent(rule);
      stored = persistent ? [...others(stored), rule] : others(stored);
      session = persistent ? others(session) : [...others(session), rule];
      changed.emit();
      return persistent ? persist((rules) => [...others(rules), rule]) : Promise.resolve(ok(undefined));
    },

    remove(id) {
      const without = (rules: Rule[]): Rule[] => rules.filter((rule) => rule.id !== id);
      const persistent = stored.some((rule) => rule.id === id);
      if (!persistent && !session.some((rule) => rule.id === id)) {
        return Promise.resolve(fail('host.not_found', 'There is no such permission rule any more.', { params: { id } }));
      }
      stored = without(stored);
      session = without(session);
      changed.emit();
      return persistent ? persist(without) : Promise.resolve(ok(undefined));
    },

    onChange: (listener) => changed.on(listener),
    get degraded() {
      return degraded;
    },
    get problem() {
      if (!start.problem) return undefined;
      const { message, aside } = start.problem;
      const fix = aside ? `The file was copied to ${aside}; repair it there or give the permissions again.` : 'Check the rights of the data folder.';
      return { code: 'config.syntax' as const, message, fix, ...(aside ? { aside } : {}) };
    },
    async flush() {
      await writing;
    },
  };
}
