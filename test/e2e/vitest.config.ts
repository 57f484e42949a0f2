import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** The real bundles in a real window: one app at a time, so that two cores suffice. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/e2e/**/*.test.ts'],
    environment: 'node',
    fileParallelism: false,
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // A condition is waited for as long as Playwright waits for an element.
    expect: { poll: { timeout: 20_000 } },
  },
});
