import type { Condition } from '../../../../preload/contract/permissions.ts';
import { assertNever } from '../../base/assertNever.ts';
import { findValues, spread } from './findValues.ts';
import { matchHost } from './hostCondition.ts';
import type { Match, MatchContext } from './match.ts';
import { matchIn } from './pathCondition.ts';
import { deepEqual, matchEquals, matchPrefix, matchRange, matchRegex } from './textConditions.ts';

/**
 * Whether a rule's condition holds for these arguments. `surely` (allow rules) asks for every value the path points at and for no
 * doubt; otherwise (deny and ask rules) one value that may match is enough. An argument that is not there matches neither, except that
 * a deny or ask rule judges the default which the tool's schema names for it.
 */
export function conditionMatches(
  condition: Condition,
  args: Record<string, unknown>,
  surely: boolean,
  context: MatchContext,
  schema: Record<string, unknown> = {},
): boolean {
  const found = findValues(args, condition.path);
  if (!surely && found.values.length === 0) found.values = defaultsOf(schema, condition.path);
  if (condition.op === 'equals' && found.values.length === 1 && !found.gaps && !found.more && deepEqual(condition.value, found.values[0]))
    return true;
  const { values, gaps, more } = spread(found);
  const results = values.map((value) => matchOne(condition, value, context));
  if (surely) return !gaps && !more && results.length > 0 && results.every((result) => result === 'surely');
  return more || results.some((result) => result !== 'no');
}

/** The default of an argument that is not there, as a server will fill it in. */
function defaultsOf(schema: unknown, path: string): unknown[] {
  let node = schema;
  for (const key of path.split('.')) {
    const properties = own(node, 'properties');
    node = own(properties, key);
  }
  const value = own(node, 'default');
  return value === undefined || value === null ? [] : [value];
}

const own = (node: unknown, key: string): unknown =>
  typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? (node as Record<string, unknown>)[key] : undefined;

function matchOne(condition: Condition, value: unknown, context: MatchContext): Match {
  switch (condition.op) {
    case 'equals':
      return matchEquals(condition.value, value);
    case 'prefix':
      return matchPrefix(condition.value, value, condition.path);
    case 'regex':
      return matchRegex(condition.value, value);
    case 'in':
      return matchIn(condition.value, value, context);
    case 'host':
      return matchHost(condition.value, value);
    case 'range':
      return matchRange(condition, value);
    default:
      return assertNever(condition);
  }
}
