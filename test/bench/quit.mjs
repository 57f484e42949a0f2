// Quitting with fifty servers that ignore the end of their input and every polite signal, each with a child that does the same.
//   node test/bench/quit.mjs [--servers=50] [--rounds=3]
// The yardstick: SIGKILL to the same groups at once, without any patience.
import path from 'node:path';
import { ourProcesses } from '../soak/leaks.mjs';
import { rawStdio } from './kit/clients.mjs';
import { composedCore } from './kit/composedCore.mjs';
import { finish, median, note, option, rest, show, target } from './kit/stats.mjs';

const count = Number(option('servers', '50'));
const rounds = Number(option('rounds', '3'));
const args = [path.join(import.meta.dirname, 'kit/stdioServer.mjs'), '--stubborn', '--grandchild'];
const results = [];
for (let round = 0; round < rounds; round += 1) {
  const mark = `${process.pid}-${round}`;
  const entry = { command: process.execPath, args, env: { QUAYSIDE_BENCH: mark } };
  const { core, end } = composedCore({ servers: Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, entry])) });
  await core.start();
  await core.servers.settled();
  await rest(300);
  const before = ourProcesses(`QUAYSIDE_BENCH=${mark}`).length;
  const began = performance.now();
  const report = await end();
  const ms = performance.now() - began;
  const left = ourProcesses(`QUAYSIDE_BENCH=${mark}`);
  for (const { pid } of left) process.kill(pid, 'SIGKILL');
  results.push({ before, ms, left: left.length, reported: report.stuck.length });
}
const kills = [];
for (let round = 0; round < rounds; round += 1) {
  const live = Array.from({ length: count }, () => rawStdio({ command: process.execPath, args }));
  await Promise.all(live.map(({ request }) => request('ping', {})));
  const began = performance.now();
  await Promise.all(
    live.map(({ child }) => {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      process.kill(-child.pid, 'SIGKILL');
      return gone;
    }),
  );
  kills.push(performance.now() - began);
}
console.table(results);
note(`${count} servers and their children, SIGKILL at once (no patience at all)`, `${show(median(kills))} ms`);
const beyond = (median(results.map(({ ms }) => ms)) - 500) / median(kills);
note('quit: what comes after the ladder’s last step at 500 ms, against SIGKILL at once', `${show(beyond)} ×`);
target(`quit with ${count} servers that ignore everything, with grandchildren`, median(results.map(({ ms }) => ms)), 700, 'ms');
target('processes left after quit', Math.max(...results.map(({ left }) => left)), 0, '');
finish();
process.exit();
