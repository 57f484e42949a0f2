// npm start: builds what is not built, then opens the window in real Electron where its binary is or can be had,
// else in an installed browser through the Chromium host. Without a display: the chat in the terminal.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { buildStamp, root } from './buildStamp.mjs';
import { electronBinary, ensureBrowser, fetchElectron } from './setup.mjs';

const args = process.argv.slice(2);

function build() {
  if (buildStamp.isFresh()) return;
  console.error('Building …');
  const built = spawnSync(process.execPath, [path.join(root, 'scripts/build.mjs')], { cwd: root, stdio: 'inherit' });
  if (built.status !== 0) process.exit(built.status ?? 1);
}

/** Runs in the foreground: signals pass through, the exit code is the child's. */
function become(command, commandArgs) {
  const child = spawn(command, commandArgs, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`Quayside could not be started: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 0)));
}

const noDisplay = process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY;

build();
if (noDisplay && process.env.ELECTRON_HOST_HEADLESS !== '1') {
  console.error('There is no display here, so this is Quayside in the terminal. Set DISPLAY (or use Xvfb) for the window.');
  become(process.execPath, [path.join(root, 'scripts/quayside.mjs'), 'chat', ...args]);
} else {
  const electron = process.env.QUAYSIDE_SHELL === 'host' ? undefined : (electronBinary() ?? fetchElectron());
  if (electron) {
    console.error(`Opening Quayside in Electron (${electron}).`);
    become(electron, [root, ...args]);
  } else {
    const browser = ensureBrowser();
    if (!browser) process.exit(1);
    console.error(`Opening Quayside in ${browser} through the Chromium host (no Electron binary here).`);
    become(process.execPath, ['--enable-source-maps', '--disable-warning=ExperimentalWarning', path.join(root, 'host/run.ts'), root, ...args]);
  }
}
