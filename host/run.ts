// The Chromium host's main script: does what Electron's binary does with its command line. Started by bin/electron.
import { createRequire } from 'node:module';
import path from 'node:path';
import { app } from './app.ts';
import { locateApp, parseCommandLine } from './commandLine.ts';
import { registerElectron } from './register.ts';
import { startBrowser } from './startBrowser.ts';
import { state } from './state.ts';

const given = process.argv.slice(2);
const options = parseCommandLine(given);
if (!options.app) {
  console.error('Use: electron [switches] APP_FOLDER_OR_MAIN_FILE [arguments]');
  process.exit(2);
}

try {
  const location = locateApp(options.app);
  state.appFolder = location.folder;
  state.packageJson = location.packageJson;
  state.debugPort ??= options.debugPort;
  for (const [name, value] of options.switches) state.switches.set(name, value);
  if (options.userData) app.setPath('userData', options.userData);
  process.argv = [process.env.ELECTRON_HOST_EXE ?? process.argv[1] ?? 'electron', ...given];

  registerElectron(location.folder);
  const require = createRequire(path.join(location.folder, 'index.js'));
  for (const file of options.required) require(path.resolve(file));
  // Electron's main process never ends by itself.
  setInterval(() => undefined, 1 << 30);
  require(location.main);
  // The app may set switches and paths while its main script runs; only then the browser starts.
  startBrowser();
} catch (error) {
  console.error('App threw an error during load');
  console.error(error);
  process.exit(1);
}
