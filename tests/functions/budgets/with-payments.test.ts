import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../../support/call.ts';
import {
  allBudgets,
  endpoints,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  viewEvent,
} from '../../support/service.ts';
import { tableContent } from '../../support/table-content.ts';

const { updateBudget, viewBudget, listBudgets, deleteBudget, exportBudgets, importBudgets } = endpoints;

let token: string;
let event: { id: string };
let budget: { event_id: string; id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
  budget = await newBudget(token, event, { amount: 2_000, spent: 0 });
});

const change = (body: object, headers: Record<string, string> = {}) =>
  call(updateBudget.handler, { token, path: budget, headers, body: { ...body } });
const viewed = (path = budget) => call(viewBudget.handler, { method: 'GET', token, path });
const shown = async (path = budget) => Object((await viewed(path)).body.data);
const pay = (fields: object) => newPayment(token, budget, { ...fields });
const listed = async () => {
  const path = { event_id: event.id };
  const { body } = await call(listBudgets.handler, { method: 'GET', token, path });
  return z.array(z.looseObject({ id: z.int(), name: z.string() })).parse(body.data);
};

describe('an update of a budget with payments', () => {
  beforeEach(async () => {
    await pay({ amount: 500, paid_on: '2027-02-27' });
    await pay({ amount: 700, due_date: '2027-05-01' });
  });

  it.each([{ spent: 501 }, { spent: 0, name: 'Hall', due_date: '2027-01-01' }])(
    'rejects what was not spent, such as %j, and says what was',
    async (body) => {
      for (const headers of [{}, { 'if-match': '*' }]) {
        const before = await tableContent();
        const refused = await change(body, headers);
        const message = 'Spent must be 500.00, as calculated from the payments.';
        expect(refused.status).toBe(422);
        expect(JSON.parse(refused.text).errors).toEqual([
          { field: 'spent', code: 'derived', message, expected: 500 },
        ]);
        expect(await tableContent()).toEqual(before);
      }
    },
  );

  it.each([{ spent: 500 }, { due_date: '2027-01-01' }, { due_date: null, spent: 500, name: 'Hall' }])(
    'takes %j',
    async (body) => {
      const before = await shown();
      const updated = await change(body);
      expect([updated.status, updated.tag]).toEqual([200, (await viewed()).tag]);
      const { due_date, ...after } = { ...before, ...body };
      expect(await shown()).toEqual({ ...after, ...(due_date && { due_date }) });
    },
  );

  it('takes what a view returned, and changes nothing else', async () => {
    const before = await shown();
    expect((await change(before)).status).toBe(200);
    expect(await shown()).toEqual(before);
    const body = { budgets: [before] };
    const imported = await call(importBudgets.handler, { token, path: { event_id: event.id }, body });
    expect([imported.status, imported.body]).toMatchObject([201, { return_count: 0 }]);
    const wrong = { budgets: [{ ...before, spent: 7 }] };
    const refused = await call(importBudgets.handler, { token, path: { event_id: event.id }, body: wrong });
    expect(refused.codes).toEqual([422, 'budgets[0].spent derived']);
  });

  it('keeps them with any other change, and what they leave follows the amount', async () => {
    const { payments } = await shown();
    for (const body of [
      { name: 'Hall' },
      { category: 'Room', vendor: 'Ada & Co.', note: 'Ground floor' },
      { amount: 1_000 },
      { vendor: null, note: null, amount: 1_200.01 },
    ]) {
      expect((await change(body)).status).toBe(200);
      expect(await shown()).toMatchObject({ spent: 500, payments });
    }
    expect(await shown()).toMatchObject({ name: 'Hall', category: 'Room', unscheduled: 0.01 });
    expect(await viewEvent(token, event)).toMatchObject({ total_amount: 1_200.01 });
  });

  it('of income too', async () => {
    const tickets = await newBudget(token, event, { kind: 'income', amount: 300, spent: 0 });
    await newPayment(token, tickets, { amount: 100, paid_on: '2027-01-01' });
    const update = (body: object) => call(updateBudget.handler, { token, path: tickets, body: { ...body } });
    expect((await update({ amount: 50.5 })).status).toBe(200);
    expect(await shown(tickets)).toMatchObject({ amount: 50.5, spent: 100, unscheduled: -49.5 });
    expect((await update({ spent: 50.5 })).status).toBe(422);
  });

  it('of a stale tag is 412, after any write of a payment', async () => {
    const tag = (await viewed()).tag;
    await pay({ amount: 1 });
    expect((await change({ name: 'Hall' }, { 'if-match': tag })).status).toBe(412);
    expect((await change({ name: 'Hall' }, { 'if-match': (await viewed()).tag })).status).toBe(200);
  });
});

describe('a delete of a budget with payments', () => {
  it('takes all of it out of the sums', async () => {
    const other = await newBudget(token, event, { amount: 10, spent: 7, due_date: '2027-01-01' });
    await pay({ amount: 500, paid_on: '2027-02-27' });
    await pay({ amount: 700 });
    const tag = (await viewed()).tag;
    await pay({ amount: 1 });
    const remove = (headers: Record<string, string>) =>
      call(deleteBudget.handler, { token, path: budget, headers });
    expect((await remove({ 'if-match': tag })).status).toBe(412);
    expect((await remove({ 'if-match': (await viewed()).tag })).status).toBe(200);
    expect(await viewEvent(token, event)).toMatchObject({ total_amount: 10, budgets_count: 1 });
    const { body } = await call(endpoints.listPayments.handler, { method: 'GET', token });
    expect(body.data).toMatchObject([{ id: Number(other.id) }]);
  });
});

describe('a copy of an event', () => {
  const copy = (body: object) => call(endpoints.copy.handler, { token, path: event, body: { ...body } });

  it('keeps payments with other ids, moves their due dates, and none is paid', async () => {
    const tickets = await newBudget(token, event, { kind: 'income', amount: 50, spent: 0 });
    await pay({ amount: 500, due_date: '2026-07-01', paid_on: '2026-06-27' });
    await pay({ amount: 700.5, due_date: null, note: null });
    await newPayment(token, tickets, { amount: 20, due_date: '2026-07-05', paid_on: '2026-06-27' });
    const made = { id: (await copy({ event_date: '2027-07-04' })).id };
    const copied = z.array(z.looseObject({ id: z.int() })).parse(await allBudgets(token, made));
    const of = async ({ id }: { id: number }) => shown({ event_id: made.id, id: String(id) });
    const [expense, income] = await Promise.all(copied.map(of));
    expect(expense).toMatchObject({ amount: 2_000, spent: 0, unscheduled: 799.5 });
    const id = expect.any(Number);
    expect(expense.payments).toEqual([
      { id, amount: 500, due_date: '2027-07-01', note: 'Deposit' },
      { id, amount: 700.5 },
    ]);
    expect(income).toMatchObject({ spent: 0, payments: [{ amount: 20, due_date: '2027-07-05' }] });
    const idsOf = (budgets: { id: number; payments: { id: number }[] }[]) =>
      budgets.flatMap(({ id, payments }) => [id, ...payments.map((payment) => payment.id)]);
    const original = await Promise.all([shown(), shown(tickets)]);
    expect(new Set(idsOf([expense, income, ...original])).size).toBe(10);
    expect(original[0]).toMatchObject({ spent: 500 });
    const { body } = await call(endpoints.listPayments.handler, {
      ...{ method: 'GET', token, query: { paid: 'false' } },
    });
    expect(body.data).toMatchObject([
      { event_id: Number(made.id), due_date: '2027-07-01', paid: false },
      { event_id: Number(made.id), due_date: '2027-07-05', paid: false },
    ]);
  });

  it('is refused if the due date of a payment leaves the years', async () => {
    await pay({ due_date: '2026-07-05' });
    const refused = await copy({ event_date: '9999-12-31' });
    expect([refused.status, refused.body.errors]).toMatchObject([422, [{ field: 'event_date' }]]);
    expect((await copy({ event_date: '9999-12-30' })).status).toBe(201);
  });
});

describe('elsewhere', () => {
  it('the export of the account has payments', async () => {
    const { id } = await pay({ amount: 500, paid_on: '2026-06-27' });
    const { text } = await call(endpoints.exportAccount.handler, { method: 'GET', token });
    expect(text).toContain(
      `"payments":[{"id":${id},"amount":500.00,"due_date":"2027-03-01","paid":true,"paid_on":"2026-06-27","note":"Deposit"}],` +
        '"unscheduled":1500.00',
    );
  });

  it('a CSV file has what was spent, and comes back as a plain budget', async () => {
    await pay({ amount: 500, paid_on: '2026-06-27' });
    await pay({ amount: 1 });
    const path = { event_id: event.id };
    const { text } = await call(exportBudgets.handler, { method: 'GET', token, path });
    expect(text).toBe(
      '\ufeffname,category,amount,spent,kind,vendor,note,due_date\r\nCatering,Food,2000.00,500.00,,,,\r\n',
    );
    const headers = { 'content-type': 'text/csv' };
    expect((await call(importBudgets.handler, { token, path, headers, body: text })).status).toBe(201);
    const [, back] = await listed();
    const line = { name: 'Catering', category: 'Food', amount: 2_000, spent: 500 };
    expect(back).toEqual({ id: back?.id, ...line, version: 0 });
  });

  it('creates and imports take none', async () => {
    const payments = [{ amount: 500, paid_on: '2026-06-27' }];
    const path = await newBudget(token, event, { spent: 0, payments });
    expect(await shown(path)).not.toHaveProperty('payments');
    const body = { budgets: [{ name: 'Hall', amount: 5, payments }] };
    await call(importBudgets.handler, { token, path: { event_id: event.id }, body });
    expect((await listed()).at(-1)).not.toHaveProperty('payments');
    expect((await change({ name: 'Hall', payments })).status).toBe(200);
    expect(await shown()).not.toHaveProperty('payments');
  });
});
