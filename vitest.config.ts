import { defineConfig } from 'vitest/config';
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
/** Of what is deployed, which is packaged once for them. */
const packageTests = ['tests/bundles.test.ts', 'tests/mail-template.test.ts', 'tests/template.test.ts'];
/** Tests that only call the service, which runs once for all of them. */
const serviceTests = [
  'tests/accounts-journey.test.ts',
  'tests/budget-files.test.ts',
  'tests/client.test.ts',
  'tests/cross-origin.test.ts',
  'tests/demo.test.ts',
  'tests/docs.test.ts',
  'tests/hostile.test.ts',
  'tests/pages.test.ts',
  'tests/sharing-journey.test.ts',
];
/** They meet more in the emulator that is closer to DynamoDB. */
const longTests = IS_FULL
  ? [
      'tests/faults/account-changes.test.ts',
      'tests/faults/erase.test.ts',
      'tests/faults/histories.test.ts',
      'tests/faults/idempotency-interleavings.test.ts',
      'tests/faults/idempotency-key.test.ts',
      'tests/faults/interleavings.test.ts',
      'tests/faults/sharing-histories.test.ts',
      'tests/faults/sharing-orders.test.ts',
    ]
  : ['tests/faults/*.test.ts'];
/** They bundle everything, or start the service or the deployment tool many times. */
const slowTests = IS_FULL
  ? []
  : [
      ...['tests/build.test.ts', 'tests/stage-settings.test.ts'],
      ...['tests/local/footprint.test.ts', 'tests/local/reload.test.ts', 'tests/local/start.test.ts'],
    ];

export default defineConfig({
  plugins: [gzipForTests],
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'dynalite',
          include: ['tests/**/*.test.ts'],
          exclude: [
            ...[...packageTests, ...serviceTests, ...slowTests],
            ...(dynoxideIsInstalled ? longTests : []),
          ],
          setupFiles,
          env,
        },
      },
      ...(IS_FULL
        ? [
            {
              extends: true as const,
              test: { name: 'package', include: packageTests, globalSetup: 'tests/support/package.ts' },
            },
          ]
        : []),
      {
        extends: true,
        test: {
          name: 'service',
          include: serviceTests,
          globalSetup: 'tests/support/running-service.ts',
          env,
        },
      },
      ...(dynoxideIsInstalled
        ? [
            {
              extends: true as const,
              test: {
                name: 'dynoxide',
                include: [
                  'tests/functions/costs.test.ts',
                  'tests/functions/one-request.test.ts',
                  ...(IS_FULL ? ['tests/functions/auth/login-*.test.ts'] : []),
                  'tests/lib/**/*-repository.test.ts',
                  'tests/lib/dynamodb/*.test.ts',
                  'tests/faults/*.test.ts',
                ],
                setupFiles,
                env: { ...env, EMULATOR: 'dynoxide' },
              },
            },
          ]
        : []),
    ],
  },
});
