import type { ErrorObject } from 'ajv';
import { revealHidden } from '../../base/hiddenText.ts';
import { typesOfValue } from './allowedTypes.ts';

/** One place that does not fit: JSON pointer (`(root)` for the whole) and reason. Never the value itself: it may be a secret. */
export interface ArgumentError {
  path: string;
  reason: string;
}

const MAX_ERRORS = 10;
/** They only say that one of the errors beside them is to blame. */
const SUMMARIES = new Set(['anyOf', 'oneOf', 'if', 'not', 'propertyNames']);

/** Ajv's errors in words a model can act on, at most ten, the summaries only where nothing else says more. */
export function explainErrors(errors: readonly ErrorObject[], value: unknown): ArgumentError[] {
  const telling = errors.filter((error) => !SUMMARIES.has(error.keyword));
  const chosen = telling.length > 0 ? telling : errors;
  const seen = new Set<string>();
  const found: ArgumentError[] = [];
  for (const error of chosen) {
    const explained = { path: revealHidden(error.instancePath) || '(root)', reason: revealHidden(reasonOf(error, value)) };
    const key = `${explained.path} ${explained.reason}`;
    if (seen.has(key)) continue;
    seen.add(key);
    found.push(explained);
    if (found.length === MAX_ERRORS) break;
  }
  return found;
}

/** `/city: must be string, not number; (root): …` */
export const formatErrors = (errors: readonly ArgumentError[]): string => errors.map(({ path, reason }) => `${path}: ${reason}`).join('; ');

function reasonOf(error: ErrorObject, value: unknown): string {
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      return `the required property ${quoted(params.missingProperty)} is missing`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `the property ${quoted(params.additionalProperty ?? params.unevaluatedProperty)} is not known`;
    case 'type':
      return `must be ${[params.type].flat().join(' or ')}, not ${typesOfValue(valueAt(value, error.instancePath))[0] ?? 'missing'}`;
    case 'enum':
      return `must be one of ${listed(params.allowedValues)}`;
    case 'const':
      return `must be ${listed([params.allowedValue])}`;
    case 'false schema':
      return 'must not be there';
    default:
      return error.message ?? `does not fulfil ${error.keyword}`;
  }
}

const quoted = (name: unknown): string => JSON.stringify(String(name).slice(0, 100));
const listed = (values: unknown): string => {
  const texts = (Array.isArray(values) ? values : [values]).map((value) => JSON.stringify(value));
  return texts.slice(0, 20).join(', ').slice(0, 500) + (texts.length > 20 ? ', …' : '');
};

function valueAt(value: unknown, pointer: string): unknown {
  let node = value;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    node = typeof node === 'object' && node !== null ? (node as Record<string, unknown>)[key] : undefined;
  }
  return node;
}
