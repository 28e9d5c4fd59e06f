import { defineConfig } from 'vitest/config';
import { gzipForTests } from '../../build/gzip.js';
import { env, globalSetup, setupFiles } from '../../vitest.config.ts';

/** The tests of `lib` and of the functions, except random ones, large ones, waits, and comparisons of times. */
export default defineConfig({
  plugins: [gzipForTests],
  test: {
    env,
    globalSetup,
    setupFiles,
    include: [
      'tests/lib/**/*.test.ts',
      'tests/functions/**/*.test.ts',
      'tests/faults/{currencies,import,joining,late-duplicates,lost-answers,retried}.test.ts',
      'tests/faults/{shared-events,sharing-repeats}.test.ts',
    ],
    exclude: [
      'tests/functions/{any-body,database-slow,documented-bodies,out-of-time,strangers,two-accounts}.test.ts',
      'tests/functions/auth/{forgot-password-time,login-burst,login-limit}.test.ts',
      'tests/functions/**/{history,invite-alike,list-pages}.test.ts',
      'tests/lib/dynamodb/batch-delete.test.ts',
      'tests/**/*-size.test.ts',
    ],
    testTimeout: 60_000,
  },
});
