import { globSync } from 'node:fs';
import { configDefaults, defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { gzipForTests } from './build/gzip.js';
import { dynoxideIsInstalled } from './tests/support/emulators.ts';
import { ProgressReporter } from './tests/support/progress-reporter.ts';
import { IS_FULL, SEED } from './tests/support/scale.ts';

if (!dynoxideIsInstalled)
  console.warn('dynoxide is not installed here: repositories are tested on dynalite alone.');

const env = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  TABLE_NAME: 'event-budget-test',
  ERASE_FUNCTION: 'event-budget-test-accountErase',
  ERASE_HISTORIES_FUNCTION: 'event-budget-test-historyErase',
  // Nothing listens there.
  AWS_ENDPOINT_URL_LAMBDA: 'http://127.0.0.1:9',
  TOKEN_KEYS: 'the-first-key-of-the-tests-has-40-bytes!',
  BCRYPT_COST: '4',
  MAIL_FROM: 'service@example.com',
  MAIL_FUNCTION: 'event-budget-test-mailSend',
  MAIL_LIMIT_PER_NETWORK: '1000000',
  APP_URL: 'https://app.example.com',
  SERVICE_URL: 'https://budgets.example.com',
  SIGNUP_LIMIT: '1000000',
  EXPENSIVE_CALL_LIMIT: '1000000',
  LOGIN_LIMIT_PER_NETWORK: '1000000',
  // Hundreds of calls at once share one process with their database.
  DATABASE_TIMEOUT_MS: '30000',
  POWERTOOLS_LOG_LEVEL: 'SILENT',
  // The same in all processes, also at midnight.
  SEED: String(SEED),
};

const setupFiles = ['tests/support/setup.ts'];
const globalSetup = 'tests/support/shared-database.ts';
/** A pattern of test files. One that matches none would leave them out without a word. */
function files(pattern: string): string {
  if (globSync(pattern).length === 0) throw new Error(`vitest.config.ts: no file is ${pattern}`);
  return pattern;
}

/** Of what is deployed, which is packaged once for them. */
const packageTests = files('tests/package/**/*.test.ts');
/** They call the service over HTTP. It runs once for all of them. */
const httpTests = files('tests/http/**/*.test.ts');
/** Each has a process of its own: the embedded database changes packages when it is loaded. */
const localTests = files('tests/local/**/*.test.ts');
/** Calls at once, lost requests, sizes and units: the full run has them once, in the emulator closer to DynamoDB. */
const dynoxideTests = [
  'tests/faults/**/*.test.ts',
  'tests/functions/costs.slow.test.ts',
  'tests/functions/one-request.slow.test.ts',
  'tests/functions/auth/login-*.slow.test.ts',
  'tests/lib/plan/event-size.slow.test.ts',
  'tests/lib/dynamodb/change-item-orders.test.ts',
  'tests/lib/plan/orders.test.ts',
].map(files);
/** dynalite charges no units for the index. */
const unitTests = files('tests/functions/costs.slow.test.ts');
/** What is read from and written to the table, in both emulators. */
const tableTests = ['accounts', 'dynamodb', 'history', 'plan'].map((folder) =>
  files(`tests/lib/${folder}/**/*.test.ts`),
);
/** Of what few changes touch, and of pages in a browser, which not every machine has. */
const rareTests = [
  'tests/project/scripts.test.ts',
  'tests/local/dynalite/**/*.test.ts',
  'tests/local/no-mail.test.ts',
  ...['cross-origin', 'demo', 'pages', 'shared-page'].map((name) => `tests/http/${name}.test.ts`),
].map(files);
/** They need moto, which stands in for AWS: see CONTRIBUTING.md. */
const motoTests = files('tests/moto/**/*.test.ts');
const runsDynoxide = IS_FULL && dynoxideIsInstalled;
const slowTests = files('tests/**/*.slow.test.ts');
const long = IS_FULL ? [] : [packageTests, files('tests/faults/**/*.test.ts'), slowTests, ...rareTests];

const projects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: {
      name: 'dynalite',
      include: ['tests/**/*.test.ts'],
      exclude: [
        packageTests,
        httpTests,
        localTests,
        motoTests,
        unitTests,
        ...(runsDynoxide ? dynoxideTests : []),
        ...long,
      ],
      isolate: false,
      // Each worker has its own database.
      setupFiles,
      env,
    },
  },
  {
    extends: true,
    test: { name: 'local', include: [localTests], exclude: long, globalSetup, setupFiles, env },
  },
  {
    extends: true,
    test: {
      name: 'http',
      include: [httpTests],
      exclude: long,
      globalSetup: 'tests/support/running-service.ts',
      env,
    },
  },
];

if (IS_FULL)
  projects.push({
    extends: true,
    test: { name: 'package', include: [packageTests], globalSetup: 'tests/support/package.ts', env },
  });

if (process.env['MOTO_URL'])
  projects.push({
    extends: true,
    test: { name: 'moto', include: [motoTests], fileParallelism: false, setupFiles, env },
  });

if (runsDynoxide)
  projects.push({
    extends: true,
    test: {
      name: 'dynoxide',
      include: [...dynoxideTests, ...tableTests],
      isolate: false,
      globalSetup,
      setupFiles,
      env: { ...env, EMULATOR: 'dynoxide' },
    },
  });

export default defineConfig({
  plugins: [gzipForTests],
  test: {
    reporters: [...configDefaults.reporters, new ProgressReporter()],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // More need more of the processors for the same tests.
    maxWorkers: '100%',
    projects,
  },
});
