import { useMemo, useState } from 'react';
import type { ApprovalAnswer, ApprovalRequest } from '../../../preload/contract/permissions.ts';
import { useAction } from '../feedback/useAction.ts';
import { useArmed } from './useArmed.ts';

interface AnswerOptions {
  request: ApprovalRequest;
  /** Arguments the person has edited, if any. */
  edited: Record<string, unknown> | undefined;
  /** True while the edited arguments do not fit the schema. */
  invalid: boolean;
}

export interface Answer {
  /** Allowing is possible now: armed, valid, and a destructive call confirmed. Denying always is. */
  canAllow: boolean;
  armed: boolean;
  /** Allowing wants a tick first. */
  destructive: boolean;
  confirmed: boolean;
  setConfirmed(confirmed: boolean): void;
  alsoMatching: boolean;
  setAlsoMatching(also: boolean): void;
  edited: boolean;
  sent: boolean;
  give(answer: ApprovalAnswer): void;
}

/** Holds what the person has ticked and sends the answer once. Every road to an allow leads through `canAllow`. */
export function useAnswer({ request, edited, invalid }: AnswerOptions): Answer {
  const run = useAction();
  const armed = useArmed(request.id);
  const [confirmed, setConfirmed] = useState(false);
  const [alsoMatching, setAlsoMatching] = useState(false);
  const [sent, setSent] = useState(false);
  const { destructive } = request.risk;
  const canAllow = armed && !sent && !invalid && (confirmed || !destructive);
  return useMemo(() => {
    const changed = edited !== undefined && JSON.stringify(edited) !== JSON.stringify(request.arguments);
    const give = (answer: ApprovalAnswer) => {
      if (sent || (answer.kind === 'allow' && !canAllow)) return;
      setSent(true);
      const full = answer.kind === 'allow' && changed ? { ...answer, arguments: edited } : answer;
      void run('approval.answer', { id: request.id, answer: full, ...(alsoMatching && !changed ? { alsoMatching } : {}) }).then(
        (done) => done === undefined && setSent(false),
      );
    };
    return { canAllow, armed, destructive, confirmed, setConfirmed, alsoMatching, setAlsoMatching, edited: changed, sent, give };
  }, [canAllow, armed, destructive, confirmed, alsoMatching, edited, request, run, sent]);
}
