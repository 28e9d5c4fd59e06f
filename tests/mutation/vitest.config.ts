import { defineConfig } from 'vitest/config';
import { gzipForTests } from '../../build/gzip.js';
import { env, globalSetup, setupFiles, slowTests } from '../../vitest.config.ts';

/** The tests of `lib` and of the functions, and the driven tests of faults, except slow ones. */
export default defineConfig({
  plugins: [gzipForTests],
  test: {
    env,
    globalSetup,
    setupFiles,
    include: [
      'tests/lib/**/*.test.ts',
      'tests/functions/**/*.test.ts',
      'tests/faults/sharing/{held,shared-events}.test.ts',
    ],
    exclude: [slowTests],
    testTimeout: 60_000,
  },
});
