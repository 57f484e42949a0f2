// Builds every bundle into out/: main and preload (CommonJS, as Electron wants them), the command line (ESM), the window, the example server.
//   node scripts/build.mjs [--only main,preload,cli,renderer,examples]
import fs from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { buildStamp, root } from './buildStamp.mjs';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const only = values.only?.split(',');
const version = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')).version;

/** sharp carries its own binaries; electron is the shell itself. Everything else is bundled. */
const external = ['electron', 'sharp', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)];

/** A bundle that runs in Node. Chunks are kept apart, so that what is imported late is also parsed late. */
const nodeBundle = (entry, folder, format) =>
  build({
    configFile: false,
    root,
    logLevel: 'warn',
    define: { __APP_VERSION__: JSON.stringify(version) },
    resolve: { conditions: ['node', 'import', 'module', 'default'] },
    ssr: { noExternal: true, external: ['electron', 'sharp'], target: 'node' },
    build: {
      ssr: true,
      outDir: path.join('out', folder),
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      sourcemap: true,
      rollupOptions: {
        input: { index: entry },
        external,
        output: {
          format,
          // CommonJS packages inside an ES module bundle still ask where they are.
          banner: format === 'es' ? 'const __filename = import.meta.filename, __dirname = import.meta.dirname;' : '',
          entryFileNames: format === 'cjs' ? '[name].cjs' : '[name].mjs',
          chunkFileNames: format === 'cjs' ? 'chunks/[name]-[hash].cjs' : 'chunks/[name]-[hash].mjs',
        },
      },
    },
  });

const parts = {
  main: () => nodeBundle('main/index.ts', 'main', 'cjs'),
  preload: () =>
    build({
      configFile: false,
      root,
      logLevel: 'warn',
      build: {
        outDir: 'out/preload',
        emptyOutDir: true,
        minify: false,
        target: 'chrome140',
        rollupOptions: {
          input: { index: 'preload/index.ts' },
          external: ['electron'],
          output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
        },
      },
    }),
  cli: () => nodeBundle('main/cli.ts', 'cli', 'es'),
  renderer: () => build({ configFile: path.join(root, 'renderer/vite.config.ts'), root: path.join(root, 'renderer'), logLevel: 'warn' }),
  examples: () => nodeBundle('examples/weather-server/index.mjs', 'weather-server', 'es'),
};

const started = performance.now();
for (const [name, run] of Object.entries(parts)) if (!only || only.includes(name)) await run();
if (!only) buildStamp.write();
console.error(`built ${only?.join(', ') ?? 'everything'} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
