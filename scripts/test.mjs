// npm test: everything a change must pass, in the order that finds faults soonest. The last line is `N passed, N failed`.
//   node scripts/test.mjs [--only types,lint,unit,host,cases,e2e]
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './buildStamp.mjs';
import { ensureBrowser } from './setup.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const only = values.only?.split(',');
const bin = (name) => path.join(root, 'node_modules/.bin', name);
const reports = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-test-'));
process.on('exit', () => fs.rmSync(reports, { recursive: true, force: true }));

/** Runs a command with its output shown, and kept for counting. */
function run(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, FORCE_COLOR: '0', NO_COLOR: '1' } });
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
    child.on('error', (error) => resolve({ code: 127, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** One check that passes or fails as a whole. */
const whole = async (command, args) => {
  const { code } = await run(command, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
};

/** A vitest run; a run that breaks before it can report is one failure. */
async function vitest(name, args) {
  const file = path.join(reports, `${name}.json`);
  const { code } = await run(bin('vitest'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args]);
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 };
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  const failed =
    report.numFailedTests + report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0).length;
  for (const suite of report.testResults)
    for (const test of suite.assertionResults) slow.push([test.duration ?? 0, `${path.relative(root, suite.name)} ${test.title}`]);
  return { passed: report.numPassedTests, failed: failed || (code === 0 ? 0 : 1) };
}

async function cases() {
  const { code, output } = await run(process.execPath, ['test/cases/runner/run.mjs', '--jobs', '2']);
  const [, right = 0, wrong = 0] = /(\d+) right, (\d+) wrong/.exec(output) ?? [];
  return { passed: Number(right), failed: Number(wrong) || (code === 0 ? 0 : 1) };
}

const slow = [];
const steps = {
  types: () => whole('npm', ['run', '-s', 'typecheck']),
  lint: () => whole('npm', ['run', '-s', 'lint']),
  unit: () => vitest('unit', ['--exclude', 'test/host/host.test.ts']),
  build: () => whole(process.execPath, ['scripts/build.mjs']),
  host: () => vitest('host', ['test/host/host.test.ts']),
  cases,
  e2e: () => vitest('e2e', ['--config', 'test/e2e/vitest.config.ts']),
};

if (!ensureBrowser()) process.exit(1);
const total = { passed: 0, failed: 0 };
const summary = [];
for (const [name, step] of Object.entries(steps)) {
  if (only && !only.includes(name)) continue;
  console.log(`\n── ${name}`);
  const started = performance.now();
  const { passed, failed } = await step();
  total.passed += passed;
  total.failed += failed;
  summary.push(
    `${failed ? '✗' : '✓'} ${name.padEnd(6)} ${String(passed).padStart(5)} passed ${String(failed).padStart(3)} failed  ${((performance.now() - started) / 1000).toFixed(1)} s`,
  );
}
const slowest = slow.sort((a, b) => b[0] - a[0]).slice(0, 10);
console.log(`\nslowest tests\n${slowest.map(([ms, title]) => `  ${String(Math.round(ms)).padStart(6)} ms  ${title}`).join('\n')}`);
console.log(`\n${summary.join('\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
