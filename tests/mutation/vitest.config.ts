import { defineConfig } from 'vitest/config';
import { gzipForTests } from '../../build/gzip.js';
import { env, setupFiles } from '../../vitest.config.ts';

/** The tests of `lib` and of the functions, except the long random ones. */
export default defineConfig({
  plugins: [gzipForTests],
  test: {
    env,
    setupFiles,
    include: ['tests/lib/**/*.test.ts', 'tests/functions/**/*.test.ts', 'tests/faults/lost-answers.test.ts'],
    exclude: ['tests/functions/two-accounts.test.ts', 'tests/functions/budgets/history.test.ts'],
    testTimeout: 60_000,
  },
});
