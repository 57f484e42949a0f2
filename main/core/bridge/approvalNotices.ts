import type { Approvals } from '../permissions/approvals.ts';
import type { Clock, Notify } from '../ports.ts';

/** While questions are open, more of them are told no more often than this: a flood of calls must not become a flood of notifications. */
const PAUSE_MS = 30_000;

/**
 * A question that waits while the window is in the background is told by the system (PER-6): the first at once, later ones together.
 * Names come from servers; they arrive here with hidden characters written out. Returns the function that ends it.
 */
export function tellOfApprovals(approvals: Pick<Approvals, 'list' | 'onChange'>, notify: Notify, clock: Pick<Clock, 'now'>): () => void {
  let told = new Set<string>();
  let toldAt = Number.NEGATIVE_INFINITY;
  return approvals.onChange(() => {
    const waiting = approvals.list();
    const fresh = waiting.filter(({ id }) => !told.has(id));
    const othersOpen = waiting.some(({ id }) => told.has(id));
    const [first] = fresh;
    if (!first) {
      told = new Set(waiting.map(({ id }) => id));
      return;
    }
    if (othersOpen && clock.now() - toldAt < PAUSE_MS) return;
    told = new Set(waiting.map(({ id }) => id));
    toldAt = clock.now();
    notify('Quayside', `${first.title} (${first.server})${fresh.length > 1 ? ` +${fresh.length - 1}` : ''}`);
  });
}
