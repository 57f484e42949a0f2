// A stdio server that costs next to nothing: node stdioServer.mjs [--tools=N] [--stubborn] [--grandchild]
// Stubborn: ignores the end of its input and every polite signal, within bounds.
import { spawn } from 'node:child_process';
import { answers, envelope } from './answers.mjs';

const flag = (name) => process.argv.includes(`--${name}`);
const tools = Number(process.argv.find((word) => word.startsWith('--tools='))?.slice(8) ?? 1);
const LIFE = 120_000;
if (flag('grandchild')) {
  const deaf = `for (const name of ["SIGTERM", "SIGINT"]) process.on(name, () => {}); setTimeout(() => {}, ${LIFE})`;
  spawn(process.execPath, ['-e', deaf], { stdio: 'ignore' });
}
if (flag('stubborn')) {
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => undefined);
  setTimeout(() => process.exit(), LIFE);
}
const answer = answers({ tools });
let parts = [];
process.stdin.on('data', (given) => {
  let chunk = given;
  for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10)) {
    parts.push(chunk.subarray(0, end));
    chunk = chunk.subarray(end + 1);
    const message = JSON.parse(Buffer.concat(parts).toString());
    parts = [];
    if (message.id === undefined) continue;
    process.stdout.cork();
    for (const piece of envelope(message.id, answer(message))) process.stdout.write(piece);
    process.stdout.write('\n');
    process.stdout.uncork();
  }
  if (chunk.length > 0) parts.push(chunk);
});
process.stdin.on('end', () => !flag('stubborn') && process.exit());
