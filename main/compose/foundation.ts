import path from 'node:path';
import type { Settings } from '../../preload/contract/settings.ts';
import type { DisposableStack } from '../core/base/disposable.ts';
import { type ConfigService, createConfigService } from '../core/config/configService.ts';
import { readForeignTable } from '../core/conversations/foreignTable.ts';
import type { Secrets } from '../core/ports.ts';
import { createFileSecrets } from '../core/settings/fileSecrets.ts';
import { maskedSecrets } from '../core/settings/maskedSecrets.ts';
import { createSettingsStore, type SettingsStore } from '../core/settings/settingsStore.ts';
import { createPooledFetch } from '../core/transports/httpClient/pooledFetch.ts';
import { networkOf } from './network.ts';
import type { CoreOptions } from './options.ts';

/** Settings, secrets and configuration: what everything else asks. */
export interface Foundation {
  settings: SettingsStore;
  /** The settings in force with what the caller wanted different. */
  current: () => Settings;
  secrets: Secrets;
  config: ConfigService;
  /** Requests to language models: the proxies and authorities of the settings. */
  modelFetch: typeof fetch;
}

export function composeFoundation(options: CoreOptions, undo: DisposableStack): Foundation {
  const { paths, env, logger, watch } = options;
  const lockFolder = path.join(paths.caches, 'locks');
  const settings = createSettingsStore({ file: paths.settingsFile, lockFolder, env, logger, watch });
  undo.add(() => settings.dispose());
  const stored = createFileSecrets({ file: paths.secretsFile, lockFolder, logger, ...(options.encryptor ? { encryptor: options.encryptor } : {}) });
  const secrets = maskedSecrets(stored, options.redact.register);
  const config = createConfigService({
    paths,
    settings,
    env,
    platform: options.platform,
    homeDir: options.homeDir,
    clock: options.clock,
    logger,
    secrets,
    redact: options.redact,
    watch,
    readRows: readForeignTable,
    ...(options.explicitFiles ? { explicitFiles: options.explicitFiles } : {}),
    ...(options.projectFolder === undefined ? {} : { projectFolder: options.projectFolder }),
    ...(options.trustProject === undefined ? {} : { trustProject: options.trustProject }),
  });
  undo.add(() => config.dispose());
  const models = createPooledFetch(() => networkOf(settings.current().network, logger));
  undo.add(() => models.dispose());
  return { settings, secrets, config, current: () => overridden(settings.current(), options), modelFetch: models.fetch };
}

function overridden(settings: Settings, { callTimeoutMs, connectTimeoutMs }: CoreOptions): Settings {
  if (callTimeoutMs === undefined && connectTimeoutMs === undefined) return settings;
  return {
    ...settings,
    mcp: {
      ...settings.mcp,
      ...(callTimeoutMs === undefined ? {} : { callTimeoutMs }),
      ...(connectTimeoutMs === undefined ? {} : { connectTimeoutMs }),
    },
  };
}
