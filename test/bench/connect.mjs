// Connecting: fifty local servers against starting the same processes without a library at the same number at once, and two hundred remote
// ones, twenty of them silent, against asking all at once.
//   node test/bench/connect.mjs [--what=stdio,http] [--local=50] [--remote=200] [--hung=20] [--delay=100] [--rounds=3]
import { fork } from 'node:child_process';
import path from 'node:path';
import { clients, rawStdio } from './kit/clients.mjs';
import { composedCore } from './kit/composedCore.mjs';
import { finish, median, note, option, ratio, rest, show, target, watchLoop } from './kit/stats.mjs';

const rounds = Number(option('rounds', '3'));
const wanted = option('what', 'stdio,http').split(',');
const kit = (name) => path.join(import.meta.dirname, 'kit', name);
const INITIALIZE = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } };

/** Runs `job` over the items, at most `cap` at a time; 0: all at once. */
async function atMost(cap, items, job) {
  const left = [...items];
  const work = async () => {
    for (let item = left.shift(); item; item = left.shift()) await job(item);
  };
  await Promise.all(Array.from({ length: cap || items.length }, work));
}

/** Connects the entries through the product; `ready`: names that count. Times in milliseconds from the start. */
async function product(servers, ready, mcp = {}) {
  const { core, end } = composedCore({ servers, settings: { mcp } });
  const times = [];
  const { promise: all, resolve } = Promise.withResolvers();
  core.servers.onChange((name) => {
    if (!ready.has(name) || times.some((one) => one.name === name) || core.servers.get(name)?.state.kind !== 'connected') return;
    times.push({ name, at: performance.now() - began });
    if (times.length === ready.size) resolve();
  });
  const loop = watchLoop();
  const began = performance.now();
  await core.start();
  await Promise.race([all, rest(60_000).then(() => Promise.reject(new Error(`Only ${times.length} of ${ready.size} servers came up.`)))]);
  const wall = performance.now() - began;
  const stall = (await loop.stop()).cpu;
  await end();
  return { wall, first: times[0]?.at ?? Number.NaN, stall };
}

async function local() {
  const count = Number(option('local', '50'));
  // The default of the setting mcp.localConcurrency.
  const cap = 3;
  const args = [kit('stdioServer.mjs'), '--tools=10'];
  const raw = async () => {
    const live = [];
    const loop = watchLoop();
    const began = performance.now();
    let first;
    await atMost(
      cap,
      Array.from({ length: count }, (_, at) => at + 1),
      async () => {
        const client = rawStdio({ command: process.execPath, args });
        live.push(client);
        await client.request('initialize', INITIALIZE);
        client.notify('notifications/initialized');
        await client.request('tools/list', {});
        first ??= performance.now() - began;
      },
    );
    const wall = performance.now() - began;
    const stall = (await loop.stop()).cpu;
    await Promise.all(live.map(({ close }) => close()));
    return { wall, first, stall };
  };
  const servers = Object.fromEntries(Array.from({ length: count }, (_, at) => [`s${at}`, { command: process.execPath, args }]));
  const ours = () => product(servers, new Set(Object.keys(servers)));
  const got = { raw: [], ours: [] };
  for (let round = -1; round < rounds; round += 1)
    for (const [name, run] of round % 2 === 0
      ? [
          ['raw', raw],
          ['ours', ours],
        ]
      : [
          ['ours', ours],
          ['raw', raw],
        ]) {
      const result = await run();
      if (round >= 0) got[name].push(result);
      await rest(200);
    }
  const of = (name, what) => got[name].map((one) => one[what]);
  note(`${count} stdio servers, ${cap} at a time: all listed`, `${show(median(of('ours', 'wall')))} ms (raw ${show(median(of('raw', 'wall')))} ms)`);
  target(`${count} stdio servers: all listed / raw spawn at the same cap`, ratio(of('ours', 'wall'), of('raw', 'wall')), 1.15);
  target(`${count} stdio servers: first ready`, median(of('ours', 'first')), 300, 'ms');
  target(`${count} stdio servers: longest block of the event loop`, median(of('ours', 'stall')), 50, 'ms');
}

async function remote() {
  const [count, hung, delay] = [option('remote', '200'), option('hung', '20'), option('delay', '100')].map(Number);
  const web = fork(kit('httpServer.mjs'), [`--ports=${count}`, `--delay=${delay}`, `--hang=${hung}`, '--tools=10']);
  const ports = await new Promise((resolve) => web.once('message', resolve));
  const url = (port) => `http://127.0.0.1:${port}/json`;
  const healthy = ports.slice(hung);
  const raw = async () => {
    const live = [];
    const began = performance.now();
    await atMost(0, healthy, async (port) => {
      const client = await clients.raw({ url: url(port) });
      live.push(client);
      await client.list();
    });
    const wall = performance.now() - began;
    await Promise.all(live.map((client) => client.close()));
    return { wall, stall: 0 };
  };
  // Dead ones first, so that they meet the free slots.
  const entries = (list) => Object.fromEntries(list.map((port) => [`s${port}`, { type: 'http', url: url(port) }]));
  const ready = new Set(healthy.map((port) => `s${port}`));
  const runs = [
    ['raw', raw],
    ['healthy', () => product(entries(healthy), ready)],
    ['mixed', () => product(entries(ports), ready)],
  ];
  const got = { raw: [], healthy: [], mixed: [] };
  for (let round = -1; round < rounds; round += 1)
    for (let at = 0; at < runs.length; at += 1) {
      const [name, run] = runs[(at + round + runs.length) % runs.length];
      const result = await run();
      if (round >= 0) got[name].push(result);
      await rest(100);
    }
  web.disconnect();
  const of = (name, what) => got[name].map((one) => one[what]);
  note(
    `${count} HTTP servers, ${delay} ms each, ${hung} silent: all healthy ready`,
    `${show(median(of('mixed', 'wall')))} ms (raw ${show(median(of('raw', 'wall')))} ms)`,
  );
  target(`${count} HTTP servers: all healthy ready / all at once without a library`, ratio(of('mixed', 'wall'), of('raw', 'wall')), 1.5);
  target(`${count} HTTP servers: what ${hung} silent ones add`, 100 * (ratio(of('mixed', 'wall'), of('healthy', 'wall')) - 1), 5, '%');
  target(`${count} HTTP servers: longest block of the event loop`, median(of('mixed', 'stall')), 50, 'ms');
}

if (wanted.includes('stdio')) await local();
if (wanted.includes('http')) await remote();
finish();
process.exit();
