import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { systemClock } from '../../../main/core/base/clock.ts';
import { silentLogger } from '../../../main/core/base/silentLogger.ts';
import { type ConfigService, type ConfigServiceOptions, type ConfigState, createConfigService } from '../../../main/core/config/configService.ts';
import type { ServerConfig } from '../../../main/core/config/serverConfig.ts';
import { createRedactor } from '../../../main/core/logs/redact.ts';
import { createFileSecrets } from '../../../main/core/settings/fileSecrets.ts';
import { createPaths } from '../../../main/core/settings/paths.ts';
import { createSettingsStore } from '../../../main/core/settings/settingsStore.ts';

export const CASES = path.resolve(import.meta.dirname, '../../cases');
export const caseFile = (id: string, name: string): string => path.join(CASES, id, name);
export const caseJson = (id: string) => JSON.parse(fs.readFileSync(caseFile(id, 'case.json'), 'utf8'));

/** A data folder, a home folder and a project folder of their own, with everything that a real run has. */
export function createTestHome() {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'quayside-config-')));
  const homeDir = path.join(root, 'user');
  const project = path.join(root, 'project');
  for (const folder of [homeDir, project]) fs.mkdirSync(folder);
  const paths = createPaths(path.join(root, 'home'));
  const lockFolder = path.join(paths.caches, 'locks');
  const redact = createRedactor();
  const secrets = createFileSecrets({ file: paths.secretsFile, lockFolder, logger: silentLogger });
  const open: ConfigService[] = [];
  const settings = createSettingsStore({ file: paths.settingsFile, lockFolder, env: {}, logger: silentLogger });

  function service(more: Partial<ConfigServiceOptions> = {}): ConfigService {
    const made = createConfigService({
      paths,
      settings,
      env: { PATH: '/usr/bin:/bin' },
      platform: 'linux',
      homeDir,
      clock: systemClock,
      logger: silentLogger,
      secrets,
      redact,
      ...more,
    });
    open.push(made);
    return made;
  }
  const write = (file: string, content: unknown): string => {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
    return file;
  };
  return {
    root,
    homeDir,
    project,
    paths,
    settings,
    secrets,
    redact,
    service,
    write,
    read: (file: string): string => fs.readFileSync(file, 'utf8'),
    async dispose() {
      for (const made of open) await made.dispose();
      await settings.dispose();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}
export type TestHome = ReturnType<typeof createTestHome>;

export const configNamed = (state: ConfigState, name: string): ServerConfig => {
  const config = state.configs.find((item) => item.name === name);
  if (!config) throw new Error(`${name} is not among ${state.configs.map((item) => item.name).join(', ')}`);
  return config;
};
/** `auto` where a fallback to legacy SSE is due. */
export const transports = (state: ConfigState): Record<string, string> =>
  Object.fromEntries(state.configs.map((config) => [config.name, config.transport === 'http' && config.fallbackToSse ? 'auto' : config.transport]));
