import { describe, expect, test } from 'vitest';
import { secretsOfEntry, secretsOfProgram } from '../../../main/core/config/entrySecrets.ts';
import { createRedactor } from '../../../main/core/logs/redact.ts';
import { remoteConfig } from '../../fakes/serverConfigs.ts';

const PLANT = 'zq-planted-marker';

describe('secrets of a program’s entry', () => {
  test.each<[string, { env?: Record<string, string>; args?: string[] }]>([
    ['a variable by its name', { env: { MY_API_KEY: PLANT } }],
    ['DB_PASS', { env: { DB_PASS: PLANT } }],
    ['the password in an address', { env: { DATABASE_URL: `postgres://me:${PLANT}@db.test/x` } }],
    ['a user that is a token', { env: { REPOSITORY: `https://${PLANT}@git.test/x` } }],
    ['--token VALUE', { args: ['--token', PLANT] }],
    ['--api-key=VALUE', { args: [`--api-key=${PLANT}`] }],
    ['-e NAME=VALUE, as docker takes it', { args: ['run', '-e', `API_TOKEN=${PLANT}`, 'image'] }],
    ['--header NAME: VALUE, as mcp-remote takes it', { args: ['mcp-remote', 'https://h.test/mcp', '--header', `X-Custom: ${PLANT}`] }],
    ['--header without a blank', { args: ['--header', `Authorization:Bearer ${PLANT}`] }],
    ['Basic credentials', { args: ['--header', `Authorization: Basic ${Buffer.from(`me:${PLANT}`).toString('base64')}`] }],
    ['an address among the arguments', { args: [`postgresql://me:${PLANT}@localhost:5432/db`] }],
    ['a secret parameter of one', { args: [`--url=https://h.test/mcp?api_key=${PLANT}`] }],
  ])('%s', (_, { env = {}, args = [] }) => {
    const redact = createRedactor();
    for (const secret of secretsOfProgram({ env, args })) redact.register(secret);
    expect(redact.known(`it says ${PLANT} here`)).not.toContain(PLANT);
  });

  test('the look of a token, where no name says so', () => {
    const token = 'q7Zk2vR9mX4tL8pWnB3c';
    expect(secretsOfProgram({ env: { SETTING: token }, args: [token] })).toEqual([token, token]);
  });

  test('what is no secret stays readable', () => {
    const env = { NODE_ENV: 'production', HOME: '/home/me', PORT: '8080', URL: 'https://h.test/v1/api?page=2', LEVEL: 'debug', TZ: 'Europe/Zurich' };
    const args = [
      '-y',
      '@modelcontextprotocol/server-filesystem@2026.8.31',
      '/home/me/projects/2026',
      '--port=8080',
      'https://h.test/mcp',
      '--name=x',
    ];
    expect(secretsOfProgram({ env, args })).toEqual([]);
  });
});

describe('secrets of a remote entry', () => {
  test.each([
    ['a header', { headers: { 'X-Custom': PLANT } }],
    ['a bearer token', { headers: { Authorization: `Bearer ${PLANT}` } }],
    ['the password in Basic credentials', { headers: { Authorization: `Basic ${Buffer.from(`me:${PLANT}`).toString('base64')}` } }],
    ['a parameter of the address', { url: `https://h.test/mcp?token=${PLANT}` }],
    ['the client secret', { oauth: { clientId: 'me', clientSecret: PLANT } }],
  ])('%s', (_, more) => {
    const redact = createRedactor();
    for (const secret of secretsOfEntry(remoteConfig('s', more))) redact.register(secret);
    expect(redact.known(`it says ${PLANT} here`)).not.toContain(PLANT);
  });

  test('an address whose path is the key', () => {
    const key = 'NGM4YzQ5ZDctZTk0Yi00ZTUw';
    expect(secretsOfEntry(remoteConfig('s', { url: `https://h.test/api/mcp/s/${key}/mcp` }))).toEqual([key]);
    expect(secretsOfEntry(remoteConfig('s', { url: 'https://h.test/api/v2/model-context-protocol/mcp', headers: { Accept: 'text/plain' } }))).toEqual(
      [],
    );
  });
});
