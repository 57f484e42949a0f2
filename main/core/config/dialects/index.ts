import type { Node } from '../../settings/files/jsonc.ts';
import { bareList, bareMap, singleEntry } from './bare.ts';
import type { Container, Dialect } from './dialect.ts';
import { dottedServers, mcpMap, mcpServers, nestedMcpServers, snakeCase, vscodeServers, vscodeSettings, zed } from './named.ts';

export type { Container } from './dialect.ts';

/** A file may hold several of these side by side; the later one wins where both name a server. */
const NAMED: readonly Dialect[] = [dottedServers, snakeCase, zed, mcpMap, vscodeSettings, nestedMcpServers, vscodeServers, mcpServers];
/** Only when nothing is named. */
const BARE: readonly Dialect[] = [singleEntry, bareMap, bareList];

/** All places of a file that hold servers, weak to strong. */
export function findContainers(root: Node): Container[] {
  const named = NAMED.flatMap((dialect) => dialect.find(root) ?? []);
  if (named.length > 0) return named;
  const bare = BARE.map((dialect) => dialect.find(root)).find((container) => container !== undefined);
  return bare ? [bare] : [];
}
