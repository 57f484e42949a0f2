import { expect, test } from 'vitest';
import { applyPatches, diff } from '../../preload/contract/mirror.ts';

/** mulberry32: small, seeded, good enough to repeat a failure. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

function make(next: () => number, depth: number): Json {
  const kind = Math.floor(next() * (depth > 0 ? 6 : 4));
  if (kind === 0) return Math.floor(next() * 5);
  if (kind === 1) return 'abcdef'.slice(0, Math.floor(next() * 6));
  if (kind === 2) return next() < 0.5;
  if (kind === 3) return null;
  if (kind === 4) return Array.from({ length: Math.floor(next() * 4) }, () => make(next, depth - 1));
  return Object.fromEntries(Array.from({ length: Math.floor(next() * 4) }, () => ['abcdefg'[Math.floor(next() * 7)] ?? 'z', make(next, depth - 1)]));
}

/** Changes some places and keeps the rest by reference, the way views do. */
function mutate(next: () => number, value: Json, depth: number): Json {
  if (next() < 0.15) return make(next, depth);
  if (typeof value === 'string') return next() < 0.5 ? `${value}+` : value;
  if (Array.isArray(value))
    return next() < 0.3 ? [...value, make(next, 1)] : next() < 0.2 ? value.slice(1) : value.map((item) => mutate(next, item, depth - 1));
  if (value === null || typeof value !== 'object') return value;
  const copy: { [key: string]: Json } = {};
  for (const [key, item] of Object.entries(value)) if (next() > 0.1) copy[key] = next() < 0.5 ? item : mutate(next, item, depth - 1);
  if (next() < 0.2) copy['abcdefg'[Math.floor(next() * 7)] ?? 'z'] = make(next, 2);
  return copy;
}

test('applying a difference always gives the later state, and leaves the earlier one alone', () => {
  const next = random(20260728);
  for (let round = 0; round < 5000; round++) {
    const before = make(next, 4);
    const after = mutate(next, before, 4);
    const frozen = JSON.stringify(before);
    expect(applyPatches(before, diff(before, after))).toEqual(after);
    expect(JSON.stringify(before)).toBe(frozen);
  }
});

test('streamed text travels as append, an unchanged branch costs nothing', () => {
  const shared = { big: Array.from({ length: 10 }, (_, i) => i) };
  const before = { text: 'Hel', shared };
  expect(diff(before, { text: 'Hello', shared })).toEqual([{ op: 'append', path: ['text'], text: 'lo' }]);
  const applied = applyPatches(before, [{ op: 'append', path: ['text'], text: 'lo' }]);
  expect(applied.shared).toBe(shared);
});

test('keys that exist on every object are data like any other', () => {
  const before = { records: {} };
  const after = { records: { toString: 1, constructor: { a: 1 } } };
  expect(applyPatches(before, diff(before, after))).toEqual(after);
});
