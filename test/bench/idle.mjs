// Doing nothing with twenty servers connected: CPU of the product's process, and its memory against a bare Node process.
//   node --expose-gc test/bench/idle.mjs [--servers=20] [--seconds=20]
// Ten local and ten remote servers. Measured without the window: its process is Electron's or the browser's, not ours. The target of 1.3 times an
// empty window's Node process counts that window in on both sides; against a bare Node process the product's own modules weigh more.
import { fork, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { composedCore } from './kit/composedCore.mjs';
import { finish, median, note, option, rest, show, spent, target } from './kit/stats.mjs';

const count = Number(option('servers', '20'));
const seconds = Number(option('seconds', '20'));
const kit = (name) => path.join(import.meta.dirname, 'kit', name);
/** MiB of a process that are its own. */
const memory = (pid) => {
  const text = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1] ?? Number.NaN) / 1024;
};

const web = fork(kit('httpServer.mjs'), [`--ports=${count / 2}`, '--tools=10']);
const ports = await new Promise((resolve) => web.once('message', resolve));
const local = Array.from({ length: count / 2 }, (_, at) => [`l${at}`, { command: process.execPath, args: [kit('stdioServer.mjs'), '--tools=10'] }]);
const remote = ports.map((port) => [`r${port}`, { type: 'http', url: `http://127.0.0.1:${port}/json` }]);
const { core, end } = composedCore({ servers: Object.fromEntries([...local, ...remote]) });
await core.start();
await core.servers.settled();
const connected = core.servers.list().filter(({ state }) => state.kind === 'connected').length;
await rest(3_000);
globalThis.gc?.();
await rest(500);

// The yardstick: a Node that loaded nothing, kept alive by one timer.
const bare = spawn(process.execPath, ['--expose-gc', '-e', 'gc(); setInterval(() => {}, 1e6)'], { stdio: 'ignore' });
// In parts, and their median: the engine tidies its heap once some seconds after the last work, which is no idling yet.
const PARTS = 5;
const shares = [];
for (let part = 0; part < PARTS; part += 1) {
  const cpu = process.cpuUsage();
  const began = performance.now();
  await rest((seconds * 1000) / PARTS);
  shares.push((100 * spent(cpu)) / (performance.now() - began));
}
globalThis.gc?.();
const [ours, theirs] = [memory('self'), memory(bare.pid)];
bare.kill();

note(`idle, ${connected} of ${count} servers connected: memory`, `${show(ours)} MiB, heap ${show(process.memoryUsage().heapUsed / 2 ** 20)} MiB`);
note('idle: memory / bare Node process (without the window)', `${show(ours / theirs)} × (${show(theirs)} MiB)`);
target(`idle, ${connected} servers connected: CPU`, median(shares), 0.5, '%');
note('idle: CPU in each part of the time', shares.map((share) => `${show(share)} %`).join(', '));
await end();
web.disconnect();
finish();
process.exit();
