import type { Handlers } from '../dispatch.ts';
import type { Services } from '../services.ts';
import { unwrap } from './unwrap.ts';

/** What the person answers to a server's question. */
export function elicitationHandlers({ elicitations }: Services): Pick<Handlers, 'elicitation.answer'> {
  return {
    async 'elicitation.answer'({ id, answer }) {
      unwrap(await elicitations.answer(id, answer));
      return {};
    },
  };
}
