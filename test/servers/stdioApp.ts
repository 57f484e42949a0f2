// An app with stdio servers that a test ends: starts stubborn ones over the real transport and prints all pids as one JSON line.
// Arguments: how many, then `wait` (to be killed, the watchdog is on), or `exit` or `throw` (it ends by itself, no watchdog).
import { deferred } from '../../main/core/base/deferred.ts';
import { ProcessRegistry, processRegistry } from '../../main/core/transports/processRegistry.ts';
import { StdioTransport } from '../../main/core/transports/stdioTransport.ts';
import { nodeServer, serverFile, transportDeps } from '../core/transports/stdioHarness.ts';

const [count = '1', manner = 'wait'] = process.argv.slice(2);
const registry = manner === 'wait' ? processRegistry : new ProcessRegistry(() => ({ watch: () => undefined, forget: () => undefined }));
const pids: number[] = [];
for (let at = 0; at < Number(count); at += 1) {
  const transport = new StdioTransport(nodeServer(serverFile('stdioStubborn.mjs'), [], { name: `server ${at}` }), transportDeps(), registry);
  const told = deferred<number[]>();
  transport.onmessage = (message) => {
    if ('method' in message && message.method === 'notifications/pids') told.resolve((message.params as { pids: number[] }).pids);
  };
  await transport.start();
  pids.push(...(await told.promise));
}
process.stdout.write(`${JSON.stringify(pids)}\n`, () => {
  if (manner === 'exit') process.exit(3);
  if (manner === 'throw') throw new Error('the app has a bug');
});
