// npm run bench [-- NAME …]: every measurement in turn, each against its yardstick in the same run. Read the ratios; times belong to this machine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const folder = import.meta.dirname;
const known = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith('.mjs') && name !== 'run.mjs')
  .map((name) => name.slice(0, -4))
  .sort();
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no measurement ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(2);
}
let failed = 0;
for (const name of wanted.length > 0 ? wanted : known) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, ['--expose-gc', path.join(folder, `${name}.mjs`)], { stdio: 'inherit' });
  if (status !== 0) failed += 1;
}
process.exitCode = failed > 0 ? 1 : 0;
