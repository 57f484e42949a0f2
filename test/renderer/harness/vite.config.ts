import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig } from 'vite';
import base from '../../../renderer/vite.config.ts';

/** The window with the sample host, as a static build: the real CSP holds for it too. */
export default defineConfig(
  mergeConfig(base, {
    root: fileURLToPath(new URL('.', import.meta.url)),
    build: { outDir: fileURLToPath(new URL('../../../out/harness', import.meta.url)) },
  }),
);
