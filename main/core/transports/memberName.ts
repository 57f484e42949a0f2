/**
 * The name in front of a value that starts at `value`, `''` in a list; undefined when the string there is the name itself.
 * Throws a SyntaxError for anything else that stands there.
 */
export function memberName(bytes: Buffer, start: number, value: number, inList: boolean): string | undefined {
  const before = bytes.toString('utf8', start, value).trim();
  if (inList) {
    if (before !== '') throw new SyntaxError('text in front of a value');
    return '';
  }
  if (before === '') return undefined;
  if (!before.endsWith(':')) throw new SyntaxError('a member without a name');
  const key: unknown = JSON.parse(before.slice(0, -1));
  if (typeof key !== 'string') throw new SyntaxError('a name that is no string');
  return key;
}
