import type { Suspicion } from './transport.ts';

/** An answer whose id is none of ours: whoever waits for the right one should learn of it. */
export const foreignAnswer = (id: string | number, now: number): Suspicion => ({
  at: now,
  text: `An answer came with the id ${JSON.stringify(id).slice(0, 60)}, which belongs to no request.`,
  fix: 'Report this to the maker of the server.',
});
