import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { storedBytesOf } from '../../../lib/dynamodb/item-size.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { MAX_EVENT_KB } from '../../../lib/errors.ts';
import { nextId } from '../../../lib/id.ts';
import { call } from '../../support/call.ts';
import { eventItem } from '../../support/event-item.ts';
import { putItem } from '../../support/put-items.ts';
import { deposit, endpoints, newPayment, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { tableContent } from '../../support/table-content.ts';

const { createPayment, updatePayment, deletePayment, viewBudget } = endpoints;

/** Stores an event of the caller that is nearly as large as it may be. Returns the path of its first budget. */
async function nearlyFullEvent(token: string) {
  const eventId = nextId();
  const withNotes = (length: number) => eventItem(eventId, 400, { spent_cents: 0, note: 'x'.repeat(length) });
  const free = MAX_EVENT_KB * 1_024 - storedBytesOf(withNotes(1));
  const item = withNotes(Math.floor(free / 400));
  await putItem(eventKey({ ownerId: accountIdOf(token), eventId }), item);
  return { event_id: String(eventId), id: String(eventId + 1) };
}

it('an event of 200 KB takes no more payments or longer ones, keeps the others, and takes deletions', async () => {
  const token = await newToken();
  const budget = await nearlyFullEvent(token);
  const path = await newPayment(token, budget, { note: null });
  const on = { event_id: path.event_id, budget_id: path.budget_id };
  const body = deposit({ note: null });
  const create = () => call(createPayment.handler, { token, path: on, body });
  let outcome = await create();
  let made = 1;
  for (; outcome.status === 201; made += 1) outcome = await create();
  const before = await tableContent();
  for (const { status, body } of [
    outcome,
    await create(),
    await call(updatePayment.handler, { token, path, body: { note: 'x'.repeat(100) } }),
  ]) {
    expect(status).toBe(409);
    expect(body).toMatchObject({
      message: 'Payment failed to save',
      errors: [
        {
          field: 'event',
          code: 'too_large',
          message: 'Event is too large (maximum is 200 KB including its budgets).',
        },
      ],
    });
  }
  expect(await tableContent()).toEqual(before);
  const { body: view } = await call(viewBudget.handler, { method: 'GET', token, path: budget });
  const { data } = z.object({ data: z.object({ payments: z.array(z.unknown()) }) }).parse(view);
  expect(data.payments).toHaveLength(made);
  expect(made).toBeGreaterThan(1);
  expect((await call(updatePayment.handler, { token, path, body: { due_date: null } })).status).toBe(200);
  expect((await call(deletePayment.handler, { token, path })).status).toBe(200);
});
