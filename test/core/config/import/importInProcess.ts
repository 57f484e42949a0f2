/** Adopts the servers of a file in a process of its own, as the command line does: node importInProcess.ts DATA_FOLDER USER_HOME FILE */
import path from 'node:path';
import { systemClock } from '../../../../main/core/base/clock.ts';
import { silentLogger } from '../../../../main/core/base/silentLogger.ts';
import { createConfigService } from '../../../../main/core/config/configService.ts';
import { createFileSecrets } from '../../../../main/core/settings/fileSecrets.ts';
import { createPaths } from '../../../../main/core/settings/paths.ts';
import { createSettingsStore } from '../../../../main/core/settings/settingsStore.ts';

const [dataFolder = '', homeDir = '', file = ''] = process.argv.slice(2);
const paths = createPaths(dataFolder);
const lockFolder = path.join(paths.caches, 'locks');
const secrets = createFileSecrets({ file: paths.secretsFile, lockFolder, logger: silentLogger });
const settings = createSettingsStore({ file: paths.settingsFile, lockFolder, env: {}, logger: silentLogger });
const service = createConfigService({
  paths,
  settings,
  env: {},
  platform: process.platform,
  homeDir,
  clock: systemClock,
  logger: silentLogger,
  secrets,
});
const { added } = await service.importFile(file, { write: true });
await service.dispose();
process.exitCode = added.length === 1 ? 0 : 1;
