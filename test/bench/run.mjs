// npm run bench [-- NAME …]: every measurement in turn, each against its yardstick in the same run. Read the ratios; times belong to this machine.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
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
const summary = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-bench-')), 'rows.jsonl');
const began = performance.now();
let failed = 0;
for (const name of wanted.length > 0 ? wanted : known) {
  console.log(`\n== ${name}`);
  const { status } = spawnSync(process.execPath, ['--expose-gc', path.join(folder, `${name}.mjs`)], {
    stdio: 'inherit',
    env: { ...process.env, QUAYSIDE_BENCH_SUMMARY: summary },
  });
  if (status !== 0) failed += 1;
}
if (fs.existsSync(summary)) {
  const rows = fs
    .readFileSync(summary, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const widest = Math.max(...rows.map(({ what }) => what.length));
  console.log(`\n== all targets, ${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
  for (const { what, target, result, verdict } of rows) console.log(`${what.padEnd(widest)}  ${target.padEnd(11)} ${result.padEnd(24)} ${verdict}`);
  const missed = rows.filter(({ verdict }) => verdict === 'missed').length;
  console.log(`${rows.filter(({ verdict }) => verdict === 'met').length} met, ${missed} missed`);
}
fs.rmSync(path.dirname(summary), { recursive: true, force: true });
process.exitCode = failed > 0 ? 1 : 0;
