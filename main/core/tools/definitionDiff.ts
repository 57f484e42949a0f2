import type { DefinitionChange } from '../../../preload/contract/tools.ts';
import { revealHidden } from '../base/hiddenText.ts';
import type { Raw } from '../servers/session.ts';
import { pinnedPart } from './definitionHash.ts';
import { equalJson } from './schema/equalJson.ts';
import { isObject } from './schema/keywords.ts';
import { pointerToken } from './schema/notes.ts';

/** Places that are told one by one; a definition that changed all over is shown as a whole anyway. */
const MAX_CHANGES = 100;

/** What changed between the approved definition and the present one (TOL-9), field by field. */
export function diffDefinitions(before: Raw, after: Raw): DefinitionChange[] {
  const changes: DefinitionChange[] = [];
  compare(pinnedPart(before), pinnedPart(after), '', changes);
  return changes;
}

function compare(before: unknown, after: unknown, pointer: string, changes: DefinitionChange[]): void {
  if (changes.length >= MAX_CHANGES || equalJson(before, after)) return;
  if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compare(own(before, key), own(after, key), `${pointer}/${pointerToken(key)}`, changes);
    }
    return;
  }
  const place = revealHidden(pointer);
  if (before === undefined) changes.push({ pointer: place, kind: 'added', after: clip(shown(after)) });
  else if (after === undefined) changes.push({ pointer: place, kind: 'removed', before: clip(shown(before)) });
  else changes.push({ pointer: place, kind: 'changed', ...aroundChange(shown(before), shown(after)) });
}

const MAX_TEXT = 8_000;
const CONTEXT = 400;

/** Two long texts from shortly before they part: what both begin with is no news, and a change far down must be seen. */
function aroundChange(before: string, after: string): { before: string; after: string } {
  if (Math.max(before.length, after.length) <= MAX_TEXT) return { before, after };
  let same = 0;
  while (same < before.length && before[same] === after[same]) same += 1;
  const from = Math.max(0, same - CONTEXT);
  const part = (text: string): string => clip(`${from > 0 ? '…' : ''}${text.slice(from)}`);
  return { before: part(before), after: part(after) };
}

const clip = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT).toWellFormed()}…` : text);

const own = (map: Raw, key: string): unknown => (Object.hasOwn(map, key) ? map[key] : undefined);
const shown = (value: unknown): string => revealHidden(typeof value === 'string' ? value : JSON.stringify(value, undefined, 2));

/** The changes as text, in the manner of a unified diff: the place, then lines that went (`-`) and came (`+`). */
export function formatChanges(changes: readonly DefinitionChange[]): string {
  return changes
    .map(({ pointer, before, after }) => {
      const [gone, come] = [before?.split('\n') ?? [], after?.split('\n') ?? []];
      return [pointer === '' ? '(root)' : pointer, ...lineChanges(gone, come)].join('\n');
    })
    .join('\n');
}

/** Lines that both texts share at their beginning and end are shown once, unmarked. */
function lineChanges(gone: readonly string[], come: readonly string[]): string[] {
  const shortest = Math.min(gone.length, come.length);
  let head = 0;
  while (head < shortest && gone[head] === come[head]) head += 1;
  let tail = 0;
  while (tail < shortest - head && gone[gone.length - 1 - tail] === come[come.length - 1 - tail]) tail += 1;
  return [
    ...gone.slice(0, head).map((line) => `  ${line}`),
    ...gone.slice(head, gone.length - tail).map((line) => `- ${line}`),
    ...come.slice(head, come.length - tail).map((line) => `+ ${line}`),
    ...gone.slice(gone.length - tail).map((line) => `  ${line}`),
  ];
}
