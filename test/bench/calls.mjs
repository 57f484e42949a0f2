// tools/call through the whole product (arguments, gate, session, result pipeline, audit) against the bare SDK and against no library at all.
//   node test/bench/calls.mjs [--transports=json,sse,stdio] [--sizes=100,10240,1048576] [--together=1,32] [--rounds=7] [--clients=raw,sdk2,host]
import { fork } from 'node:child_process';
import path from 'node:path';
import { startDriver } from './kit/driver.mjs';
import { finish, median, numbers, option, quantile, ratio, show, target } from './kit/stats.mjs';

const rounds = Number(option('rounds', '7'));
const names = option('clients', 'raw,sdk2,host').split(',');
/** Short batches and many rounds: other work on the machine then hits all clients alike. */
const callsOf = (size, together) => (size > 500_000 ? Math.max(6, together) : together > 1 ? together * 5 : size > 5_000 ? 100 : 150);
const WARM_UP = 20;
const TRANSPORTS = { json: 'HTTP JSON', sse: 'HTTP SSE', stdio: 'stdio' };
/** Small calls against the bare SDK; from 1 MB on against the limit. */
const LIMITS = { json: 0.75, sse: 0.9, stdio: 1.1 };
const LARGE_LIMIT = 1.3;

const rows = [];
for (const transport of option('transports', 'json,sse,stdio').split(',')) {
  let web;
  let to = { command: process.execPath, args: [path.join(import.meta.dirname, 'kit/stdioServer.mjs')] };
  if (transport !== 'stdio') {
    web = fork(path.join(import.meta.dirname, 'kit/httpServer.mjs'));
    const [port] = await new Promise((resolve) => web.once('message', resolve));
    to = { url: `http://127.0.0.1:${port}/${transport}`, sse: transport === 'sse' };
  }
  const drivers = {};
  for (const name of names) drivers[name] = await startDriver(name, to);
  for (const n of numbers('sizes', '100,10240,1048576'))
    for (const together of numbers('together', '1,32')) {
      const got = Object.fromEntries(names.map((name) => [name, []]));
      for (let round = -1; round < rounds; round += 1) {
        const order = names.map((_, at) => names[(at + round + names.length) % names.length]);
        for (const name of order) {
          // The first round warms up: a call has to be made a thousand times before the engine has compiled what it runs through.
          const calls = callsOf(n, together) * (round < 0 && n < 500_000 ? WARM_UP : 1);
          const result = await drivers[name].batch({ args: { n }, calls, together });
          if (round >= 0) got[name].push(result);
        }
      }
      const p50 = (name) => (got[name] ?? []).map(({ latencies }) => median(latencies));
      const cpu = (name) => (got[name] ?? []).map((one) => one.cpu);
      for (const name of names)
        rows.push({
          transport,
          bytes: n,
          together,
          client: name,
          'p50 ms': show(median(p50(name))),
          'p99 ms': show(
            quantile(
              got[name].flatMap(({ latencies }) => latencies),
              0.99,
            ),
          ),
          'CPU ms': show(median(cpu(name))),
          '× raw p50': show(ratio(p50(name), p50('raw'))),
          '× raw CPU': show(ratio(cpu(name), cpu('raw'))),
          '× sdk2 p50': show(ratio(p50(name), p50('sdk2'))),
          '× sdk2 CPU': show(ratio(cpu(name), cpu('sdk2'))),
          'stall ms': show(median(got[name].map(({ stall }) => stall))),
        });
      const large = n >= 1_000_000;
      const [yardstick, limit] = large ? ['raw', LARGE_LIMIT] : ['sdk2', LIMITS[transport]];
      const about = `call, ${TRANSPORTS[transport]}, ${large ? `${(n / 1_048_576).toFixed(0)} MB` : n >= 1024 ? `${(n / 1024).toFixed(0)} KB` : `${n} B`}, ${together} at a time`;
      if (names.includes('host') && names.includes(yardstick)) {
        target(`${about}: p50 / ${yardstick}`, ratio(p50('host'), p50(yardstick)), limit);
        target(`${about}: CPU / ${yardstick}`, ratio(cpu('host'), cpu(yardstick)), limit);
      }
    }
  for (const driver of Object.values(drivers)) await driver.end();
  web?.disconnect();
}
console.table(rows);
finish();
process.exit();
