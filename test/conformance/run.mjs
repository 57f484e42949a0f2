#!/usr/bin/env node
// The official conformance suite, one scenario at a time: together they starve each other on small machines, and the suite's own
// exit code hides it. A scenario counts when its run ended with 0 and reported neither failure nor warning.
// node test/conformance/run.mjs [--only TEXT] [--revision 2025-11-25] [--scored] [--verbose]
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const suite = path.join(root, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
const option = (name) => (process.argv.includes(name) ? process.argv[process.argv.indexOf(name) + 1] : undefined);
const only = option('--only');
const revision = option('--revision');
const verbose = process.argv.includes('--verbose');

/** Resolves with exit code and everything that was said. */
function run(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [suite, ...args], {
      cwd: root,
      env: { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}` },
    });
    let text = '';
    child.stdout.on('data', (chunk) => {
      text += chunk;
    });
    child.stderr.on('data', (chunk) => {
      text += chunk;
    });
    child.on('close', (code) => resolve({ code, text }));
  });
}

const listed = (await run(['list', '--client'])).text
  .split('\n')
  .map((line) => /^\s*- (\S+) \[(.*)\]/.exec(line))
  .filter(Boolean)
  .map(([, name, tags]) => ({ name, tags: tags.split(',') }));

const scored = ['2025-11-25', '2026-07-28'].filter((wanted) => !revision || wanted === revision);
const plan = scored.flatMap((spec) =>
  listed.filter(({ tags, name }) => tags.includes(spec) && name !== 'json-schema-2020-12-preservation').map(({ name }) => ({ name, spec })),
);
// Not part of a revision's score: older schemes and extensions. What the app does not offer is run and shown all the same, and fails nothing.
const more = process.argv.includes('--scored')
  ? []
  : listed
      .filter(({ name, tags }) => tags.includes('extension') || tags.includes('2025-03-26') || name === 'json-schema-2020-12-preservation')
      .map(({ name, tags }) => ({ name, tags, spec: tags.includes('extension') ? '2026-07-28' : tags[0], extra: true }));

const score = {};
let failed = 0;
for (const { name, spec, extra, tags = [] } of [...plan, ...more].filter(({ name }) => !only || name.includes(only))) {
  const started = Date.now();
  const { code, text } = await run([
    'client',
    '--command',
    'node test/conformance/client.ts',
    '--scenario',
    name,
    ...(extra ? [] : ['--spec-version', spec]),
    '--timeout',
    '60000',
  ]);
  // A scenario of which nothing was checked has not passed; one optional check that does not concern this client is no failure.
  const passed = code === 0 && !text.includes('Passed: 0/0') && !/\b[1-9]\d* (failed|warnings?)\b/.test(text);
  const key = !extra ? spec : tags.includes('extension') ? 'extensions' : tags.includes('2025-03-26') ? 'back-compat' : 'beside the score';
  score[key] ??= { right: 0, of: 0 };
  score[key].of += 1;
  if (passed) score[key].right += 1;
  else if (!extra) failed += 1;
  console.log(`${passed ? 'ok    ' : 'FAILED'} ${spec} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
  if (!passed || verbose) console.log(text.replace(/^/gm, '       '));
}
for (const [key, { right, of }] of Object.entries(score)) console.log(`${key}: ${right} of ${of}`);
process.exit(failed > 0 ? 1 : 0);
