import { afterAll, beforeAll } from 'vitest';
import { createTable } from '../../local/database.js';
import { tableDefinition } from '../../resources/definitions.ts';
import { startEmulator } from './emulators.ts';
import { startLambda } from './lambda.ts';

/** Each test file has its own database. */
const emulator = await startEmulator();
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = emulator.endpoint;
/** Records what functions invoke. tests/support/mail.ts sends the mails. */
const lambda = await startLambda();
process.env['AWS_ENDPOINT_URL_LAMBDA'] = lambda.endpoint;

beforeAll(() => createTable({ ...tableDefinition, TableName: process.env['TABLE_NAME'] }, emulator.endpoint));
afterAll(() => Promise.all([emulator.stop(), lambda.stop()]));
