import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../test/e2e/quayside.ts';

const PLACE = path.join(os.tmpdir(), 'ling');

/** A data folder at a short place of its own, so that pictures show no path of the machine they were made on. */
export function pictureHome(settings: Record<string, unknown>, servers?: Record<string, unknown>): string {
  const home = path.join(PLACE, 'quayside');
  fs.rmSync(home, { recursive: true, force: true });
  fs.mkdirSync(home, { recursive: true });
  fs.writeFileSync(path.join(home, 'settings.json'), JSON.stringify(settings));
  if (servers) fs.writeFileSync(path.join(home, 'mcp.json'), JSON.stringify({ mcpServers: servers }, null, 2));
  return home;
}

/** A server program of this repository under a short name. */
export function pictureServer(file: string, name: string): { command: string; args: string[] } {
  const link = path.join(PLACE, name);
  fs.mkdirSync(PLACE, { recursive: true });
  fs.rmSync(link, { force: true });
  fs.symlinkSync(path.join(root, file), link);
  return { command: 'node', args: [link] };
}
