import { type ErrorInfo, fail, type Outcome, ok } from '../../../preload/contract/errors.ts';
import type { ApprovalAnswer, ApprovalRequest, RuleChoice } from '../../../preload/contract/permissions.ts';
import { deferred } from '../base/deferred.ts';
import { Emitter } from '../base/emitter.ts';
import { identical } from './sameCall.ts';

/** What came of a question. `aborted`: the run ended, the app quits, or the asker went away (PER-5). */
export type Settled = ApprovalAnswer | { kind: 'aborted' };

export type AllowAnswer = ApprovalAnswer & { kind: 'allow' };

export interface Question {
  request: Omit<ApprovalRequest, 'id' | 'createdAt'>;
  definitionHash: string;
  /** Judges edited arguments and the rule of an allow before the question is closed; an error keeps it open. */
  check?: (answer: AllowAnswer) => ErrorInfo | undefined | Promise<ErrorInfo | undefined>;
  /** The rules that "always" may make, for these arguments instead of those that were asked for. */
  choices?: (args: Record<string, unknown>) => RuleChoice[];
}

/** The questions that wait for a person. They live in main, so a window may reload; no timer ever answers one. */
export interface Approvals {
  /** Resolves with the answer; never rejects. */
  ask(question: Question, signal: AbortSignal): Promise<Settled>;
  /** In the order they came. */
  list(): readonly ApprovalRequest[];
  /**
   * Answers one question. With `alsoMatching` the identical ones are answered too: the same tool in the same definition with the same
   * arguments, and nothing else, whatever rule the answer makes. Returns the ids that were closed.
   */
  answer(id: string, answer: ApprovalAnswer, alsoMatching?: boolean): Promise<Outcome<{ closed: string[] }>>;
  /** Undefined when the question is not open any more. */
  choices(id: string, args?: Record<string, unknown>): RuleChoice[] | undefined;
  /** Called after every change of the list. */
  onChange(listener: () => void): () => void;
  /** Ends every question as aborted; later ones end at once. */
  dispose(): void;
}

interface Pending extends Question {
  shown: ApprovalRequest;
  settle(value: Settled): void;
}

/** A flood of questions is refused rather than shown (SEC-4). */
export const MAX_PENDING = 200;

export function createApprovals(deps: { newId: () => string; now: () => number }): Approvals {
  const pending = new Map<string, Pending>();
  const changed = new Emitter<void>();
  let disposed = false;

  const close = (id: string, value: Settled): boolean => {
    const found = pending.get(id);
    if (!found) return false;
    pending.delete(id);
    found.settle(value);
    return true;
  };

  return {
    ask(question, signal) {
      if (disposed || signal.aborted) return Promise.resolve({ kind: 'aborted' });
      if (pending.size >= MAX_PENDING) return Promise.resolve({ kind: 'deny', reason: 'too many other calls wait for an answer already' });
      const { promise, resolve } = deferred<Settled>();
      const shown: ApprovalRequest = { ...question.request, id: deps.newId(), createdAt: deps.now() };
      const abort = (): void => {
        if (close(shown.id, { kind: 'aborted' })) changed.emit();
      };
      signal.addEventListener('abort', abort, { once: true });
      const settle = (value: Settled): void => {
        signal.removeEventListener('abort', abort);
        resolve(value);
      };
      pending.set(shown.id, { ...question, shown, settle });
      changed.emit();
      return promise;
    },

    list: () => [...pending.values()].map(({ shown }) => shown),

    async answer(id, answer, alsoMatching = false) {
      const asked = pending.get(id);
      if (!asked) return gone(id);
      const refusal = answer.kind === 'allow' ? await asked.check?.(answer) : undefined;
      if (refusal) return { ok: false, error: refusal };
      // The run may have ended while the answer was checked.
      if (pending.get(id) !== asked) return gone(id);
      const matching = alsoMatching ? [...pending.values()].filter((other) => other !== asked && identical(asCall(asked), asCall(other))) : [];
      const closed = [asked, ...matching].map(({ shown }) => shown.id).filter((each) => close(each, answer));
      changed.emit();
      return ok({ closed });
    },

    choices(id, args) {
      const asked = pending.get(id);
      return asked && (asked.choices?.(args ?? asked.shown.arguments) ?? []);
    },

    onChange: (listener) => changed.on(listener),

    dispose() {
      disposed = true;
      for (const id of [...pending.keys()]) close(id, { kind: 'aborted' });
      changed.emit();
    },
  };
}

const gone = (id: string): Outcome<never> =>
  fail('host.not_found', 'This question is not open any more: it was answered, or its run has ended.', { params: { id } });

const asCall = ({ shown, definitionHash }: Pending) => ({ ...shown, definitionHash });
