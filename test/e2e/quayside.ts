import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Locator, type Page } from 'playwright-core';

export const root = path.resolve(import.meta.dirname, '../..');

export interface Quayside {
  electron: ElectronApplication;
  page: Page;
  home: string;
  /** What the main process wrote. */
  output: () => string;
  errors: string[];
  /** Quits the app and waits for its end. */
  quit(): Promise<void>;
}

export interface LaunchOptions {
  home?: string;
  settings?: Record<string, unknown>;
  servers?: Record<string, unknown>;
  env?: Record<string, string>;
}

/** A data folder with what a test needs already in it; the first-run page is over unless asked for. */
export function makeHome({ settings = { welcomeDone: true, language: 'en' }, servers }: LaunchOptions = {}): string {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-e2e-'));
  fs.writeFileSync(path.join(home, 'settings.json'), JSON.stringify(settings));
  if (servers) fs.writeFileSync(path.join(home, 'mcp.json'), JSON.stringify({ mcpServers: servers }, null, 2));
  return home;
}

/** The real bundles through the Chromium host; on a machine with Electron's binary leave ELECTRON_OVERRIDE_DIST_PATH unset to use that. */
export async function launch(options: LaunchOptions = {}): Promise<Quayside> {
  const home = options.home ?? makeHome(options);
  const electron = await _electron.launch({
    executablePath: path.join(root, 'host/bin/electron'),
    args: [root],
    env: {
      ...(process.env as Record<string, string>),
      QUAYSIDE_HOME: home,
      ELECTRON_HOST_HEADLESS: '1',
      ELECTRON_HOST_OPENER: 'true',
      LANG: 'en_US.UTF-8',
      ...options.env,
    },
  });
  let output = '';
  for (const stream of [electron.process().stdout, electron.process().stderr]) stream?.on('data', (chunk) => (output += chunk));
  const page = await electron.firstWindow();
  page.setDefaultTimeout(20_000);
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.locator('#root > *').first().waitFor();
  return { electron, page, home, output: () => output, errors, quit: () => electron.close() };
}

export const removeHome = (home: string): void => fs.rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

export const weather = { command: process.execPath, args: [path.join(root, 'examples/weather-server/index.mjs')] };

/** Writes into the composer and sends. */
export async function say(page: Page, text: string): Promise<void> {
  const composer = page.getByRole('textbox', { name: 'Message', exact: true });
  await composer.fill(text);
  await composer.press('Enter');
}

export const approval = (page: Page): Locator => page.getByRole('alertdialog');
