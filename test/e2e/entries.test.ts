import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FakeEditor, startEditor } from '../servers/fakeEditor.ts';
import { launch, makeHome, type Quayside, removeHome, weather } from './quayside.ts';

const TOKEN = 'tok-b81c04d2f9e6537a';
const EDITOR_TOKEN = 'editor-token-77c1';
let app: Quayside;
let project: string;
let editor: FakeEditor;
let config: string;

beforeAll(async () => {
  project = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-project-')));
  const locks = path.join(project, 'locks');
  editor = await startEditor({ locks, workspace: project, token: EDITOR_TOKEN });
  const home = makeHome({ settings: { welcomeDone: true, language: 'en', mcp: { editorLocks: locks } } });
  config = path.join(home, 'mcp.json');
  const inputs = [
    { id: 'token', type: 'promptString', description: 'API token', password: true },
    { id: 'region', type: 'pickString', description: 'Region', options: ['eu', 'us'], default: 'eu' },
  ];
  const asking = { ...weather, env: { TOKEN: '${input:token}', REGION: '${input:region}' } };
  fs.writeFileSync(config, JSON.stringify({ servers: { asking, lost: { command: 'no-such-program-here' } }, inputs }, null, 2));
  app = await launch({ home });
  const { page } = app;
  await page
    .getByRole('navigation')
    .getByText(/^Servers/)
    .first()
    .click();
});
afterAll(async () => {
  await app.quit();
  await editor.close();
  removeHome(app.home);
  fs.rmSync(project, { recursive: true, force: true });
});
const axe = async (): Promise<string[]> => {
  const { violations } = await new AxeBuilder({ page: app.page }).setLegacyMode(true).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
};
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

test('a server that asks for values gets them in a dialog and starts; they are kept where the person says', async () => {
  const { page } = app;
  await page.getByRole('main').getByText('asking', { exact: true }).first().click();
  await page.getByRole('button', { name: 'Enter values…' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Values for asking' });
  await dialog.getByLabel('API token').fill(TOKEN);
  await dialog.getByRole('radio', { name: 'In a file that only you can read' }).check();
  expect(await axe()).toEqual([]);
  await dialog.getByRole('button', { name: 'Save and start' }).click();
  await page.getByRole('button', { name: /1 connected/i }).waitFor();
  const secrets = path.join(app.home, 'secrets.json');
  expect(fs.readFileSync(secrets, 'utf8')).toContain(TOKEN);
  expect(fs.statSync(secrets).mode & 0o777).toBe(0o600);
  expect(await page.content()).not.toContain(TOKEN);
});

test('a program that is missing leads to the programs servers need', async () => {
  const { page } = app;
  await page.getByRole('main').getByText('lost', { exact: true }).first().click();
  await page.getByRole('note').getByRole('button', { name: 'Check the programs…' }).click();
  const doctor = page.getByRole('dialog', { name: 'Programs that servers need' });
  await doctor.getByText('node', { exact: true }).waitFor();
  expect(await axe()).toEqual([]);
  await doctor.getByRole('button', { name: 'Close' }).last().click();
});

test('a connection test is followed live and cancelled without leaving a process; a new secret is kept for the session', async () => {
  const { page } = app;
  await page.getByRole('button', { name: 'Add server' }).click();
  await page.getByRole('menuitem', { name: 'Fill in a form…' }).click();
  const editing = page.getByRole('dialog', { name: 'Add a server' });
  await editing.getByLabel('Name', { exact: true }).fill('mine');
  await editing.getByLabel('Command').fill(process.execPath);
  await editing.getByLabel('Arguments').fill("-e\nconsole.error('pid ' + process.pid); setInterval(() => {}, 1000);");
  await editing.getByRole('button', { name: 'Test connection' }).click();
  const panel = editing.getByRole('region', { name: 'Test connection' });
  const line = panel.getByText(/^pid \d+$/).first();
  await line.waitFor();
  const pid = Number((await line.textContent())?.slice(4));
  expect(isAlive(pid)).toBe(true);
  expect(await panel.textContent()).toContain('Waiting for its first answer');
  await editing.getByRole('button', { name: 'Cancel the test' }).click();
  await panel.getByText(/was cancelled/).waitFor();
  expect(isAlive(pid)).toBe(false);

  await editing.getByRole('button', { name: 'Test connection' }).click();
  await line.waitFor();
  const second = Number((await line.textContent())?.slice(4));
  await page.keyboard.press('Escape');
  await editing.waitFor({ state: 'detached' });
  await expect.poll(() => isAlive(second)).toBe(false);

  await page.getByRole('button', { name: 'Add server' }).click();
  await page.getByRole('menuitem', { name: 'Fill in a form…' }).click();
  await editing.getByLabel('Name', { exact: true }).fill('mine');
  await editing.getByLabel('Command').fill(weather.command);
  await editing.getByLabel('Arguments').fill(weather.args.join('\n'));
  await editing.getByRole('button', { name: 'Add', exact: true }).click();
  await editing.getByLabel('Name', { exact: true }).last().fill('API_KEY');
  await editing.getByLabel('Value: API_KEY').fill(TOKEN.replace('tok', 'key'));
  await editing.getByRole('radio', { name: 'For this session only' }).check();
  await editing.getByRole('button', { name: 'Test connection' }).click();
  await panel.getByText(/^It works/).waitFor();
  await editing.getByRole('button', { name: 'Save' }).click();
  await page.getByText('kept for this session only').waitFor();
  expect(fs.readFileSync(config, 'utf8')).not.toContain(TOKEN.slice(4));
});

test('the servers are exported without secrets', async () => {
  const { page } = app;
  await page.getByRole('button', { name: 'Export…' }).click();
  const text = page.getByRole('region', { name: 'Exported servers as JSON' });
  await expect.poll(() => text.textContent()).toContain('${API_KEY}');
  expect(await text.textContent()).not.toContain(TOKEN.slice(4));
  expect(await axe()).toEqual([]);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
});

test('a project asks for trust with what it would run; an editor that has it open is offered and connected by a click', async () => {
  const { page } = app;
  const file = path.join(project, '.mcp.json');
  fs.writeFileSync(file, JSON.stringify({ mcpServers: { theirs: { command: 'npx', args: ['-y', 'theirs'], env: { KEY: '${HOME}' } } } }));
  await page.evaluate(`window.quayside.invoke('project.open', { folder: ${JSON.stringify(project)} })`);
  const trust = page.getByRole('alertdialog');
  await trust.getByText('npx -y theirs').waitFor();
  expect(await trust.textContent()).toContain('Gets your values ofHOME');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Don’t trust');
  expect(await axe()).toEqual([]);
  await trust.getByRole('button', { name: 'Don’t trust' }).click();

  await page.getByRole('heading', { name: /^Editors/ }).waitFor();
  expect(editor.ws.upgrades).toEqual([]);
  await page.getByRole('button', { name: 'Connect Fake Code' }).click();
  await page.getByRole('button', { name: /3 connected/i }).waitFor();
  expect(await page.content()).not.toContain(EDITOR_TOKEN);
});

test('a file that broke is shown by its line, with the ways to it, and on the servers page', async () => {
  const { page } = app;
  const good = fs.readFileSync(config, 'utf8');
  fs.writeFileSync(config, good.replace('"servers": {', '"servers": { oops'));
  await page.getByRole('heading', { name: /^Not read/ }).waitFor();
  await page.getByRole('button', { name: /^\d+ notices?$/ }).click();
  const excerpt = page.getByRole('figure', { name: 'The place in the file' });
  await excerpt.waitFor();
  expect(await excerpt.textContent()).toContain('^');
  await page.getByRole('button', { name: 'Show in folder' }).first().waitFor();
  expect(await axe()).toEqual([]);
  await page.keyboard.press('Escape');
  fs.writeFileSync(config, good);
  await page.getByRole('heading', { name: /^Not read/ }).waitFor({ state: 'detached' });
});

test('nothing broke in the page meanwhile', () => expect(app.errors).toEqual([]));
