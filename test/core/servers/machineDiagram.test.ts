import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { machinePage } from './machineDiagram.ts';

test('docs/server-machine.md is what the code says (run: node scripts/machine-diagram.ts)', () => {
  const page = path.resolve(import.meta.dirname, '../../../docs/server-machine.md');
  expect(fs.readFileSync(page, 'utf8')).toBe(machinePage());
});
