import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, makeHome, type Quayside, removeHome, root, weather } from './quayside.ts';

const fake = (name: string): object => ({
  command: process.execPath,
  args: [path.join(root, 'test/cases/fake-stdio.mjs'), path.join(root, 'test/cases', name, 'scenario.json')],
});

let app: Quayside;
beforeAll(async () => {
  const home = makeHome({
    servers: {
      weather,
      nowhere: { command: 'no-such-program-here' },
      half: { command: '' },
      keyless: { command: 'node', env: { KEY: '${SURELY_NOT_SET}' } },
      mixed: fake('t01-one-bad-tool-drops-all'),
      silent: { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'] },
    },
  });
  app = await launch({ home });
});
afterAll(async () => {
  await app.quit();
  removeHome(app.home);
});

test('one that cannot start, one bad entry, one that never answers: the rest works and the window says what is wrong and what to do', async () => {
  const { page } = app;
  await page
    .getByRole('navigation')
    .getByText(/^Servers/)
    .first()
    .click();
  const main = page.getByRole('main');
  await main.getByText('weather', { exact: true }).first().waitFor();
  const text = async (): Promise<string> => (await main.textContent()) ?? '';
  await expect.poll(text).toContain('no-such-program-here');
  await expect.poll(text).toContain('SURELY_NOT_SET');
  const found = await text();
  expect(found).toContain('half');
  expect(found).toContain('silent');
  await page.getByRole('button', { name: /2 connected/i }).waitFor();
});

test('a secret of the configuration never reaches the window', async () => {
  const config = path.join(app.home, 'mcp.json');
  const value = JSON.parse(fs.readFileSync(config, 'utf8'));
  value.mcpServers.weather.env = { WEATHER_TOKEN: 'tok-5EcR3t-do-not-show' };
  fs.writeFileSync(config, JSON.stringify(value));
  const main = app.page.getByRole('main');
  await main.getByText('weather', { exact: true }).first().click();
  await main.getByText('WEATHER_TOKEN').first().waitFor();
  expect(await app.page.content()).not.toContain('5EcR3t');
  expect(app.output()).not.toContain('5EcR3t');
});

test('nothing broke in the page meanwhile', () => {
  expect(app.errors).toEqual([]);
});
