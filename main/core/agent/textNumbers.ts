import { withTextNumbers } from '../base/exactJson.ts';

/**
 * Arguments as data that can be shown, stored and cloned: a number that no JavaScript number can hold (exactJson.ts) becomes its digits as
 * text. Shares what holds none.
 */
export const textNumbers = (args: Record<string, unknown>): Record<string, unknown> => withTextNumbers(args) as Record<string, unknown>;
