import { type Node, nodeAt } from '../../settings/files/jsonc.ts';
import { COMMAND_KEYS, URL_KEYS } from '../parseEntry.ts';

/** Has a command or an address of the right kind. An object `command` is some other app's idea and no server. */
export function looksLikeEntry(node: Node): boolean {
  if (node.type !== 'object') return false;
  const isText = (key: string): boolean => nodeAt(node, [key])?.type === 'string';
  const commandList = nodeAt(node, ['command']);
  return COMMAND_KEYS.some(isText) || URL_KEYS.some(isText) || (commandList?.type === 'array' && commandList.children?.[0]?.type === 'string');
}
