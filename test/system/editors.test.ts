import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FakeEditor, startEditor } from '../servers/fakeEditor.ts';
import { FakeWindow, makeHome, removeHome, weather } from './appUnderTest.ts';

const TOKEN = 'editor-token-5a41cf02';
let root: string;
let home: string;
let window: FakeWindow;
let editor: FakeEditor;
const folder = (name: string): string => path.join(root, name);

beforeEach(async () => {
  root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-editor-')));
  for (const name of ['work', 'elsewhere']) fs.mkdirSync(folder(name));
  editor = await startEditor({ locks: folder('locks'), workspace: folder('work'), token: TOKEN });
  home = makeHome({ 'Fake Code': weather }, { mcp: { editorLocks: folder('locks') } });
  window = new FakeWindow(home);
  await window.desktop.start();
});
afterEach(async () => {
  await window.desktop.dispose();
  await editor.close();
  removeHome(home);
  fs.rmSync(root, { recursive: true, force: true });
});
const offers = () => Object.values(window.state?.editors ?? {});

test('an editor is offered only for its project, connected by a click only, and put away again', async () => {
  await window.send('project.open', { folder: folder('elsewhere') });
  await window.desktop.editors.refresh();
  expect(offers()).toEqual([]);

  await window.send('project.open', { folder: folder('work') });
  const offer = await window.until((state) => Object.values(state.editors ?? {})[0]);
  expect(offer).toMatchObject({ name: 'Fake Code', transport: 'ws-ide', folders: [folder('work')] });
  expect(offer.server).toBeUndefined();
  expect(editor.ws.upgrades).toEqual([]);

  await window.send('editor.connect', { id: offer.id });
  // A server of that name is there already, and stays what it is.
  const name = `Fake Code ${editor.ws.port}`;
  const server = await window.until((state) => state.servers[name]?.state.kind === 'connected' && state.servers[name]);
  expect(server).toMatchObject({ transport: 'ws-ide', editor: offer.id, counts: { tools: 1 } });
  expect(window.state?.servers['Fake Code']?.transport).toBe('stdio');
  expect(window.desktop.tools.ofServer(name).map(({ original }) => original)).toEqual(['openFile']);
  expect(JSON.stringify(window.events)).not.toContain(TOKEN);

  await window.send('server.setEnabled', { name, enabled: false });
  await window.until((state) => state.servers[name] === undefined && Object.values(state.editors ?? {})[0]?.server === undefined);
  expect(window.desktop.tools.ofServer(name)).toEqual([]);
});

test('a lock that is written anew costs no connection; an entry of a file that takes the name has it', async () => {
  await window.send('project.open', { folder: folder('work') });
  const offer = await window.until((state) => Object.values(state.editors ?? {})[0]);
  await window.send('editor.connect', { id: offer.id });
  const name = `Fake Code ${editor.ws.port}`;
  await window.until((state) => state.servers[name]?.state.kind === 'connected');
  const lock = fs.readFileSync(editor.lockFile);
  fs.writeFileSync(editor.lockFile, '{');
  await window.desktop.editors.refresh();
  await window.until((state) => state.servers[name] === undefined);
  fs.writeFileSync(editor.lockFile, lock);
  await window.desktop.editors.refresh();
  await window.until((state) => state.servers[name]?.state.kind === 'connected');

  await window.send('server.save', { draft: { name, level: 'user', transport: 'stdio', ...weather } });
  await window.until((state) => state.servers[name]?.transport === 'stdio' && state.servers[`${name} (editor)`]?.state.kind === 'connected');
  expect(window.state?.servers[`${name} (editor)`]?.editor).toBe(offer.id);
});

test('an editor that crashed is no longer offered, whatever its lock says; its server goes with it', async () => {
  await window.send('project.open', { folder: folder('work') });
  const offer = await window.until((state) => Object.values(state.editors ?? {})[0]);
  await window.send('editor.connect', { id: offer.id });
  await window.until((state) => Object.values(state.servers).some(({ editor: id, state: now }) => id === offer.id && now.kind === 'connected'));
  await editor.crash();
  await window.desktop.editors.refresh();
  await window.until((state) => Object.keys(state.editors ?? {}).length === 0 && Object.keys(state.servers).length === 1);
  expect(fs.existsSync(editor.lockFile)).toBe(true);
  expect(await window.try('editor.connect', { id: offer.id })).toMatchObject({ ok: false, error: { code: 'host.not_found' } });
});
