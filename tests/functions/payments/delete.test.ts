import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { notFound } from '../../support/rejections.ts';
import { deposit, endpoints, newBudget, newEvent, newPayment, newToken } from '../../support/service.ts';
import { tableContent } from '../../support/table-content.ts';

const { createPayment, deletePayment, updatePayment, viewBudget, updateBudget, listBudgets } = endpoints;

let token: string;
let event: { id: string };
let budget: { event_id: string; id: string };
let path: Awaited<ReturnType<typeof newPayment>>;
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
  budget = await newBudget(token, event, { amount: 2_000, spent: 0 });
  path = await newPayment(token, budget, { paid_on: '2027-02-27' });
});

const remove = (headers: Record<string, string> = {}, on: object = path, by = token) =>
  call(deletePayment.handler, { token: by, path: { ...on }, headers });
const viewed = () => call(viewBudget.handler, { method: 'GET', token, path: budget });
const listed = () => call(listBudgets.handler, { method: 'GET', token, path: { event_id: event.id } });
const spent = async () => Object((await listed()).body['summary']).total_spent;
const notThere = notFound('Payment failed to delete');

describe('POST /events/{event_id}/budgets/{budget_id}/payments/delete/{id}', () => {
  it('answers 200 with the message, and takes it out of what was spent', async () => {
    const other = await newPayment(token, budget, { amount: 70.5, paid_on: '2027-02-28' });
    const open = await newPayment(token, budget, { amount: 8 });
    expect(await spent()).toBe(570.5);
    const { status, text } = await remove();
    expect([status, text]).toEqual([200, '{"status":"success","message":"Payment deleted successfully"}']);
    expect(await spent()).toBe(70.5);
    await remove({}, open);
    expect((await viewed()).body.data).toMatchObject({
      spent: 70.5,
      payments: [{ id: Number(other.id) }],
      unscheduled: 1_929.5,
    });
  });

  it('of the last one leaves a plain budget, of which as much is spent', async () => {
    await remove();
    expect((await viewed()).text).toBe(
      `{"status":"success","return_count":1,"data":{"id":${budget.id},"name":"Catering","category":"Food",` +
        '"amount":2000.00,"spent":500.00}}',
    );
    expect(await spent()).toBe(500);
    const body = { spent: 7, due_date: '2027-01-01' };
    expect((await call(updateBudget.handler, { token, path: budget, body })).status).toBe(200);
    expect((await viewed()).body.data).toMatchObject(body);
    const on = { event_id: event.id, budget_id: budget.id };
    expect((await call(createPayment.handler, { token, path: on, body: deposit() })).status).toBe(201);
    expect((await viewed()).body.data).toMatchObject({
      spent: 7,
      payments: [{ amount: 7 }, { amount: 500 }],
    });
  });

  it('of the last one stores nothing of payments', async () => {
    const stored = async () =>
      Object.keys(
        Object.values(await tableContent()).flatMap(
          (item) => Object(item)['budgets']?.[budget.id] ?? [],
        )[0] ?? {},
      ).sort();
    expect(await stored()).toContain('y');
    await remove();
    expect(await stored()).toEqual(['a', 'c', 'm', 'n', 'r', 's']);
  });

  it('answers 200 to one of ten at once, and 404 to the others', async () => {
    await newPayment(token, budget, { amount: 70.5, paid_on: '2027-02-28' });
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => remove()));
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(outcomes.filter(({ status, text }) => status === 404 && text === notThere)).toHaveLength(9);
    expect(await spent()).toBe(70.5);
  });

  it('of all at once deletes all', async () => {
    const paths = [path];
    for (let n = 1; n < 6; n += 1)
      paths.push(await newPayment(token, budget, { amount: n, paid_on: '2027-01-01' }));
    const outcomes = await Promise.all(paths.map((on) => remove({}, on)));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect((await viewed()).body.data).not.toHaveProperty('payments');
    // Of whichever was the last.
    expect([500, 1, 2, 3, 4, 5]).toContain(await spent());
  });

  it('is the same 404 for what is not there, and for the event of another account', async () => {
    const other = await newBudget(token, event, { spent: 0 });
    const stranger = await newToken();
    for (const [on, by] of [
      [{ ...path, id: '1' }, token],
      [{ ...path, id: 'x' }, token],
      [{ ...path, budget_id: '1' }, token],
      [{ ...path, budget_id: other.id }, token],
      [{ ...path, event_id: '1' }, token],
      [path, stranger],
    ] as const) {
      const { status, text } = await remove({}, on, by);
      expect([status, text]).toEqual([404, notThere]);
    }
    expect(await spent()).toBe(500);
  });

  it('takes the tag of the budget, and no older one', async () => {
    const tag = (await viewed()).tag;
    const changed = await call(updatePayment.handler, { token, path, body: { amount: 5 } });
    expect((await remove({ 'if-match': tag })).status).toBe(412);
    expect(await spent()).toBe(5);
    expect((await remove({ 'if-match': changed.tag })).status).toBe(200);
    expect((await remove({ 'if-match': changed.tag })).status).toBe(404);
  });

  it.each([{}, { prefer: 'return=representation' }])(
    'with %j has the ETag of the budget',
    async (headers) => {
      const tag = (await remove(headers)).tag;
      expect(tag).toBe((await viewed()).tag);
      const change = () =>
        call(updateBudget.handler, {
          token,
          path: budget,
          headers: { 'if-match': tag },
          body: { note: 'Paid' },
        });
      expect([(await change()).status, (await change()).status]).toEqual([200, 412]);
    },
  );

  it('with Prefer: return=representation has the budget and the summary', async () => {
    for (const fields of [{ amount: 70.5 }, {}]) {
      const on = 'amount' in fields ? await newPayment(token, budget, fields) : path;
      const deleted = await remove({ prefer: 'return=representation' }, on);
      expect(Object.keys(deleted.body)).toEqual(['status', 'message', 'budget', 'summary']);
      expect(deleted.body['budget']).toEqual((await viewed()).body.data);
      expect(deleted.body['summary']).toEqual((await listed()).body['summary']);
      expect(deleted.headers).toMatchObject({ 'preference-applied': 'return=representation' });
    }
  });
});
