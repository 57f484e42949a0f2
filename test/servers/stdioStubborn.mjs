// A stdio server that ends of nothing but SIGKILL, with a grandchild of the same kind. It tells both pids in a notification.
// --detached: the grandchild leads a group of its own, as browsers do. --polite: the server itself goes at the end of its input.
import { spawn } from 'node:child_process';

const has = (name) => process.argv.includes(`--${name}`);
const STUBBORN = 'for (const s of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(s, () => {}); setTimeout(() => {}, 60000);';
const grandchild = spawn(process.execPath, ['-e', `${STUBBORN} process.stdout.write("up");`], {
  stdio: ['ignore', 'pipe', 'ignore'],
  detached: has('detached'),
});

if (!has('polite')) for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
setTimeout(() => process.exit(99), 60_000);
process.stdin.on('end', () => has('polite') && process.exit(0));

// The grandchild has its handlers before anyone is told about it.
grandchild.stdout.once('data', () => {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/pids', params: { pids: [process.pid, grandchild.pid] } })}\n`);
  process.stdin.resume();
});
