import fs from 'node:fs';
import path from 'node:path';
import type { ServerDraft } from '../../preload/contract/servers.ts';

export const WEATHER_NAME = 'weather';

/**
 * How the built-in example server is started: from its readable sources in a checkout, from the bundle in an installed app
 * (where Electron's own Node runs it).
 */
export function weatherDraft(
  appRoot: string,
  env: { execPath: string; electron: boolean },
): ServerDraft & { transport: 'stdio'; command: string; args: string[] } {
  const checkout = fs.existsSync(path.join(appRoot, 'node_modules/@modelcontextprotocol/server'));
  const script = checkout ? 'examples/weather-server/index.mjs' : 'out/weather-server/index.mjs';
  return {
    name: WEATHER_NAME,
    level: 'user',
    transport: 'stdio',
    command: env.execPath,
    args: [path.join(appRoot, script).replace('app.asar', 'app.asar.unpacked')],
    ...(env.electron ? { env: { ELECTRON_RUN_AS_NODE: '1' } } : {}),
  };
}
