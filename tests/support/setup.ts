import { randomUUID } from 'node:crypto';
import { afterAll, aroundAll, aroundEach, beforeAll, inject } from 'vitest';
import { runPermitted } from '../../lib/aws/call.ts';
import { startLambda } from './lambda.ts';
import { newTable } from './new-table.ts';

/** Each test file has its own table. */
const { endpoint, table } = inject('database');
const name = `event-budget-test-${randomUUID()}`;
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = endpoint;
process.env['TABLE_NAME'] = name;
/** Records what functions invoke. tests/support/mail.ts sends the mails. */
const lambda = await startLambda();
process.env['AWS_ENDPOINT_URL_LAMBDA'] = lambda.endpoint;

beforeAll(() => newTable(endpoint, name, table));
afterAll(() => lambda.stop());

// For tests that call the library directly. A handler makes a call of its own.
aroundAll(runPermitted);
aroundEach(runPermitted);
