// A stdio server of the soak: node stdioServer.mjs NAME [--grandchild] [--stubborn]. It may have a child of its own, and may ignore every polite end.
import { spawn } from 'node:child_process';
import { createAnswers } from './answers.mjs';

const [name] = process.argv.slice(2);
const stubborn = process.argv.includes('--stubborn');
if (process.argv.includes('--grandchild')) {
  // Bounded, so that a failed soak leaves nothing behind for ever.
  spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); process.on("SIGINT", () => {}); setTimeout(() => {}, 3_600_000)'], {
    stdio: 'ignore',
  });
}
if (stubborn) for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);

const write = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);
const answer = createAnswers(name, write);
let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\n');
  rest = lines.pop();
  for (const line of lines) void answer(JSON.parse(line)).then((message) => message && write(message));
});
process.stdin.on('end', () => (stubborn ? setTimeout(() => process.exit(), 60_000) : process.exit()));
process.stderr.write(`${name} is ready\n`);
