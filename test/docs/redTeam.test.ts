import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const text = fs.readFileSync(path.join(root, 'docs/security.md'), 'utf8');
const rows = [...text.matchAll(/^\| (?<attack>.+?) \| (?<outcome>.+?) \| `(?<file>test\/[^`]+)`: “(?<name>.+)” \|$/gm)].map(
  ({ groups = {} }) => groups,
);

/** The title as it stands in the code: the first argument of `test`, `it` or of what `.each` gave. */
function holds(code: string, name: string): boolean {
  const literal = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/['"]/g, (quote) => `\\\\?${quote}`);
  const written = code.replace(/^\s*(\/\/|\*).*$/gm, '');
  return new RegExp(`\\(\\s*(['"\`])${literal}\\1\\s*,`).test(written);
}

test('the table names at least thirty attacks, and no row is written in another form', () => {
  const table = text.slice(text.indexOf('## Attacks'));
  expect(rows.length).toBeGreaterThanOrEqual(30);
  expect(rows).toHaveLength(table.split('\n').filter((line) => line.startsWith('| ')).length - 1);
});

test.each(rows)('$attack: $file', ({ file = '', name = '' }) => {
  const code = fs.readFileSync(path.join(root, file), 'utf8');
  expect(holds(code, name), `${file} has no test called "${name}"`).toBe(true);
  // A test that is switched off proves nothing.
  expect(code).not.toMatch(/\b(test|it|describe)\.(skip|todo|only)\(/);
});

test('the check has teeth', () => {
  expect(holds("test('a', () => {})", 'a')).toBe(true);
  expect(holds("test.each([1])('a %s', () => {})", 'a %s')).toBe(true);
  expect(holds("  // test('a', () => {})\nconst b = 'a';", 'a')).toBe(false);
  expect(holds("test('a b', () => {})", 'a')).toBe(false);
});
