import { beforeEach, describe, expect, it } from 'vitest';
import { newBudgetOf } from '../../lib/budgets/new-budget.ts';
import { addBudget } from '../../lib/plan/change-event.ts';
import { exportOf, importInto } from '../support/budget-files.ts';
import { call } from '../support/call.ts';
import { createdEvent } from '../support/created-event.ts';
import { asEditor } from '../support/event-callers.ts';
import {
  accessToken,
  allBudgets,
  allEvents,
  catering,
  deposit,
  endpoints,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  party,
  person,
} from '../support/service.ts';
import { accountIdOf } from '../support/sharing.ts';
import { deleteEvent, restore } from '../support/trash.ts';

const marks = (count: number) => '\u0300\u0316'.repeat(count).slice(0, count);
const FEW = `a${marks(30)}`;
const MANY = `a${marks(31)}`;

const refusal = (field: string, name: string) => ({
  field,
  code: 'invalid',
  message: `${name} must not contain more than 30 combining marks, such as accents, in a row.`,
});

let token: string;
beforeEach(async () => {
  token = await newToken();
});

describe('a new text with more than 30 combining marks in a row is refused', () => {
  /** Sends a text that is refused, and the longest one that isn't. */
  async function tried(
    send: (text: string) => Promise<{ status: number; body: { errors?: unknown } }>,
    error: object,
  ) {
    const refused = await send(MANY);
    expect([refused.status, refused.body.errors]).toEqual([422, [error]]);
    expect(await send(FEW)).toMatchObject({ status: expect.toSatisfy((status) => status < 300) });
  }

  it('in the names of an account', async () => {
    const error = refusal('first_name', 'First name');
    await tried((first_name) => call(endpoints.signup.handler, { body: person({ first_name }) }), error);
    await tried(
      (first_name) => call(endpoints.updateAccount.handler, { token, body: { first_name } }),
      error,
    );
  });

  it('in the name of an access token', async () => {
    await tried(
      (name) => call(endpoints.createToken.handler, { token, body: accessToken({ name }) }),
      refusal('name', 'Name'),
    );
  });

  it('in an event', async () => {
    const event = await newEvent(token);
    const error = refusal('description', 'Description');
    await tried(
      (description) => call(endpoints.create.handler, { token, body: party({ description }) }),
      error,
    );
    await tried(
      (description) => call(endpoints.update.handler, { token, path: event, body: { description } }),
      error,
    );
    await tried(
      (name) =>
        call(endpoints.copy.handler, { token, path: event, body: { event_date: '2030-01-01', name } }),
      refusal('name', 'Name'),
    );
  });

  it('in a budget', async () => {
    const event = await newEvent(token);
    const event_id = event.id;
    const { id } = await newBudget(token, event);
    const error = refusal('note', 'Note');
    await tried(
      (note) => call(endpoints.createBudget.handler, { token, path: { event_id }, body: catering({ note }) }),
      error,
    );
    await tried(
      (note) => call(endpoints.updateBudget.handler, { token, path: { event_id, id }, body: { note } }),
      error,
    );
    await tried((note) => importInto(token, event, [catering({ note })]), refusal('budgets[0].note', 'Note'));
    const inLine2 = refusal('note', 'Line 2: Note');
    await tried((note) => importInto(token, event, `name,amount,note\nBand,1,${note}\n`), {
      ...inLine2,
      line: 2,
    });
    await tried((note) => importInto(token, event, `ref,note\nb${id},${note}\n`), { ...inLine2, line: 2 });
  });

  it('in a payment', async () => {
    const path = await newBudget(token, await newEvent(token), { spent: 0 });
    const payments = { event_id: path.event_id, budget_id: path.id };
    const error = refusal('note', 'Note');
    await tried(
      (note) => call(endpoints.createPayment.handler, { token, path: payments, body: deposit({ note }) }),
      error,
    );
    const payment = await newPayment(token, path);
    await tried(
      (note) => call(endpoints.updatePayment.handler, { token, path: payment, body: { note } }),
      error,
    );
  });
});

it('a stored text with more may stay, and comes back from copies, restores and files', async () => {
  const caller = asEditor(accountIdOf(token));
  const fields = { name: 'Party', description: MANY, event_date: '2027-07-04' };
  const created = await createdEvent({ accountId: caller.accountId }, fields);
  await addBudget(caller, created.id, {
    make: (context, id) => ({
      ...newBudgetOf({ name: 'Band', category: '', amount: 1, spent: 0 }, context, id),
      note: MANY,
    }),
    versions: undefined,
    reply: () => undefined,
  });
  const event = { id: String(created.id) };
  const updated = await call(endpoints.update.handler, {
    ...{ token, path: event, body: { name: 'Ball', description: MANY } },
  });
  expect(updated.status).toBe(200);
  const [{ id } = { id: 0 }] = await allBudgets(token, event);
  const path = { event_id: event.id, id: String(id) };
  const saved = await call(endpoints.updateBudget.handler, { token, path, body: { amount: 2, note: MANY } });
  expect(saved.status).toBe(200);
  const { text } = await exportOf(token, event, {}, { include: 'version' });
  expect((await importInto(token, event, text)).body).toMatchObject({ changed_count: 0 });
  expect((await importInto(token, event, [{ id, note: MANY, amount: 3 }])).status).toBe(201);
  await deleteEvent(token, event);
  expect((await restore(token, event)).status).toBe(200);
  const body = { event_date: '2030-01-01' };
  expect((await call(endpoints.copy.handler, { token, path: event, body })).status).toBe(201);
  for (const { id } of await allEvents(token)) {
    const shown = await call(endpoints.view.handler, { method: 'GET', token, path: { id: String(id) } });
    expect(shown.body.data).toMatchObject({ name: 'Ball', description: MANY });
    expect((await exportOf(token, { id: String(id) })).text).toContain(`Band,,3.00,0.00,,,${MANY}`);
  }
});
