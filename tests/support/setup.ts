import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, aroundAll, aroundEach, beforeAll, inject, vi } from 'vitest';
import { SEED, scaled } from './scale.ts';

declare global {
  /** The environment of this worker before its first test file. */
  var firstEnvironment: { real: NodeJS.ProcessEnv; variables: NodeJS.ProcessEnv } | undefined;
  /** The emulator in which each test file has a table. */
  var database: { endpoint: string; table: object } | undefined;
}

// Test files share their workers. Each finds its worker as the first one did, whatever the others have changed.
vi.useRealTimers();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
globalThis.firstEnvironment ??= { real: process.env, variables: { ...process.env } };
const { real, variables } = globalThis.firstEnvironment;
process.env = real;
for (const variable of Object.keys(real)) if (!(variable in variables)) delete real[variable];
Object.assign(real, variables);
// The project's own modules are loaded anew, with their caches and clients; packages are loaded once for a worker.
vi.resetModules();
const { runAuthorized } = await import('../../lib/aws/call.ts');
const { startLambda } = await import('./lambda.ts');
const { newTable } = await import('./new-table.ts');

fc.configureGlobal({ seed: SEED, numRuns: scaled(100, 20) });

/** Each test file has its own table. */
globalThis.database ??= inject('database') ?? (await (await import('./own-database.ts')).startOwnDatabase());
const { endpoint, table } = globalThis.database;
const name = `event-budget-test-${randomUUID()}`;
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoint;
process.env['TABLE_NAME'] = name;
/** Records what functions invoke. tests/support/mail.ts sends the mails. */
const lambda = await startLambda();
process.env['AWS_ENDPOINT_URL_LAMBDA'] = lambda.endpoint;

beforeAll(() => newTable(endpoint, name, table));
afterAll(() => lambda.stop());

// For tests that call the library directly. A handler makes a call of its own.
aroundAll(runAuthorized);
aroundEach(runAuthorized);
