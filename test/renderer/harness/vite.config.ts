import { defineConfig, mergeConfig } from 'vite';
import base from '../../../renderer/vite.config.ts';

/** The window with the sample host, as a static build: the real CSP holds for it too. */
export default defineConfig(
  mergeConfig(base, {
    root: import.meta.dirname,
    build: { outDir: `${import.meta.dirname}/../../../out/harness` },
  }),
);
