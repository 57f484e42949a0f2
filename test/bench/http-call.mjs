// tools/call over Streamable HTTP: our transport against the SDK's own, the same SDK client on both, in turn within one run.
// node test/bench/http-call.mjs [--rounds=9] [--calls=200] [--sizes=100,10240] [--kinds=json,sse] [--conc=1,32]
// Absolute times are only as good as the machine; read the ratio. Target: ours/sdk at p50 at most 0.75 (json), 0.9 (sse).

import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { systemClock } from '../../main/core/base/clock.ts';
import { silentLogger } from '../../main/core/base/silentLogger.ts';
import { HttpTransport } from '../../main/core/transports/http/httpTransport.ts';

const option = (name, fallback) => process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? fallback;
const numbers = (name, fallback) => option(name, fallback).split(',').map(Number);

/** A server that costs next to nothing, in a process of its own. */
function serve() {
  const text = new Map();
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    if (request.method !== 'POST') return response.writeHead(request.method === 'DELETE' ? 200 : 405).end();
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
      if (id === undefined) return response.writeHead(202).end();
      const size = params?.arguments?.size ?? 0;
      if (!text.has(size)) text.set(size, 'x'.repeat(size));
      const result =
        method === 'initialize'
          ? { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'bench', version: '1' } }
          : { content: [{ type: 'text', text: text.get(size) }] };
      const body = JSON.stringify({ jsonrpc: '2.0', id, result });
      if (request.url === '/sse') response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`event: message\ndata: ${body}\n\n`);
      else response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body);
    });
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}

const config = (url) => ({
  name: 'bench',
  origin: { level: 'user', file: 'bench' },
  hides: [],
  disabled: false,
  era: 'legacy',
  suggestedAllow: [],
  transport: 'http',
  url,
  headers: {},
  fallbackToSse: false,
});
const deps = {
  clock: systemClock,
  logger: silentLogger,
  ladder: { sigterm: 100, sigkill: 500, giveUp: 600 },
  maxMessageBytes: 268_435_456,
  childEnvironment: async () => ({}),
};
const kinds = {
  ours: (url) => new HttpTransport(config(url), deps),
  sdk: (url) => new StreamableHTTPClientTransport(new URL(url)),
};

async function connect(make, url) {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(make(url));
  return client;
}

async function round(client, { size, calls, conc }) {
  const times = [];
  const cpu = process.cpuUsage();
  let left = calls;
  await Promise.all(
    Array.from({ length: conc }, async () => {
      while (left-- > 0) {
        const start = performance.now();
        await client.callTool({ name: 'echo', arguments: { size } });
        times.push(performance.now() - start);
      }
    }),
  );
  const { user, system } = process.cpuUsage(cpu);
  return { p50: median(times), cpu: (user + system) / 1000 / calls };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const ms = (value) => `${value.toFixed(3)} ms`;

async function main() {
  const child = fork(fileURLToPath(import.meta.url), ['--serve']);
  const port = await new Promise((resolve) => child.once('message', resolve));
  const rounds = Number(option('rounds', '9'));
  console.log('kind size conc | ours p50 (cpu) | sdk p50 (cpu) | ratio p50, cpu');
  for (const kind of option('kinds', 'json,sse').split(',')) {
    for (const size of numbers('sizes', '100,10240')) {
      for (const conc of numbers('conc', '1,32')) {
        const calls = Math.max(20, Math.round(Number(option('calls', '200')) / (size > 100_000 ? 20 : 1)));
        const clients = {};
        for (const [name, make] of Object.entries(kinds)) clients[name] = await connect(make, `http://127.0.0.1:${port}/${kind}`);
        const found = { ours: [], sdk: [] };
        for (const client of Object.values(clients)) await round(client, { size, calls, conc });
        for (let k = 0; k < rounds; k += 1)
          for (const name of k % 2 ? ['ours', 'sdk'] : ['sdk', 'ours']) found[name].push(await round(clients[name], { size, calls, conc }));
        const of = (name, what) => median(found[name].map((one) => one[what]));
        const show = (name) => `${ms(of(name, 'p50'))} (${ms(of(name, 'cpu'))})`;
        const ratio = (what) => (of('ours', what) / of('sdk', what)).toFixed(2);
        console.log(`${kind} ${size} B x${conc} | ${show('ours')} | ${show('sdk')} | ${ratio('p50')}, ${ratio('cpu')}`);
        for (const client of Object.values(clients)) await client.close();
      }
    }
  }
  child.kill();
}

if (process.argv.includes('--serve')) serve();
else await main();
