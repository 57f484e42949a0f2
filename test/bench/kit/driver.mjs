// One client in a process of its own, driven over IPC, so that batches of several clients alternate and none disturbs another.
import { fork } from 'node:child_process';
import { clients } from './clients.mjs';
import { spent, watchLoop } from './stats.mjs';

/** Starts a driver; `ask(order)` sends it an order and waits. */
export async function startDriver(name, target) {
  const child = fork(import.meta.filename, ['--drive', name], { execArgv: ['--expose-gc', '--max-old-space-size=8192'] });
  const ask = (order) =>
    new Promise((resolve, reject) => {
      const gone = (code) => reject(new Error(`The driver of ${name} ended (${code}).`));
      child.once('exit', gone);
      child.once('message', (answer) => {
        child.off('exit', gone);
        if (answer.fault) reject(new Error(`${name}: ${answer.fault}`));
        else resolve(answer);
      });
      child.send(order);
    });
  await ask({ connect: target });
  return {
    batch: (batch) => ask({ batch }),
    async end() {
      await ask({ close: true });
      child.disconnect();
    },
  };
}

async function batch(client, { args, calls, together }) {
  const latencies = [];
  let left = calls;
  // A forced collection also throws compiled code away, which would be measured instead of small calls.
  if (args.n > 500_000) globalThis.gc?.();
  const loop = watchLoop();
  const cpu = process.cpuUsage();
  const began = performance.now();
  await Promise.all(
    Array.from({ length: together }, async () => {
      while (left > 0) {
        left -= 1;
        const start = performance.now();
        await client.call(args);
        latencies.push(performance.now() - start);
      }
    }),
  );
  const wall = performance.now() - began;
  const used = spent(cpu);
  return { latencies, wall: wall / calls, cpu: used / calls, stall: (await loop.stop()).cpu };
}

if (process.argv[2] === '--drive') {
  let client;
  process.on('message', async (order) => {
    try {
      if (order.connect) {
        client = await clients[process.argv[3]](order.connect);
        process.send({});
      } else if (order.batch) process.send(await batch(client, order.batch));
      else {
        await client.close();
        process.send({});
      }
    } catch (error) {
      process.send({ fault: String(error?.message ?? error) });
    }
  });
  process.on('disconnect', () => process.exit());
}
