import type { Condition } from '../../../../preload/contract/permissions.ts';
import { assertNever } from '../../base/assertNever.ts';
import { findValues, spread } from './findValues.ts';
import { matchHost } from './hostCondition.ts';
import type { Match, MatchContext } from './match.ts';
import { matchIn } from './pathCondition.ts';
import { deepEqual, matchEquals, matchPrefix, matchRange, matchRegex } from './textConditions.ts';

/**
 * Whether a rule's condition holds for these arguments. `surely` (allow rules) asks for every value the path points at and for no
 * doubt; otherwise (deny and ask rules) one value that may match is enough. An argument that is not there matches neither.
 */
export function conditionMatches(condition: Condition, args: Record<string, unknown>, surely: boolean, context: MatchContext): boolean {
  const found = findValues(args, condition.path);
  if (condition.op === 'equals' && found.values.length === 1 && !found.gaps && !found.more && deepEqual(condition.value, found.values[0]))
    return true;
  const { values, gaps, more } = spread(found);
  const results = values.map((value) => matchOne(condition, value, context));
  if (surely) return !gaps && !more && results.length > 0 && results.every((result) => result === 'surely');
  return more || results.some((result) => result !== 'no');
}

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
