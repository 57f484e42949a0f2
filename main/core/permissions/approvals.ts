import { type ErrorInfo, fail, type Outcome, ok } from '../../../preload/contract/errors.ts';
import type { ApprovalAnswer, ApprovalRequest } from '../../../preload/contract/permissions.ts';
import { deferred } from '../base/deferred.ts';
import { Emitter } from '../base/emitter.ts';
import { identical, sameTool } from './sameCall.ts';

/** What came of a question. `aborted`: the run ended, the app quits, or the asker went away (PER-5). */
export type Settled = ApprovalAnswer | { kind: 'aborted' };

export interface Question {
  request: Omit<ApprovalRequest, 'id' | 'createdAt'>;
  definitionHash: string;
  /** Judges arguments that the person edited before the question is closed; an error keeps it open. */
  check?: (edited: Record<string, unknown>) => ErrorInfo | undefined | Promise<ErrorInfo | undefined>;
}

/** The questions that wait for a person. They live in main, so a window may reload; no timer ever answers one. */
export interface Approvals {
  /** Resolves with the answer; never rejects. */
  ask(question: Question, signal: AbortSignal): Promise<Settled>;
  /** In the order they came. */
  list(): readonly ApprovalRequest[];
  /**
   * Answers one question. With `alsoMatching` the others that the same answer fits are answered too: identical calls; and for an
   * allow of a wider scope, all calls of the tool (in the conversation), unless it may be destructive. Returns the ids that were closed.
   */
  answer(id: string, answer: ApprovalAnswer, alsoMatching?: boolean): Promise<Outcome<{ closed: string[] }>>;
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
      const edited = answer.kind === 'allow' ? answer.arguments : undefined;
      const refusal = edited && (await asked.check?.(edited));
      if (refusal) return { ok: false, error: refusal };
      // The run may have ended while the edited arguments were checked.
      if (pending.get(id) !== asked) return gone(id);
      const matching = alsoMatching ? [...pending.values()].filter((other) => other !== asked && fits(asked, other, answer)) : [];
      const closed = [asked, ...matching].map(({ shown }) => shown.id).filter((each) => close(each, answer));
      changed.emit();
      return ok({ closed });
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

function fits(asked: Pending, other: Pending, answer: ApprovalAnswer): boolean {
  if (identical(asCall(asked), asCall(other))) return true;
  // Edited arguments answer only the calls that asked for the same; a denial is about these arguments alone.
  if (answer.kind === 'deny' || answer.arguments !== undefined || answer.scope === 'once') return false;
  // Other arguments of a destructive tool are looked at one by one, even when the new rule will cover later calls.
  if (other.shown.risk.destructive || !other.shown.risk.declared) return false;
  if (!sameTool(asCall(asked), asCall(other))) return false;
  return answer.scope === 'always' || (asked.shown.conversationId !== undefined && asked.shown.conversationId === other.shown.conversationId);
}
