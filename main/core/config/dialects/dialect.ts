import type { Node } from '../../settings/files/jsonc.ts';

/**
 * Where a file keeps its servers. `map`: names to entries; `list`: entries with a name of their own; `single`: the value itself is one entry.
 * `inputs` is the path of VS Code's list of questions.
 */
export interface Container {
  dialect: string;
  path: string[];
  shape: 'map' | 'list' | 'single';
  inputs?: string[];
}

/** One app's way of writing servers down: looks at a file and says where they are, or nothing. */
export interface Dialect {
  name: string;
  find(root: Node): Container | undefined;
}
