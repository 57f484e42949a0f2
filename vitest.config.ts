import { defineConfig } from 'vitest/config';

/** Unit and system tests run on the pinned Node; e2e and the cases have runners of their own (scripts/test.mjs). */
export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    exclude: ['test/e2e/**', 'node_modules/**'],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 20_000,
    pool: 'forks',
    reporters: process.env.CI ? ['default'] : ['default'],
  },
});
