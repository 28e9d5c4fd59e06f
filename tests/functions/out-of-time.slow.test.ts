import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { afterAll, expect, it } from 'vitest';
import { dayNumber } from '../../lib/auth/session.ts';
import { issueSessionToken } from '../../lib/auth/session-tokens.ts';
import { context, gatewayRequest } from '../support/gateway.ts';
import { endpoints, party } from '../support/service.ts';

const END = 2 ** 33;
const session = { e: { N: String(END) }, d: { N: String(dayNumber()) } };
const SESSION = { Item: { sessions: { M: { 'session-1': { M: session } } } } };

let writes = 0;
let respondToWrite: (response: ServerResponse) => unknown;
/** A database that knows the session, and lets a test respond to writes. */
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/x-amz-json-1.0');
  if (request.headers['x-amz-target'] === 'DynamoDB_20120810.GetItem') {
    response.end(JSON.stringify(SESSION));
    return;
  }
  writes += 1;
  respondToWrite(response);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

/** Creates an event in a function that has this much time. */
async function createEvent(functionMs: number): Promise<number> {
  const token = await issueSessionToken({ accountId: 'account-1', sessionId: 'session-1' }, END);
  const request = gatewayRequest('POST', { token, body: party() });
  return (await endpoints.create.handler(request, context(functionMs))).statusCode;
}

it('a write ends when its function runs out of time', { timeout: 5_000 }, async () => {
  const closed = new Promise<unknown>((resolve) => {
    respondToWrite = (response) => resolve(once(response, 'close'));
  });
  expect(await createEvent(1_000)).toBe(503);
  await closed;
});

it('a write is not retried after its function ran out of time', { timeout: 5_000 }, async () => {
  writes = 0;
  respondToWrite = (response) => response.writeHead(503, { 'retry-after': '1' }).end('{}');
  expect(await createEvent(1_000)).toBe(503);
  // The retry was due after a second.
  await setTimeout(1_500);
  expect(writes).toBe(1);
});
