import { afterAll } from 'vitest';
import { type DatabaseRequest, type Reply, startProxy } from './database-proxy.ts';

/** The emulator's own endpoint: what is sent there is neither seen nor disturbed. */
export const emulator = String(process.env['AWS_ENDPOINT_URL_DYNAMODB']);

/** Puts a proxy in front of the database of a test file. */
export async function proxiedDatabase(reply: (request: DatabaseRequest) => Promise<Reply>): Promise<void> {
  const proxy = await startProxy(emulator, reply);
  process.env['AWS_ENDPOINT_URL_DYNAMODB'] = proxy.endpoint;
  afterAll(proxy.stop);
}
