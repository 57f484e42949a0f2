/**
 * How long to wait before the next try after `failures` failures in a row, in milliseconds: 1, 2, 4 … 30 s, each somewhere in the
 * upper half of its span, so that servers that fell together do not come back together. `random` is in [0, 1).
 */
export function reconnectDelay(failures: number, random: number): number {
  const span = Math.min(FIRST_MS * 2 ** Math.max(0, failures - 1), LONGEST_MS);
  return Math.round(span * (0.5 + random / 2));
}

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;
