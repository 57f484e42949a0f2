// Soak: many servers, all transports, calls all the time, and everything that can happen to a server.
//   node test/soak/run.mjs [--minutes=30] [--servers=50] [--seed=N] [--every=1500]
// At the end nothing may be left: no call without an end, no process, timer or socket, no server that does not come back,
// and no more heap than after the warm-up (10 MB of tolerance). The exit code says it.
import { fork } from 'node:child_process';
import path from 'node:path';
import { systemClock } from '../../main/core/base/clock.ts';
import { composedCore } from '../bench/kit/composedCore.mjs';
import { seededRandom } from '../fakes/seededRandom.ts';
import { createChaos } from './chaos.mjs';
import { countingClock, heapAfterCollection, openHandles, openTimers, ourProcesses } from './leaks.mjs';
import { createTraffic } from './traffic.mjs';

const option = (name, fallback) => {
  const at = process.argv.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  if (at < 0) return fallback;
  return Number(process.argv[at].includes('=') ? process.argv[at].split('=')[1] : process.argv[at + 1]);
};
const minutes = option('minutes', 30);
const count = option('servers', 50);
const seed = option('seed', Date.now() % 1_000_000);
const random = seededRandom(seed);
const HEAP_TOLERANCE = 10;
/** Longest time without one good answer of a server that is wanted. A server that was given up is tried again after two minutes. */
const RUNAWAY_AFTER = 8 * 60_000;

const here = import.meta.dirname;
const mark = `QUAYSIDE_SOAK=${process.pid}-${seed}`;
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const began = Date.now();
const clockTime = () =>
  `${String(Math.floor((Date.now() - began) / 60_000)).padStart(2)}:${String(Math.floor((Date.now() - began) / 1000) % 60).padStart(2, '0')}`;
const say = (line) => console.log(`[${clockTime()}] ${line}`);
const faults = [];
const report = (fault) => {
  faults.push(fault);
  if (faults.length <= 50) say(`FAULT ${fault}`);
};
process.on('uncaughtException', (error) => report(`an exception nobody caught: ${error.stack}`));
process.on('unhandledRejection', (error) => report(`a rejection nobody handled: ${error?.stack ?? error}`));

const KINDS = ['stdio', 'json', 'stdio', 'sse', 'stdio', 'modern', 'stdio', 'old', 'stdio', 'ws'];
const kinds = new Map(Array.from({ length: count }, (_, i) => [`s${String(i).padStart(2, '0')}`, KINDS[i % KINDS.length]]));
const remote = [...kinds].filter(([, kind]) => kind !== 'stdio').map(([name, kind]) => ({ name, kind }));
const host = fork(path.join(here, 'remoteServers.mjs'), [JSON.stringify(remote)]);
host.on('message', ({ trouble }) => trouble && say(`the remote servers: ${trouble}`));
const { ports } = await new Promise((resolve) => host.once('message', resolve));

function entryOf(name, kind, at) {
  const [key, value] = mark.split('=');
  if (kind === 'stdio') {
    const more = [...(at % 4 === 0 ? ['--grandchild'] : []), ...(at % 8 === 0 ? ['--stubborn'] : [])];
    return { command: process.execPath, args: [path.join(here, 'stdioServer.mjs'), name, ...more], env: { [key]: value } };
  }
  const port = ports[name];
  if (kind === 'ws') return { type: 'ws', url: `ws://127.0.0.1:${port}/` };
  if (kind === 'old') return { type: 'sse', url: `http://127.0.0.1:${port}/sse` };
  return { type: 'http', url: `http://127.0.0.1:${port}/mcp` };
}

const clock = countingClock(systemClock);
const servers = Object.fromEntries([...kinds].map(([name, kind], at) => [name, entryOf(name, kind, at)]));
const { core, end } = composedCore({
  servers,
  clock,
  settings: { permissions: { trustAnnotations: [...kinds.keys()].filter((_, at) => at % 3 !== 0) } },
});
say(
  `seed ${seed}, ${count} servers (${Object.entries(Object.groupBy(kinds.values(), (kind) => kind))
    .map(([kind, list]) => `${list.length} ${kind}`)
    .join(', ')}), ${minutes} minutes`,
);
await core.start();
await core.servers.settled();
const stateOf = (name) => core.servers.get(name)?.state;
for (const [name] of kinds) if (stateOf(name)?.kind !== 'connected') report(`${name} did not connect: ${JSON.stringify(stateOf(name))}`);
say('all servers answered the first time');

const traffic = createTraffic({ core, random, names: [...kinds.keys()], report });
const chaos = createChaos({ core, random, kinds, order: (order) => host.connected && host.send(order), mark, everyMs: option('every', 1500) });
const endAt = began + minutes * 60_000;
const warmAt = began + Math.min(5, minutes / 4) * 60_000;
traffic.start();
chaos.start();

let warm;
let cpu = process.cpuUsage();
let toldAt = Date.now();
const toldRunaway = new Set();
while (Date.now() < endAt) {
  await rest(
    Math.min(60_000, Math.max(1_000, endAt - Date.now()), warm === undefined ? Math.max(1_000, warmAt - Date.now()) : Number.POSITIVE_INFINITY),
  );
  const heap = await heapAfterCollection();
  if (warm === undefined && Date.now() >= warmAt) {
    warm = heap;
    say(`warm: heap ${heap.toFixed(1)} MB`);
  }
  const used = process.cpuUsage(cpu);
  const share = ((used.user + used.system) / 10 / (Date.now() - toldAt)).toFixed(0);
  cpu = process.cpuUsage();
  toldAt = Date.now();
  const states = Object.groupBy([...kinds.keys()], (name) => stateOf(name)?.kind ?? 'removed');
  const { calls, ok, lost } = traffic.counts;
  say(
    `calls ${calls}, ok ${ok}, open ${traffic.open.size}, lost ${lost}; ${Object.entries(states)
      .map(([kind, list]) => `${list.length} ${kind}`)
      .join(
        ', ',
      )}; processes ${ourProcesses(mark).length}, timers ${clock.waiting.size}, handles ${openHandles().length}; heap ${heap.toFixed(1)} MB, CPU ${share} %`,
  );
  for (const [name, since] of traffic.lastGood) {
    if (Date.now() - since < RUNAWAY_AFTER || toldRunaway.has(name) || chaos.away.has(name)) continue;
    toldRunaway.add(name);
    report(`${name} (${kinds.get(name)}) has not answered for ${Math.round((Date.now() - since) / 1000)} s: ${JSON.stringify(stateOf(name))}`);
  }
}

say('no more disturbances: every call must end and every server come back');
chaos.stop();
await traffic.stop();
chaos.wakeAll();
const missing = new Set(kinds.keys());
const patience = Date.now() + 5 * 60_000;
while (missing.size > 0 && Date.now() < patience) {
  await Promise.all([...missing].map(async (name) => (await traffic.call(name, 'echo')) && missing.delete(name)));
  if (missing.size > 0) await rest(2_000);
}
for (const name of missing)
  report(
    `${name} (${kinds.get(name)}) does not come back: ${JSON.stringify(stateOf(name))}\n${core.servers
      .logs(name)
      .slice(-5)
      .map(({ text }) => `      ${text}`)
      .join('\n')}`,
  );
say(`${kinds.size - missing.size} of ${kinds.size} servers answer`);
await rest(2_500);
const quiet = await heapAfterCollection();
const growth = quiet - (warm ?? quiet);
if (growth > HEAP_TOLERANCE) report(`the heap grew by ${growth.toFixed(1)} MB`);

const stopped = await end();
// On a busy machine a killed process may outlive the ladder's 600 ms; whether it is gone is looked at below.
if (stopped.stuck.length > 0) say(`not gone within the ladder: ${JSON.stringify(stopped.stuck)}`);
host.disconnect();
await new Promise((resolve) => (host.exitCode === null ? host.once('exit', resolve) : resolve()));
await rest(1_500);
const left = { processes: ourProcesses(mark), timers: [...clock.waiting.values()], handles: openHandles(), awake: openTimers() };
if (left.processes.length > 0) report(`processes are left: ${JSON.stringify(left.processes)}`);
if (left.timers.length > 0) report(`timers are left: ${left.timers.map(({ ms, by }) => `${ms} ms ${by}`).join('\n')}`);
if (left.handles.length > 0) report(`handles are left: ${left.handles.join(', ')}`);
if (left.awake > 0) report(`${left.awake} timers keep the process awake`);
const after = await heapAfterCollection();

console.log(`\nseed ${seed}, ${((Date.now() - began) / 60_000).toFixed(1)} minutes, ${count} servers`);
console.log(`calls ${traffic.counts.calls}, answered ${traffic.counts.ok}, lost ${traffic.counts.lost}; errors ${JSON.stringify(traffic.codes)}`);
console.log(`disturbances ${JSON.stringify(chaos.counts)}`);
console.log(
  `left: ${left.processes.length} processes, ${left.timers.length} timers, ${left.handles.length} sockets and handles; stop ${stopped.ms} ms`,
);
console.log(
  `heap: ${warm?.toFixed(1)} MB warm, ${quiet.toFixed(1)} MB at the end (${growth >= 0 ? '+' : ''}${growth.toFixed(1)}), ${after.toFixed(1)} MB after dispose`,
);
console.log(faults.length === 0 ? 'soak: passed' : `soak: ${faults.length} faults\n${faults.map((fault) => `- ${fault}`).join('\n')}`);
for (const { pid } of left.processes) process.kill(pid, 'SIGKILL');
process.exit(faults.length === 0 ? 0 : 1);
