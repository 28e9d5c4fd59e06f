import { defineConfig } from 'vitest/config';
import { gzipForTests } from '../../build/gzip.js';
import { env, globalSetup, setupFiles } from '../../vitest.config.ts';

/** The tests of `lib` and of the functions, except random histories and comparisons of times. */
export default defineConfig({
  plugins: [gzipForTests],
  test: {
    env,
    globalSetup,
    setupFiles,
    include: ['tests/lib/**/*.test.ts', 'tests/functions/**/*.test.ts', 'tests/faults/lost-answers.test.ts'],
    exclude: [
      'tests/functions/{strangers,two-accounts}.test.ts',
      'tests/functions/**/{forgot-password-time,history,invite-alike,list-pages,login-burst}.test.ts',
      'tests/lib/budgets/event-size.test.ts',
    ],
    testTimeout: 60_000,
  },
});
