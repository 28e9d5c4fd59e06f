import { afterAll, beforeAll } from 'vitest';
import { createTable } from '../../local/database.js';
import { tableDefinition } from '../../resources/definitions.ts';
import { startEmulator } from './emulators.ts';

/** Each test file has its own database. */
const emulator = await startEmulator();
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = emulator.endpoint;

beforeAll(() => createTable({ ...tableDefinition, TableName: process.env['TABLE_NAME'] }, emulator.endpoint));
afterAll(() => emulator.stop());
