// Large results over stdio: the product's connection and session against a reader without any library, and the whole product with its files.
//   node test/bench/large.mjs [--sizes=1048576,5242880,20971520,52428800] [--kinds=text,dense] [--rounds=3] [--many=32]
// Text is one long string, dense JSON a list of small records. `many` calls at once ask for 20 MB of text or 5 MB of records each:
// the records of 20 MB take 60 MB of heap, and what the bench is about is not the memory of the machine.
import path from 'node:path';
import { startDriver } from './kit/driver.mjs';
import { finish, median, numbers, option, ratio, show, target } from './kit/stats.mjs';

const rounds = Number(option('rounds', '3'));
const many = Number(option('many', '32'));
const kinds = option('kinds', 'text,dense').split(',');
const names = ['raw', 'session', 'host'];
const MANY_BYTES = { text: 20_971_520, dense: 5_242_880 };
const LIMIT = 1.5;
const BLOCK = 50;

const to = { command: process.execPath, args: [path.join(import.meta.dirname, 'kit/stdioServer.mjs')] };
const drivers = {};
for (const name of names) drivers[name] = await startDriver(name, to);
const rows = [];

async function measure(kind, n, together) {
  const got = Object.fromEntries(names.map((name) => [name, []]));
  const calls = n <= 2_000_000 ? 5 : together;
  // Many at once take long enough to be one round without a warm-up.
  for (let round = together > 1 ? 0 : -1; round < (together > 1 ? 1 : n > 10_000_000 ? rounds : rounds + 2); round += 1)
    for (let at = 0; at < names.length; at += 1) {
      const name = names[(at + round + names.length) % names.length];
      const result = await drivers[name].batch({ args: { n, kind }, calls, together });
      if (round >= 0) got[name].push(result);
    }
  const of = (name, what) => got[name].map((one) => one[what]);
  for (const name of names)
    rows.push({
      kind,
      MB: show(n / 1_048_576),
      together,
      client: name,
      'ms a call': show(median(of(name, 'wall'))),
      'CPU ms': show(median(of(name, 'cpu'))),
      '× raw': show(ratio(of(name, 'wall'), of('raw', 'wall'))),
      '× raw CPU': show(ratio(of(name, 'cpu'), of('raw', 'cpu'))),
      'longest block ms': show(Math.max(...of(name, 'stall'))),
    });
  const about = `stdio result, ${(n / 1_048_576).toFixed(0)} MB ${kind === 'text' ? 'text' : 'dense JSON'}${together > 1 ? `, ${together} at once` : ''}`;
  target(`${about}: time / raw`, ratio(of('session', 'wall'), of('raw', 'wall')), LIMIT);
  target(`${about}: longest block of the event loop`, median(of('session', 'stall')), BLOCK, 'ms');
  target(`${about}: longest block, whole host`, median(of('host', 'stall')), BLOCK, 'ms');
}

for (const kind of kinds) {
  for (const n of numbers('sizes', '1048576,5242880,20971520,52428800')) await measure(kind, n, 1);
  if (many > 1) await measure(kind, MANY_BYTES[kind], many);
}
for (const driver of Object.values(drivers)) await driver.end();
console.table(rows);
finish();
process.exit();
