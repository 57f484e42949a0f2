#!/usr/bin/env node
// The command line from a checkout: builds when the sources are newer than the bundle, then runs it in this process.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildStamp, root } from './buildStamp.mjs';

if (!buildStamp.isFresh()) {
  const built = spawnSync(process.execPath, [path.join(root, 'scripts/build.mjs')], { stdio: ['ignore', 2, 2], cwd: root });
  if (built.status !== 0) process.exit(built.status ?? 1);
}
await import(pathToFileURL(path.join(root, 'out/cli/index.mjs')).href);
