import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const page = fs.readFileSync(path.join(root, 'docs/requirements.md'), 'utf8');

interface Row {
  id: string;
  kept: string[];
  proofs: { file: string; titles: string[] }[];
}

const paths = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, name]) => name ?? '');

/** `| id | promise | places | `file` “title”; “title”; `file` … |` */
function readRow(line: string): Row {
  const [id = '', , kept = '', proof = ''] = line.slice(2, -2).split(' | ');
  const proofs = proof.split(/(?=`[^`]+`)/).flatMap((part) => {
    const [file] = paths(part);
    return file ? [{ file, titles: [...part.matchAll(/“([^”]+)”/g)].map(([, title]) => title ?? '') }] : [];
  });
  return { id, kept: paths(kept), proofs };
}

const rows = page
  .split('\n')
  .filter((line) => /^\| [A-Z]{3}-\d+ /.test(line))
  .map(readRow);

describe('docs/requirements.md', () => {
  test('names every promise of its groups once', () => {
    const groups = { CFG: 8, TRN: 9, CON: 12, AUT: 4, TOL: 11, PER: 7, CAL: 8 };
    const all = Object.entries(groups).flatMap(([group, count]) => Array.from({ length: count }, (_, i) => `${group}-${i + 1}`));
    expect(rows.map(({ id }) => id)).toEqual(all);
  });

  test.each(rows.map((row) => [row.id, row] as const))('%s is kept and proven where the page says', (_id, { kept, proofs }) => {
    for (const place of kept) expect(fs.existsSync(path.join(root, place)), place).toBe(true);
    expect(proofs).not.toEqual([]);
    for (const { file, titles } of proofs) {
      if (file.startsWith('npm run ')) continue;
      const text = fs.readFileSync(path.join(root, file), 'utf8').replaceAll("\\'", "'");
      for (const title of titles) expect(text, `${file} has no test “${title}”`).toContain(title);
    }
  });
});
