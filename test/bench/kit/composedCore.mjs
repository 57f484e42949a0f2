// The whole product without a window over a data folder of its own, as the command line composes it: what benches and the soak drive.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { composeCore } from '../../../main/compose/core.ts';
import { systemClock } from '../../../main/core/base/clock.ts';
import { silentLogger } from '../../../main/core/base/silentLogger.ts';
import { createRedactor } from '../../../main/core/logs/redact.ts';
import { createPaths } from '../../../main/core/settings/paths.ts';

/** Calls take the gate's usual way without a question: by a rule. The pattern covers tools that declare themselves harmless. */
const ALLOW_ALL = { effect: 'allow', server: '*', tool: '*', conditions: [], scope: { kind: 'always' }, source: 'command-line' };

/**
 * `servers`: entries as in a file of mcpServers. `settings`: what differs from the defaults.
 * Nothing runs before `core.start()`; `end` disposes the core and removes the folder.
 */
export function composedCore({ servers, settings = {}, clock = systemClock, logger = silentLogger }) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-run-'));
  const file = path.join(home, 'servers.json');
  fs.writeFileSync(file, JSON.stringify({ mcpServers: servers }));
  fs.writeFileSync(path.join(home, 'settings.json'), JSON.stringify(settings));
  const core = composeCore({
    paths: createPaths(home),
    env: { PATH: process.env.PATH, HOME: home },
    platform: process.platform,
    homeDir: home,
    clock,
    logger,
    redact: createRedactor(),
    fromTerminal: true,
    interactive: false,
    watch: false,
    explicitFiles: [file],
    rules: [ALLOW_ALL],
    version: '0',
  });
  return {
    core,
    home,
    async end() {
      const report = await core.dispose();
      fs.rmSync(home, { recursive: true, force: true });
      return report;
    },
  };
}

let calls = 0;
const nextNumber = () => {
  calls += 1;
  return calls;
};

/** One call through the whole road: arguments, gate, server, result, audit. */
export function caller(core, server, original, timeoutMs) {
  const tool = core.tools.find(server, original);
  if (!tool) throw new Error(`${server} offers no ${original}: ${JSON.stringify(core.servers.get(server)?.state)}`);
  return (args, signal = new AbortController().signal) =>
    core.execute({ callId: `${server}-${nextNumber()}`, tool, arguments: args, asker: 'command-line', signal, ...(timeoutMs && { timeoutMs }) });
}
