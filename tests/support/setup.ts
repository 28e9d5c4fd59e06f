import { afterAll, beforeAll } from 'vitest';
import { createTable } from '../../local/database.js';
import { tableDefinition } from '../../resources/definitions.ts';
import { startEmulator } from './emulators.ts';
import { startQueue } from './queue.ts';

/** Each test file has its own database. */
const emulator = await startEmulator();
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = emulator.endpoint;
/** Takes the mails that functions queue; tests/support/mail.ts has them sent. */
const queue = await startQueue();
process.env['AWS_ENDPOINT_URL_LAMBDA'] = queue.endpoint;

beforeAll(() => createTable({ ...tableDefinition, TableName: process.env['TABLE_NAME'] }, emulator.endpoint));
afterAll(() => Promise.all([emulator.stop(), queue.stop()]));
