import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = import.meta.dirname;

/** The window's bundle. Relative base, because the page is served from app:// and from an https origin (design.md, "One scheme, two hosts"). */
export default defineConfig({
  root: here,
  base: './',
  plugins: [react(), tailwind()],
  build: {
    outDir: `${here}/../out/renderer`,
    emptyOutDir: true,
    minify: true,
    sourcemap: false,
    // The CSP knows no inline script and no data: font; small assets stay files, and the preload helper is not needed by one Chromium.
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 1500,
    target: 'chrome130',
  },
});
