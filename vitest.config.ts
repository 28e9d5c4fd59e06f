import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { gzipForTests } from './build/gzip.js';
import { dynoxideIsInstalled } from './tests/support/emulators.ts';
import { IS_FULL } from './tests/support/scale.ts';

if (!dynoxideIsInstalled)
  console.warn('dynoxide is not installed here: repositories are tested on dynalite alone.');

export const env = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  TABLE_NAME: 'event-budget-test',
  ERASE_FUNCTION: 'event-budget-test-accountErase',
  // Nothing listens there.
  AWS_ENDPOINT_URL_LAMBDA: 'http://127.0.0.1:9',
  TOKEN_KEYS: 'the-first-key-of-the-tests-has-40-bytes!',
  BCRYPT_COST: '4',
  MAIL_FROM: 'service@example.com',
  MAIL_FUNCTION: 'event-budget-test-mailSend',
  MAIL_LIMIT_PER_NETWORK: '1000000',
  APP_URL: 'https://app.example.com',
  SIGNUP_LIMIT: '1000000',
  LOGIN_LIMIT_PER_NETWORK: '1000000',
  // Hundreds of calls at once share one process with their database.
  DATABASE_TIMEOUT_MS: '30000',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
};

export const setupFiles = ['tests/support/setup.ts'];
export const globalSetup = 'tests/support/shared-database.ts';
/** Of what is deployed, which is packaged once for them. */
const packageTests = ['tests/package/bundles.test.ts', 'tests/package/mail-template.test.ts', 'tests/package/template.test.ts'];
/** Tests that only call the service, which runs once for all of them. */
const serviceTests = [
  'tests/http/accounts-journey.test.ts',
  'tests/http/budget-files.test.ts',
  'tests/http/client.test.ts',
  'tests/http/cross-origin.test.ts',
  'tests/http/demo.test.ts',
  'tests/http/docs.slow.test.ts',
  'tests/http/hostile.test.ts',
  'tests/http/pages.test.ts',
  'tests/http/sharing-journey.test.ts',
];
/** They meet more in the emulator that is closer to DynamoDB. */
const dynoxideTests = [
  'tests/faults/{account-changes,erase,histories,sharing-histories,sharing-orders}.test.ts',
  'tests/faults/{idempotency-interleavings,idempotency-key,interleavings}.test.ts',
  'tests/lib/budgets/event-size.slow.test.ts',
];
/** Of `lib` and the functions: random histories and bodies, large lists, limits of logins, comparisons of times, waits. */
export const slowTests = [
  'tests/functions/{any-body,database-slow,documented-bodies,out-of-time,strangers,two-accounts}.test.ts',
  'tests/functions/auth/{forgot-password-time,login-burst,login-limit}.test.ts',
  'tests/functions/**/{history,invite-alike,list-pages}.test.ts',
  'tests/lib/dynamodb/batch-delete.slow.test.ts',
  'tests/**/*-size.test.ts',
];
/** Only with FULL_TESTS: also faults, counts of requests, builds, and what starts the service many times. */
const longTests = [
  ...packageTests,
  ...slowTests,
  'tests/faults/*.test.ts',
  'tests/functions/{costs,one-request}.test.ts',
  'tests/functions/account/erase.slow.test.ts',
  'tests/{build,docs,journey,restart,stage-settings,third-party-notices}.test.ts',
  'tests/local/{footprint,kept-database,killed-erasures,mail-failure,reload,start}.test.ts',
];

const projects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'dynalite',
      include: ['tests/**/*.test.ts'],
      exclude: [
        ...[...packageTests, ...serviceTests],
        ...(dynoxideIsInstalled ? dynoxideTests : []),
        ...(IS_FULL ? [] : longTests),
      ],
      globalSetup,
      setupFiles,
      env,
    },
  },
  {
    extends: true,
    test: {
      name: 'service',
      include: serviceTests,
      exclude: IS_FULL ? [] : longTests,
      globalSetup: 'tests/support/running-service.ts',
      env,
    },
  },
];

if (IS_FULL)
  projects.push({
    extends: true,
    test: { name: 'package', include: packageTests, globalSetup: 'tests/support/package.ts' },
  });

if (IS_FULL && dynoxideIsInstalled)
  projects.push({
    extends: true,
    test: {
      name: 'dynoxide',
      include: [
        ...dynoxideTests,
        'tests/faults/*.test.ts',
        'tests/functions/{costs,one-request}.test.ts',
        'tests/functions/auth/login-*.test.ts',
        'tests/lib/**/*-repository.test.ts',
        'tests/lib/{budgets,events}/*.test.ts',
        'tests/lib/dynamodb/*.test.ts',
      ],
      globalSetup,
      setupFiles,
      env: { ...env, EMULATOR: 'dynoxide' },
    },
  });

export default defineConfig({
  plugins: [gzipForTests],
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Some tests wait. More at once would disturb comparisons of times.
    maxWorkers: IS_FULL ? '100%' : '150%',
    projects,
  },
});
