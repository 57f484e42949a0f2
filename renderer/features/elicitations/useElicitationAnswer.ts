import { useState } from 'react';
import type { ElicitationAnswer } from '../../../preload/contract/elicitations.ts';
import { useAction } from '../feedback/useAction.ts';

/** Sends an answer once; after a failure, which a toast tells, the question is open again. */
export function useElicitationAnswer(id: string): { answer: (answer: ElicitationAnswer) => void; sent: boolean } {
  const run = useAction();
  const [sent, setSent] = useState(false);
  const answer = (given: ElicitationAnswer): void => {
    if (sent) return;
    setSent(true);
    void run('elicitation.answer', { id, answer: given }).then((done) => done === undefined && setSent(false));
  };
  return { answer, sent };
}
