import { marshall } from '@aws-sdk/util-dynamodb';
import { expect, it } from 'vitest';
import { dayNumber } from '../../lib/auth/session.ts';
import { issueSessionToken } from '../../lib/auth/session-tokens.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { call } from '../support/call.ts';
import { errorOf } from '../support/database-errors.ts';
import { eventItem } from '../support/event-item.ts';
import { proxiedDatabase } from '../support/proxied-database.ts';
import { endpoints } from '../support/service.ts';

const SESSION = { accountId: 'account-1', sessionId: 'session-1' };
const END = 2 ** 33;
/** What the check of the session reads, and an event with the budget 1. */
const found = {
  sessions: { 'session-1': { e: END, d: dayNumber() } },
  ...eventItem(0, 1),
  ...eventKey({ ownerId: 'account-1', eventId: 0 }),
};
const account = {
  status: 200,
  text: JSON.stringify({ Item: marshall(found, { removeUndefinedValues: true }) }),
};

const full = errorOf('ItemCollectionSizeLimitExceededException', 'Collection size exceeded.');

/** No emulator limits a partition to 10 GB, so this one answers every write as DynamoDB does above it. */
await proxiedDatabase(async ({ operation }) => (operation === 'GetItem' ? account : full));

it.each(['create', 'update', 'delete', 'createBudget', 'updateBudget'] as const)(
  '%s answers 409 when the account’s events are full',
  async (name) => {
    const { handler, failure, body } = endpoints[name];
    const token = await issueSessionToken(SESSION, END);
    const answer = await call(handler, { token, path: { id: '1', event_id: '1' }, body: body?.() });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      status: 'error',
      message: failure,
      errors: [{ field: 'events', code: 'full', message: 'An account can store at most 10 GB of events.' }],
    });
  },
);
