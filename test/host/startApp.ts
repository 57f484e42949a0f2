import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';

export const hostBin = path.resolve(import.meta.dirname, '../../host/bin');

export interface Running {
  electron: ElectronApplication;
  page: Page;
  data: string;
  stop(): Promise<void>;
}

/** Starts the test app through the host by Playwright's own Electron driver. */
export async function startApp(env: Record<string, string> = {}): Promise<Running> {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), 'host-test-'));
  const electron = await _electron.launch({
    executablePath: path.join(hostBin, 'electron'),
    args: [path.join(import.meta.dirname, 'app')],
    env: { ...(process.env as Record<string, string>), HOST_TEST_DATA: data, ELECTRON_HOST_HEADLESS: '1', ELECTRON_HOST_OPENER: 'true', ...env },
  });
  const page = await electron.firstWindow();
  await page.locator('body[data-ready]').waitFor({ state: 'attached' });
  return {
    electron,
    page,
    data,
    async stop() {
      await electron.close();
      fs.rmSync(data, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}
