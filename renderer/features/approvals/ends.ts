/** How long a rule may hold. */
export const ENDS = ['never', 'hour', 'day', 'week', 'month'] as const;
export type End = (typeof ENDS)[number];

const HOUR_MS = 3_600_000;
export const END_MS: Record<End, number | undefined> = {
  never: undefined,
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
};
