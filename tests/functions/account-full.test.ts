import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { marshall } from '@aws-sdk/util-dynamodb';
import { afterAll, expect, it } from 'vitest';
import { today } from '../../lib/auth/session.ts';
import { issueSessionToken } from '../../lib/auth/session-tokens.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { call } from '../support/call.ts';
import { eventItem } from '../support/event-item.ts';
import { endpoints } from '../support/service.ts';

const SESSION = { accountId: 'account-1', sessionId: 'session-1' };
const END = 2 ** 33;
/** What the check of the session reads, and an event with the budget 1. */
const found = {
  sessions: { 'session-1': { e: END, d: today() } },
  ...eventItem(0, 1),
  ...eventKey({ ownerId: 'account-1', eventId: 0 }),
};
const account = { Item: marshall(found, { removeUndefinedValues: true }) };

const full = {
  __type: 'com.amazonaws.dynamodb.v20120810#ItemCollectionSizeLimitExceededException',
  message: 'Collection size exceeded.',
};

/** No emulator limits a partition to 10 GB, so this one answers every write as DynamoDB does above it. */
const server = createServer((request, response) => {
  request.resume();
  const isRead = String(request.headers['x-amz-target']).endsWith('GetItem');
  response.writeHead(isRead ? 200 : 400, { 'content-type': 'application/x-amz-json-1.0' });
  response.end(JSON.stringify(isRead ? account : full));
}).listen(0, '127.0.0.1');
await once(server, 'listening');
process.env['AWS_ENDPOINT_URL_DYNAMODB'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

it.each(['create', 'update', 'createBudget', 'updateBudget'] as const)(
  '%s answers 409 when the account’s events are full',
  async (name) => {
    const { handler, failure, body } = endpoints[name];
    const token = await issueSessionToken(SESSION, END);
    const answer = await call(handler, { token, path: { id: '1', event_id: '1' }, body: body?.() });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      status: 'error',
      message: failure,
      errors: [{ field: 'events', code: 'full', message: 'Events are full (maximum is 10 GB per account).' }],
    });
  },
);
