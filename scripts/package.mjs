// npm run package [-- electron-builder options]: builds and packs for this system. Needs Electron's binary (see README).
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './buildStamp.mjs';
import { electronBinary, fetchElectron } from './setup.mjs';

const run = (command, args) => {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};
const electron = electronBinary() ?? fetchElectron();
if (!electron) {
  console.error("Packing needs Electron's binary, which cannot be had here. Set ELECTRON_MIRROR, or run this on a machine that reaches it.");
  process.exit(1);
}
run(process.execPath, ['scripts/build.mjs']);
const given = process.argv.slice(2);
run(path.join(root, 'node_modules/.bin/electron-builder'), [
  '--config',
  'electron-builder.yml',
  `--config.electronDist=${path.dirname(electron)}`,
  ...(given.length > 0 ? given : ['--dir']),
]);
