import { EntryProblem, isTree, kindOf, type Remark, type Tree } from './entryTemplate.ts';

/** The first of these keys that the entry has, with a value. */
export function pick(entry: Tree, keys: readonly string[]): { key: string; value: unknown } | undefined {
  const key = keys.find((name) => Object.hasOwn(entry, name) && entry[name] !== undefined && entry[name] !== null);
  return key === undefined ? undefined : { key, value: entry[key] };
}

/** A table of texts (`env`, `headers`). Numbers and booleans become text with a remark, null means left out, anything else refuses the entry. */
export function textTable(found: { key: string; value: unknown } | undefined, remarks: Remark[]): Record<string, string> {
  if (!found) return {};
  const { key: field, value } = found;
  if (!isTree(value)) throw new EntryProblem(field, `${field} must be an object, not ${kindOf(value)}`, `Write ${field} as { "NAME": "value" }.`);
  const out: Record<string, string> = {};
  for (const [name, item] of Object.entries(value)) {
    const place = `${field}.${name}`;
    if (name === '' || /[=\0\r\n]/.test(name))
      throw new EntryProblem(place, `${field} has a name that cannot be used`, 'Use letters, digits, - and _.');
    if (item === null || item === undefined) continue;
    if (typeof item === 'object') throw new EntryProblem(place, `${place} must be text, not ${kindOf(item)}`, 'Write the value in double quotes.');
    if (typeof item !== 'string')
      remarks.push({
        field: place,
        severity: 'info',
        reason: `${place} is ${kindOf(item)} and is passed on as text`,
        fix: 'Write it in double quotes.',
      });
    Object.defineProperty(out, name, { value: String(item), enumerable: true, writable: true, configurable: true });
  }
  return out;
}

/** Flags that say on or off, as different apps call them; `true` in the second list means on. */
const OFF_FLAGS = ['disabled', 'disable', 'isDisabled'];
const ON_FLAGS = ['enabled', 'enable', 'isActive', 'active', 'isEnabled', 'is_active'];
export const FLAGS: readonly { key: string; offWhen: boolean }[] = [
  ...OFF_FLAGS.map((key) => ({ key, offWhen: true })),
  ...ON_FLAGS.map((key) => ({ key, offWhen: false })),
];

const WORDS: Readonly<Record<string, boolean | undefined>> = {
  true: true,
  yes: true,
  on: true,
  '1': true,
  false: false,
  no: false,
  off: false,
  '0': false,
};

/** The flag as this entry spells it. */
export const flagKey = (entry: Tree, known: string): string =>
  Object.hasOwn(entry, known) ? known : (Object.keys(entry).find((name) => name.toLowerCase() === known.toLowerCase()) ?? known);

/** Off as soon as one flag says so; a contradiction or a value that is neither means off with a remark: nothing starts by mistake. */
export function isDisabled(entry: Tree, remarks: Remark[]): boolean {
  const said = FLAGS.flatMap(({ key: known, offWhen }) => {
    // `Disabled` was meant as well: better off by mistake than on.
    const key = flagKey(entry, known);
    const value = Object.hasOwn(entry, key) ? entry[key] : undefined;
    if (value === undefined || value === null) return [];
    const flag = typeof value === 'boolean' ? value : WORDS[String(value).trim().toLowerCase()];
    if (flag === undefined)
      remarks.push({
        field: key,
        severity: 'warning',
        reason: `${key} is neither true nor false, so the server stays off`,
        fix: 'Write true or false.',
      });
    return [{ key, off: flag === undefined || flag === offWhen }];
  });
  const off = said.filter((flag) => flag.off);
  const on = said.find((flag) => !flag.off);
  if (off[0] && on)
    remarks.push({
      field: on.key,
      severity: 'warning',
      reason: `${off[0].key} and ${on.key} contradict each other, so the server stays off`,
      fix: 'Keep one of them.',
    });
  return off.length > 0;
}

/** `alwaysAllow` and its kin: shown as suggestions, never applied silently. */
export function suggestedAllow(entry: Tree): string[] {
  return ['alwaysAllow', 'autoApprove', 'always_allow', 'auto_approve', 'trust'].flatMap((key) => {
    const value = Object.hasOwn(entry, key) ? entry[key] : undefined;
    if (value === true) return ['*'];
    if (typeof value === 'string' && value.trim() !== '') return value.split(/[\s,]+/).filter(Boolean);
    return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
  });
}
