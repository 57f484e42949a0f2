import type { Condition } from '../../../../preload/contract/permissions.ts';

export type Operator = Condition['op'];
export const OPERATORS: readonly Operator[] = ['equals', 'prefix', 'in', 'host', 'regex', 'range'];

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The value of a condition as a person types it: JSON where it is none of text, text in quotes where it would read as JSON. */
export function valueText(condition: Exclude<Condition, { op: 'range' }>): string {
  if (condition.op !== 'equals') return condition.value;
  const { value } = condition;
  return typeof value === 'string' && !parses(value) ? value : (JSON.stringify(value) ?? '');
}

/** The same back: `5` and `true` are no texts, `"5"` is one. */
export const readValue = (op: Exclude<Operator, 'range'>, path: string, text: string): Condition =>
  op === 'equals' ? { path, op, value: parses(text) ? (JSON.parse(text) as unknown) : text } : { path, op, value: text };

/** Another operator for what is already written. */
export function withOperator(condition: Condition, op: Operator): Condition {
  const text = condition.op === 'range' ? String(condition.min ?? condition.max ?? '') : valueText(condition);
  if (op !== 'range') return readValue(op, condition.path, text);
  const number = Number(text);
  return { path: condition.path, op, ...(text.trim() !== '' && Number.isFinite(number) ? { min: number } : {}) };
}
