import { HostError } from '../base/hostError.ts';
import { removeElement, removeProperty, renameProperty, replaceRoot, setProperty } from '../settings/files/editJsonc.ts';
import { nodeAt, parseJsonc, plainValue, propertyOf } from '../settings/files/jsonc.ts';
import { type Container, findContainers } from './dialects/index.ts';
import { FLAGS, flagKey } from './entryFields.ts';
import { nameForEntry } from './entryNames.ts';
import { isTree, type Tree } from './entryTemplate.ts';

/**
 * Pure edits of a configuration file's text, in whatever dialect it is written. Everything outside the edited entry stays byte for byte, and inside
 * it every key that was not changed. They run again on newer text when somebody else saved in between (updateTextFile), so they look the entry up each time.
 */

/** A change of one field, by its path inside the entry. Without a value the field goes. */
export interface FieldChange {
  path: string[];
  value?: unknown;
}

interface Place {
  container: Container;
  /** Path of the entry's value. */
  path: string[];
  key: string;
}

/** The entry as it stands, or undefined. */
export function entryValue(text: string | undefined, name: string): unknown {
  const root = text?.trim() ? parseJsonc(text).root : undefined;
  const place = root && placesOf(text ?? '', name).at(-1);
  const node = root && place && nodeAt(root, place.path);
  return node ? plainValue(node) : undefined;
}

export const hasEntry = (text: string | undefined, name: string): boolean =>
  text !== undefined && text.trim() !== '' && placesOf(text, name).length > 0;

/** Adds an entry behind the others, into the table the file already has. Throws `config.conflict` when the name is taken. */
export function addEntry(text: string | undefined, name: string, value: Tree): string {
  if (hasEntry(text, name)) {
    throw new HostError('config.conflict', `There is already a server named ${JSON.stringify(name)} in this file.`, {
      fix: 'Choose another name, or edit that server.',
    });
  }
  const root = text?.trim() ? parseJsonc(text).root : undefined;
  const containers = root ? findContainers(root) : [];
  const table = containers.findLast(({ shape }) => shape === 'map');
  if (!table && containers.length > 0) {
    throw new HostError('config.conflict', 'This file keeps its servers in a form that a server cannot be added to.', {
      fix: 'Put the servers under "mcpServers" in the file first.',
    });
  }
  return setProperty(text ?? '', table?.path ?? ['mcpServers'], name, value);
}

/** Changes fields of an entry. Throws `config.conflict` when the entry is gone. */
export function patchEntry(text: string | undefined, name: string, changes: readonly FieldChange[]): string {
  const place = mustFind(text, name);
  if (!isTree(entryValue(text, name))) {
    throw new HostError('config.entry', `The server ${JSON.stringify(name)} is not an object in braces, so it cannot be changed here.`, {
      fix: 'Correct it in the file, or remove it.',
    });
  }
  return changes.reduce((current, { path, value }) => {
    const key = path.at(-1) ?? '';
    const parent = [...place.path, ...path.slice(0, -1)];
    return value === undefined ? removeProperty(current, parent, key) : setProperty(current, parent, key, value);
  }, text ?? '');
}

export function renameEntry(text: string | undefined, name: string, newName: string): string {
  if (name === newName) return text ?? '';
  const place = mustFind(text, name);
  if (hasEntry(text, newName)) {
    throw new HostError('config.conflict', `There is already a server named ${JSON.stringify(newName)} in this file.`, {
      fix: 'Choose another name.',
    });
  }
  if (place.container.shape !== 'map') return setProperty(text ?? '', place.path, 'name', newName);
  return renameProperty(text ?? '', place.container.path, place.key, newName);
}

/** Takes every writing of the entry out; a weaker one left behind would come to life. A missing entry changes nothing. */
export function removeEntry(text: string | undefined, name: string): string {
  let current = text ?? '';
  for (;;) {
    const place = hasEntry(current, name) ? placesOf(current, name).at(-1) : undefined;
    if (!place) return current;
    if (place.container.shape === 'map') current = removeProperty(current, place.container.path, place.key);
    else if (place.container.shape === 'list') current = removeElement(current, place.container.path, Number(place.key));
    else return replaceRoot(current, { mcpServers: {} });
  }
}

/** Uses the flag the entry already has, whatever app it is from; `"disabled": true` when it has none. */
export function setEntryEnabled(text: string | undefined, name: string, enabled: boolean): string {
  const entry = entryValue(text, name);
  if (!isTree(entry)) return patchEntry(text, name, []);
  const present = FLAGS.map((flag) => ({ ...flag, key: flagKey(entry, flag.key) })).filter(
    ({ key }) => Object.hasOwn(entry, key) && entry[key] !== null,
  );
  const flip = ({ key, offWhen }: { key: string; offWhen: boolean }): FieldChange => ({ path: [key], value: enabled ? !offWhen : offWhen });
  if (enabled) return patchEntry(text, name, present.filter(({ key, offWhen }) => entry[key] !== !offWhen).map(flip));
  if (present.length === 0) return patchEntry(text, name, [{ path: ['disabled'], value: true }]);
  return patchEntry(text, name, present.filter(({ key, offWhen }) => entry[key] !== offWhen).map(flip));
}

function mustFind(text: string | undefined, name: string): Place {
  const place = hasEntry(text, name) ? placesOf(text ?? '', name).at(-1) : undefined;
  if (place) return place;
  throw new HostError('config.conflict', `The server ${JSON.stringify(name)} is no longer in the file; somebody else removed or renamed it.`, {
    fix: 'Look at the file and try again.',
  });
}

/** Every place of a file that names the entry, weak to strong. */
function placesOf(text: string, name: string): Place[] {
  const { root, problems } = parseJsonc(text);
  const problem = problems[0];
  if (!root || problem) {
    throw new HostError(
      'config.syntax',
      `The file is not changed, because it cannot be read: line ${problem?.line ?? 1}, column ${problem?.column ?? 1}: ${problem?.reason ?? 'it is empty'}.`,
      {
        fix: 'Mend that place in the file first.',
      },
    );
  }
  return findContainers(root).flatMap((container): Place[] => {
    const node = nodeAt(root, container.path);
    if (!node) return [];
    if (container.shape === 'single') return nameForEntry(plainValue(node), 'x') === name ? [{ container, path: [], key: '' }] : [];
    if (container.shape === 'map') return propertyOf(node, name) ? [{ container, path: [...container.path, name], key: name }] : [];
    return (node.children ?? []).flatMap((item, i) =>
      nameForEntry(plainValue(item), '') === name ? [{ container, path: [...container.path, String(i)], key: String(i) }] : [],
    );
  });
}
