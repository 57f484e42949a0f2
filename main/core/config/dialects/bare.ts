import { properties } from '../../settings/files/jsonc.ts';
import type { Dialect } from './dialect.ts';
import { looksLikeEntry } from './looksLikeEntry.ts';

/** `{ "name": { "command": … } }` without anything around it. All values must be objects, or a stranger's JSON would be taken for servers. */
export const bareMap: Dialect = {
  name: 'bare map',
  find(root) {
    if (root.type !== 'object') return undefined;
    const entries = properties(root).filter(({ key }) => key !== '$schema');
    const all =
      entries.length > 0 && entries.every(({ value }) => value?.type === 'object') && entries.some(({ value }) => value && looksLikeEntry(value));
    return all ? { dialect: 'bare map', path: [], shape: 'map' } : undefined;
  },
};

/** One entry alone, as documentation pages show it. */
export const singleEntry: Dialect = {
  name: 'single entry',
  find: (root) => (looksLikeEntry(root) ? { dialect: 'single entry', path: [], shape: 'single' } : undefined),
};

/** A list of entries that carry their names (Cherry Studio). */
export const bareList: Dialect = {
  name: 'list',
  find: (root) => (root.type === 'array' && root.children?.some(looksLikeEntry) ? { dialect: 'list', path: [], shape: 'list' } : undefined),
};
