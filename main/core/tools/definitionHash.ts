import { createHash } from 'node:crypto';
import type { Raw } from '../servers/session.ts';
import { canonicalJson } from './canonicalJson.ts';

/** What a person approves when they approve a tool (TOL-9). Icons, `_meta` and the like may change without asking again. */
export const PINNED_FIELDS = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

/** The pinned fields of a definition, as they came. */
export function pinnedPart(definition: Raw): Raw {
  const part: Raw = {};
  for (const field of PINNED_FIELDS) if (definition[field] !== undefined) part[field] = definition[field];
  return part;
}

/** SHA-256 over the canonical JSON of the pinned fields, hex. The order of keys does not count. */
export const definitionHash = (definition: Raw): string =>
  createHash('sha256')
    .update(canonicalJson(pinnedPart(definition)))
    .digest('hex');
