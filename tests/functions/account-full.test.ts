import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { issueToken } from '../../lib/auth/tokens.ts';
import { call } from '../support/call.ts';
import { endpoints } from '../support/service.ts';

/** No emulator limits a partition to 10 GB, so this one answers every request as DynamoDB does above it. */
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' });
  const __type = 'com.amazonaws.dynamodb.v20120810#ItemCollectionSizeLimitExceededException';
  response.end(JSON.stringify({ __type, message: 'Collection size exceeded.' }));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

it.each(['create', 'update', 'createBudget', 'updateBudget'] as const)(
  '%s answers 409 when the account’s events are full',
  async (name) => {
    const { handler, failure, body } = endpoints[name];
    const token = await issueToken('account-1');
    const answer = await call(handler, { token, path: { id: '1', event_id: '1' }, body: body?.() });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      status: 'error',
      message: failure,
      errors: [{ field: 'events', code: 'full', message: 'Events are full (maximum is 10 GB per account).' }],
    });
  },
);
