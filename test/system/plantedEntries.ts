import fs from 'node:fs';
import path from 'node:path';
import type { Plants } from './plants.ts';

const leaky = path.resolve(import.meta.dirname, '../servers/stdioLeaky.mjs');
const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;

/** Every place an entry can hold a secret. `RESULT_TEXT` is what a tool gives as its result: the server's own content. */
export function plantedEntries(plants: Plants, base: string, folder: string) {
  fs.writeFileSync(path.join(folder, '.env'), `LEAK_FILE_TOKEN="${plants.plant('env file')}"\n`);
  const args = [
    leaky,
    `--api-key=${plants.plant('flag with equals')}`,
    '--token',
    plants.plant('flag with blank'),
    '--header',
    `X-Custom: ${plants.plant('header argument')}`,
    `postgres://me:${plants.word('password in argument')}@db.test/x`,
  ];
  const env = {
    RESULT_TEXT: `Here it is: ${plants.plant('tool result')}`,
    LEAK_API_KEY: plants.plant('env'),
    LEAK_DB_PASS: plants.plant('env password'),
    LEAK_DATABASE_URL: `postgres://me:${plants.word('password in env')}@db.test/x`,
    LEAK_STORED: '${secret:stored}',
    LEAK_ASKED: '${input:asked}',
    LEAK_OUTER_TOKEN: '${QUAYSIDE_TEST_OUTER}',
  };
  return {
    mcpServers: {
      local: { command: process.execPath, args, env, envFile: path.join(folder, '.env') },
      crash: { command: process.execPath, args: [leaky, '--crash', '--secret', plants.plant('crash')], env: { LEAK_KEY: plants.plant('crash env') } },
      cloud: { url: `${base}/mcp` },
      keyed: {
        type: 'http',
        url: `${base.replace('//', `//me:${plants.word('userinfo')}@`)}/keyed?api_key=${plants.word('query')}`,
        headers: { 'X-Api-Key': plants.plant('header'), 'X-Other': plants.plant('other header') },
      },
      fixed: { type: 'http', url: `${base}/fixed`, headers: { Authorization: `Bearer ${plants.word('bearer')}` } },
      basic: { type: 'sse', url: `${base}/fixed`, headers: { Authorization: basic(`me:${plants.word('basic')}`) } },
      registered: { url: `${base}/mcp`, oauth: { clientId: 'me', clientSecret: plants.word('configured client secret') }, disabled: true },
      missing: { command: 'no-such-program', args: ['--password', plants.plant('missing')], env: { A_TOKEN: plants.plant('missing env') } },
      broken: { command: process.execPath, env: { A_KEY: plants.plant('broken'), LIST: [plants.plant('broken list')] } },
      unset: { command: process.execPath, env: { A_KEY: `${plants.plant('beside unset')}\${NOT_SET_ANYWHERE}` } },
    },
    inputs: [{ id: 'asked', type: 'promptString', description: 'A password', password: true }],
  };
}
