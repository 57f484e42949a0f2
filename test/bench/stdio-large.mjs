// Large results over stdio: our transport against a reader without any library, call by call in the same run.
//   node test/bench/stdio-large.mjs [--sizes=100,10240,1048576,20971520,52428800] [--kinds=text,dense] [--rounds=9] [--parallel=1,32]
// Prints the median of the paired ratios (wall and CPU) and the longest stretch in which the event loop did not run.
import { spawn } from 'node:child_process';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { systemClock } from '../../main/core/base/clock.ts';
import { silentLogger } from '../../main/core/base/silentLogger.ts';
import { StdioTransport } from '../../main/core/transports/stdioTransport.ts';

const option = (name, otherwise) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const numbers = (text) => text.split(',').map(Number);
const sizes = numbers(option('sizes', '100,10240,1048576,20971520,52428800'));
const kinds = option('kinds', 'text,dense').split(',');
const rounds = Number(option('rounds', '9'));
const parallels = numbers(option('parallel', '1'));

const SERVER = `
const TEXT = 'The "quick" brown fox jumps over the lazy dog 0123456789 and goes on for a while.\\n';
const make = { text: (n) => ({ content: [{ type: 'text', text: TEXT.repeat(Math.ceil(n / 82)).slice(0, n) }] }),
  dense: (n) => ({ content: [], structuredContent: { items: Array.from({ length: Math.ceil(n / 80) }, (_, i) => ({ id: i, name: 'item ' + i, score: i * 1.5, tags: ['a', 'b'], ok: true })) } }) };
const made = new Map();
const body = (kind, n) => { const key = kind + n; if (!made.has(key)) made.set(key, Buffer.from(JSON.stringify(make[kind](n)))); return made.get(key); };
let rest = '';
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n'); rest = lines.pop();
  for (const line of lines) { const { id, params } = JSON.parse(line), out = process.stdout;
    out.cork(); out.write('{"jsonrpc":"2.0","id":' + id + ',"result":'); out.write(body(params.kind, params.n)); out.write('}\\n'); out.uncork(); }
}).on('end', () => process.exit());`;

// In a session of its own, like our servers: the system's scheduler treats sessions as groups, which counts on a busy machine.
function rawReader() {
  const child = spawn(process.execPath, ['-e', SERVER], { detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  const waiting = new Map();
  let parts = [];
  child.stdout.on('data', (given) => {
    let chunk = given;
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10)) {
      parts.push(chunk.subarray(0, end));
      chunk = chunk.subarray(end + 1);
      const message = JSON.parse((parts.length > 1 ? Buffer.concat(parts) : parts[0]).toString());
      parts = [];
      waiting.get(message.id)?.(message);
      waiting.delete(message.id);
    }
    if (chunk.length > 0) parts.push(chunk);
  });
  let id = 0;
  const ask = (params) =>
    new Promise((resolve) => {
      id += 1;
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'x', params })}\n`);
    });
  return { ask, end: async () => void child.stdin.end() };
}

async function ours() {
  const config = {
    name: 'bench',
    origin: { level: 'user', file: '-' },
    hides: [],
    disabled: false,
    era: 'auto',
    suggestedAllow: [],
    transport: 'stdio',
    command: process.execPath,
    args: ['-e', SERVER],
    env: {},
  };
  const deps = {
    clock: systemClock,
    logger: silentLogger,
    ladder: { sigterm: 100, sigkill: 500, giveUp: 600 },
    maxMessageBytes: 256 * 1024 * 1024,
    childEnvironment: async () => ({ PATH: process.env.PATH ?? '' }),
  };
  const transport = new StdioTransport(config, deps);
  const waiting = new Map();
  transport.onmessage = (message) => {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  };
  await transport.start();
  let id = 0;
  const ask = (params) =>
    new Promise((resolve, reject) => {
      id += 1;
      waiting.set(id, resolve);
      transport.send({ jsonrpc: '2.0', id, method: 'x', params }).catch(reject);
    });
  return { ask, end: () => transport.stop() };
}

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const rest = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

async function measure(reader, params, parallel) {
  // Small calls are too short for one clock reading.
  const calls = params.n <= 20_000 && parallel === 1 ? 200 : 1;
  globalThis.gc?.();
  await rest(20);
  delay.reset();
  const cpu = process.cpuUsage();
  const start = performance.now();
  for (let call = 0; call < calls; call += 1) await Promise.all(Array.from({ length: parallel }, () => reader.ask(params)));
  const ms = (performance.now() - start) / calls;
  const { user, system } = process.cpuUsage(cpu);
  await rest(5);
  return { ms, cpu: (user + system) / 1000 / calls, stall: delay.max / 1e6 };
}

const readers = { raw: rawReader(), ours: await ours() };
const lines = [];
for (const kind of kinds)
  for (const n of sizes)
    for (const parallel of parallels) {
      const got = { raw: [], ours: [] };
      for (let round = -2; round < rounds; round += 1) {
        const order = round % 2 === 0 ? ['raw', 'ours'] : ['ours', 'raw'];
        for (const name of order) {
          const result = await measure(readers[name], { kind, n }, parallel);
          if (round >= 0) got[name].push(result);
        }
      }
      const paired = (pick) => median(got.ours.map((one, at) => pick(one) / pick(got.raw[at])));
      const most = (list) => Math.max(...list.map((one) => one.stall)).toFixed(0);
      lines.push({
        kind,
        bytes: n,
        parallel,
        'raw ms': median(got.raw.map((one) => one.ms)).toFixed(2),
        'ours ms': median(got.ours.map((one) => one.ms)).toFixed(2),
        '× raw': paired((one) => one.ms).toFixed(2),
        'CPU × raw': paired((one) => one.cpu).toFixed(2),
        'stall raw': most(got.raw),
        'stall ours': most(got.ours),
        'stall ours, median': median(got.ours.map((one) => one.stall)).toFixed(0),
      });
    }
console.table(lines);
await Promise.all(Object.values(readers).map((reader) => reader.end()));
process.exit();
