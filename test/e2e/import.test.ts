import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, makeHome, type Quayside, removeHome, weather } from './quayside.ts';

const TOKEN = 'tok-2f6b90ad13c7e584';
let app: Quayside;
let user: string;

beforeAll(async () => {
  user = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-user-'));
  fs.mkdirSync(path.join(user, '.cursor'));
  const theirs = { weather, keyed: { ...weather, env: { API_TOKEN: TOKEN } } };
  fs.writeFileSync(path.join(user, '.cursor', 'mcp.json'), `// from another app\n${JSON.stringify({ mcpServers: theirs })}`);
  app = await launch({ home: makeHome({ servers: { weather } }), env: { HOME: user } });
  await app.page
    .getByRole('navigation')
    .getByText(/^Servers/)
    .first()
    .click();
});
afterAll(async () => {
  await app.quit();
  removeHome(app.home);
  removeHome(user);
});
const openImport = async (): Promise<ReturnType<Quayside['page']['getByRole']>> => {
  await app.page.getByRole('button', { name: 'Add server' }).click();
  await app.page.getByRole('menuitem', { name: 'Import…' }).click();
  return app.page.getByRole('dialog', { name: 'Import servers' });
};
const own = (): Record<string, unknown> => JSON.parse(fs.readFileSync(path.join(app.home, 'mcp.json'), 'utf8')).mcpServers;

test('servers of another app are found, previewed and taken over as chosen; nothing runs before', async () => {
  const dialog = await openImport();
  await dialog.getByText('keyed', { exact: true }).waitFor();
  expect(await dialog.textContent()).toContain('from Cursor');
  expect(await dialog.textContent()).toContain('Secrets, kept apart: API_TOKEN');
  expect(Object.keys(own())).toEqual(['weather']);

  await dialog.getByRole('checkbox', { name: 'Import weather' }).check();
  const name = dialog.getByRole('textbox', { name: 'New name: weather' });
  const take = dialog.getByRole('button', { name: /^Import 2 servers$/ });
  await name.fill('keyed');
  await dialog.getByText('This name is taken.').first().waitFor();
  expect(await take.isDisabled()).toBe(true);
  await name.fill('theirs');
  await dialog.getByRole('radio', { name: 'For this session only' }).check();
  const { violations } = await new AxeBuilder({ page: app.page }).setLegacyMode(true).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await take.click();
  await app.page.getByRole('button', { name: /3 connected/i }).waitFor();
  expect(Object.keys(own()).sort()).toEqual(['keyed', 'theirs', 'weather']);
  expect(JSON.stringify(own())).not.toContain(TOKEN);
  expect(await app.page.content()).not.toContain(TOKEN);
});

test('a file of another app can be chosen, and what is wrong with it is said', async () => {
  const dialog = await openImport();
  await dialog.getByText('Paste or choose a file').click();
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'config.yaml',
    mimeType: 'text/yaml',
    buffer: Buffer.from('extensions:\n  goose-tools:\n    type: stdio\n    cmd: uvx\n    args: [x]\n    enabled: false\n'),
  });
  await dialog.getByText('goose-tools', { exact: true }).waitFor();
  expect(await dialog.textContent()).toContain('Switched off there, and so here.');
  await dialog.getByRole('textbox', { name: 'Configuration of another app' }).fill('{"mcpServers": {"a": {"command": "x" "args": []}}}');
  await dialog.getByText('The configuration file is not readable').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('nothing broke in the page meanwhile', () => expect(app.errors).toEqual([]));
