// What the app and its tests need besides npm packages, found or installed. Says what it does; never asks.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { findBrowser } from '../host/browser/findBrowser.ts';
import { root } from './buildStamp.mjs';

const say = (text) => console.error(text);

/** The real Electron's executable, or undefined. Never `require('electron')` to look: without a binary that starts a download. */
export function electronBinary() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH ?? path.join(root, 'node_modules/electron/dist');
  const pathFile = path.join(root, 'node_modules/electron/path.txt');
  const name = fs.existsSync(pathFile) ? fs.readFileSync(pathFile, 'utf8') : '';
  const file = path.join(folder, name);
  return name && fs.existsSync(file) ? file : undefined;
}

const DAY_MS = 86_400_000;

/**
 * Tries to download Electron's binary once a day (ELECTRON_MIRROR is honoured by Electron's own installer).
 * Returns its path, or undefined when it cannot be had here.
 */
export function fetchElectron() {
  const installer = path.join(root, 'node_modules/electron/install.js');
  const marker = path.join(root, 'out/.electron-not-available');
  const triedAt = fs.statSync(marker, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (!fs.existsSync(installer) || process.env.ELECTRON_SKIP_BINARY_DOWNLOAD || Date.now() - triedAt < DAY_MS) return undefined;
  say(
    `Electron's binary is not here yet; trying to download it${process.env.ELECTRON_MIRROR ? ` from ${new URL(process.env.ELECTRON_MIRROR).host}` : ''} …`,
  );
  const run = spawnSync(process.execPath, [installer], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8', timeout: 180_000 });
  const found = electronBinary();
  if (run.status === 0 && found) return found;
  fs.mkdirSync(path.dirname(marker), { recursive: true });
  fs.writeFileSync(marker, `${run.stderr ?? ''}`);
  say('It cannot be had here (tried again in a day; set ELECTRON_MIRROR to use a mirror). Using an installed browser instead.');
  return undefined;
}

const onDebian = () => process.platform === 'linux' && fs.existsSync('/etc/debian_version');
const isRoot = () => process.getuid?.() === 0;
const hasSudo = () => spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;

/** Installs Debian packages as root or with sudo that asks no password. Returns whether it worked. */
export function aptInstall(...packages) {
  const prefix = isRoot() ? [] : hasSudo() ? ['sudo', '-n'] : undefined;
  if (!onDebian() || !prefix) return false;
  say(`Installing ${packages.join(', ')} by apt-get …`);
  const run = (...args) => {
    const [command, ...rest] = [...prefix, 'apt-get', ...args];
    return (
      spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0
    );
  };
  return run('update', '-qq') && run('install', '-y', '-qq', '--no-install-recommends', ...packages);
}

/** The command a person runs where nothing can be installed for them. */
function browserAdvice() {
  if (onDebian()) return 'sudo apt-get install chromium';
  if (process.platform === 'darwin') return 'brew install --cask chromium';
  if (process.platform === 'win32') return 'winget install Google.Chrome';
  return 'install Chromium, Chrome or Edge with your package manager';
}

/** An installed Chromium, Chrome or Edge; installed now where that is possible. Undefined, with advice on stderr, where not. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (aptInstall('chromium') && findBrowser()) return findBrowser();
  say(`Quayside needs a browser to draw its window. Run this once:\n    ${browserAdvice()}`);
  return undefined;
}

if (process.argv[1] === import.meta.filename) process.exit(ensureBrowser() ? 0 : 1);
