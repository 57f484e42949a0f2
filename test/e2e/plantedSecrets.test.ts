import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LeakyLogin, startLeakyLogin } from '../servers/leakyLogin.ts';
import { plantedEntries } from '../system/plantedEntries.ts';
import { Plants } from '../system/plants.ts';
import { launch, makeHome, type Quayside, removeHome } from './quayside.ts';

/** What a person or a screen reader can get to see: every page, every server, every tab, the form. */
const plants = new Plants();
let app: Quayside;
let login: LeakyLogin;
beforeAll(async () => {
  login = await startLeakyLogin({
    access: plants.word('access token'),
    refresh: plants.word('refresh token'),
    code: plants.word('code'),
    clientSecret: plants.word('registered client secret'),
  });
  const home = makeHome();
  fs.mkdirSync(path.join(home, 'owner'));
  fs.writeFileSync(path.join(home, 'mcp.json'), JSON.stringify(plantedEntries(plants, login.base, path.join(home, 'owner'))));
  const store = { 'mcp.stored': { kind: 'plain', value: plants.plant('stored secret') } };
  fs.writeFileSync(path.join(home, 'secrets.json'), JSON.stringify({ version: 1, secrets: store }), { mode: 0o600 });
  app = await launch({ home, env: { QUAYSIDE_TEST_OUTER: plants.plant('outer variable') } });
});
afterAll(async () => {
  await app.quit();
  await login.close();
  removeHome(app.home);
});

test('no page, tab or form of the window shows a planted secret, in the DOM or in the accessibility tree', async () => {
  const { page } = app;
  const finds: string[] = [];
  let looked = 0;
  const look = async (place: string): Promise<void> => {
    looked += 1;
    const values = await page.locator('input, textarea').evaluateAll((fields) => fields.map((field) => ('value' in field ? field.value : '')));
    finds.push(
      ...plants.find(place, await page.content()),
      ...plants.find(place, await page.locator('body').ariaSnapshot()),
      ...plants.find(place, values),
    );
  };
  await page
    .getByRole('navigation')
    .getByText(/^Servers/)
    .first()
    .click();
  const main = page.getByRole('main');
  await main.getByText('crash', { exact: true }).first().waitFor();
  await look('servers');
  for (const name of ['local', 'crash', 'cloud', 'keyed', 'fixed', 'basic', 'registered', 'missing', 'broken', 'unset']) {
    await main.getByText(name, { exact: true }).first().click();
    await look(name);
    for (const tab of await main.getByRole('tab').all()) {
      await tab.click();
      await look(`${name}, ${await tab.textContent()}`);
    }
    const edit = main.getByRole('button', { name: /^Edit/ }).first();
    if ((await edit.count()) === 0) continue;
    await edit.click();
    await page.getByRole('dialog').waitFor();
    await look(`${name}, form`);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  for (const name of ['Settings', 'Activity']) {
    const button = page.getByRole('button', { name: new RegExp(`^${name}`) }).first();
    if ((await button.count()) === 0) continue;
    await button.click();
    await look(name);
    for (const part of await page.getByRole('main').getByRole('tab').all()) {
      await part.click();
      await look(`${name}, ${await part.textContent()}`);
    }
  }
  expect([...new Set(finds)]).toEqual([]);
  expect(looked).toBeGreaterThan(20);
  expect(plants.in(app.output())).toEqual([]);
});
