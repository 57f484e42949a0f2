import { hasHidden as holdsHidden, stripHidden } from '../../base/hiddenText.ts';

/**
 * How well a value fits a condition. Doubt leans to caution: an allow rule counts only what fits `surely`,
 * a deny or ask rule already counts what `maybe` fits.
 */
export type Match = 'surely' | 'maybe' | 'no';

/** What a condition may look at besides the value. */
export interface MatchContext {
  realPath: (path: string) => string;
  projectFolder?: string | undefined;
  homeFolder?: string | undefined;
  pathStyle?: 'posix' | 'win32' | undefined;
}

/** Longer texts are not read; the answer is `maybe`. */
export const MAX_TEXT = 100_000;

/** Characters nobody sees, line ends and tabs among them: they have no place in a path or an address. */
export const hasHidden = (text: string): boolean => /[\t\n]/.test(text) || holdsHidden(text);

/** The text as a careless reader sees it: compatibility forms, case, hidden characters and surrounding space do not count. */
export const fold = (text: string): string => stripHidden(text.normalize('NFKC')).toLowerCase().trim();

/** A plain value as text; undefined for objects, lists and nothing. */
export function plainText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}
