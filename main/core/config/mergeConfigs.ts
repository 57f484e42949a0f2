import type { RawEntry } from './readConfigFile.ts';
import type { EntryOrigin } from './serverConfig.ts';

export interface MergedEntry {
  entry: RawEntry;
  /** Weaker entries of the same name, the weakest first. */
  hides: EntryOrigin[];
}

export const originOf = ({ level, file, line, column }: RawEntry): EntryOrigin => ({ level, file, line, column });

/**
 * The effective entries of files given from weak to strong (CFG-1). A stronger entry replaces a weaker one of the same name whole; nothing of the
 * weaker one shines through, also when the stronger one turns out to be unusable: falling back to another server of that name would be a surprise.
 */
export function mergeConfigs(files: readonly (readonly RawEntry[])[]): MergedEntry[] {
  const merged = new Map<string, MergedEntry>();
  for (const entry of files.flat()) {
    const weaker = merged.get(entry.name);
    merged.set(entry.name, { entry, hides: weaker ? [...weaker.hides, originOf(weaker.entry)] : [] });
  }
  return [...merged.values()];
}
