import type { RemoteConfig, StdioConfig } from './serverConfig.ts';

type Placed = 'name' | 'origin' | 'hides';
export type StdioTemplate = Omit<StdioConfig, Placed> & {
  /** A file of `NAME=value` lines below the entry's own `env` (VS Code, Cursor). */
  envFile?: string;
};
export type RemoteTemplate = Omit<RemoteConfig, Placed>;
/** An entry understood but not yet expanded: `${VAR}` is still literal, so nothing of it may be spawned or contacted. */
export type EntryTemplate = StdioTemplate | RemoteTemplate;

/** What makes an entry unusable. `field` is dotted, as people write it: `env.LIST`. */
export class EntryProblem extends Error {
  override name = 'EntryProblem';
  readonly field: string;
  readonly fix: string;

  constructor(field: string, reason: string, fix: string) {
    super(reason);
    this.field = field;
    this.fix = fix;
  }
}

/** Something in a usable entry that a person should know: a value taken in another form, a key that means nothing. */
export interface Remark {
  field: string;
  reason: string;
  fix?: string;
  severity: 'info' | 'warning';
}

export type Tree = Record<string, unknown>;
export const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a value is, in words for people. The value itself may be a secret and is never quoted. */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'string') return value.trim() === '' ? 'blank' : 'text';
  return typeof value === 'number' ? 'a number' : 'true or false';
}
