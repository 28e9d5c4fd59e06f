import { beforeAll, describe, expect, it } from 'vitest';
import { newAccount } from './account.ts';

const wedding = { name: 'Wedding', description: '', event_date: '2027-08-21', currency: 'EUR' };
const drinks = { name: 'Drinks', category: 'Food', spent: 0, unit_amount: 3.5, quantity: 2, per_guest: true };
const catering = { name: 'Catering', category: 'Food', amount: 3000, spent: 0, vendor: 'Ada & Co.' };
const Prefer = 'return=representation';

let ada: Awaited<ReturnType<typeof newAccount>>;
let event_id = 0;
let budget_id = 0;

async function newEvent(guests: number): Promise<number> {
  const { response } = await ada.POST('/events/create', { body: { ...wedding, guests } });
  return Number(response.headers.get('location')?.replace('/events/view/', ''));
}

async function newBudget(body: typeof drinks | typeof catering) {
  const params = { path: { event_id } };
  return (await ada.POST('/events/{event_id}/budgets/create', { params, body })).data?.data;
}

async function budgetsOf(event_id: number) {
  const { data } = await ada.GET('/events/{event_id}/budgets', { params: { path: { event_id } } });
  return { budgets: data?.data ?? [], summary: data?.summary };
}

const viewOf = (id: number) =>
  ada.GET('/events/{event_id}/budgets/view/{id}', { params: { path: { event_id, id } } });

const tagOf = async (id: number) => (await viewOf(id)).response.headers.get('etag') ?? '';

interface Part {
  amount: number;
  due_date?: string;
  paid_on?: string;
}

const addPart = (body: Part, header = {}) =>
  ada.POST('/events/{event_id}/budgets/{budget_id}/payments/create', {
    params: { path: { event_id, budget_id }, header: { Prefer, ...header } },
    body,
  });

const payPart = (id: number, paid_on: string, header = {}) =>
  ada.POST('/events/{event_id}/budgets/{budget_id}/payments/update/{id}', {
    params: { path: { event_id, budget_id, id }, header: { Prefer, ...header } },
    body: { paid_on },
  });

async function toPay(query = {}) {
  const { data } = await ada.GET('/payments', { params: { query } });
  return data?.data ?? [];
}

const exportOf = async (event_id: number) =>
  (
    await ada.GET('/events/{event_id}/budgets/export', {
      params: { path: { event_id } },
      parseAs: 'text',
    })
  ).data ?? '';

const importInto = (event_id: number, file: string) =>
  ada.POST('/events/{event_id}/budgets/import', {
    params: { path: { event_id } },
    body: file,
    bodySerializer: String,
    headers: { 'Content-Type': 'text/csv' },
  });

describe('a planner counts guests and pays in parts over HTTP', () => {
  beforeAll(async () => {
    ada = await newAccount('Ada', 'ada.planning@example.com');
    event_id = await newEvent(80);
  });

  it('two drinks per guest cost 560.00 for 80 guests', async () => {
    expect(await newBudget(drinks)).toEqual({ ...drinks, id: expect.any(Number), amount: 560 });
    expect((await budgetsOf(event_id)).summary).toMatchObject({ total_amount: 560, remaining: 560 });
  });

  it('and 665.00 for 95, unless the event has changed meanwhile', async () => {
    const [{ id, version: _, ...line } = { id: 0 }] = (await budgetsOf(event_id)).budgets;
    const before = await tagOf(id);
    const view = await ada.GET('/events/view/{id}', { params: { path: { id: event_id } } });
    const expected = view.response.headers.get('etag') ?? '';
    const invite = (guests: number) =>
      ada.POST('/events/update/{id}', {
        params: { path: { id: event_id }, header: { 'If-Match': expected, Prefer } },
        body: { guests },
      });
    expect((await invite(95)).data?.data).toMatchObject({ guests: 95, total_amount: 665 });
    expect((await invite(96)).response.status).toBe(412);
    expect((await viewOf(id)).data?.data).toEqual({ id, ...line, amount: 665 });
    // The line has changed as well.
    const { response } = await ada.POST('/events/{event_id}/budgets/update/{id}', {
      params: { path: { event_id, id }, header: { 'If-Match': before } },
      body: { quantity: 3 },
    });
    expect(response.status).toBe(412);
    expect((await budgetsOf(event_id)).summary?.total_amount).toBe(665);
  });

  it('a deposit that is paid at once is spent', async () => {
    budget_id = (await newBudget(catering))?.id ?? 0;
    const deposit = { amount: 500, paid_on: '2027-02-27' };
    const { data, response } = await addPart(deposit);
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`/events/${event_id}/budgets/view/${budget_id}`);
    expect(data?.data).toEqual({ id: expect.any(Number), ...deposit, paid: true });
    expect(data?.budget).toMatchObject({ amount: 3000, spent: 500, unscheduled: 2500 });
    expect(data?.summary).toMatchObject({ total_amount: 3665, total_spent: 500, remaining: 3165 });
    expect((await budgetsOf(event_id)).summary).toEqual(data?.summary);
  });

  it('a second part is to pay on its day', async () => {
    const { data } = await addPart({ amount: 1499.5, due_date: '2027-06-01' });
    const second = data?.data.id ?? 0;
    expect(data?.budget).toMatchObject({ spent: 500, unscheduled: 1000.5 });
    expect(data?.summary).toMatchObject({ total_spent: 500 });
    const entry = {
      ...{ id: second, name: 'Catering', category: 'Food', amount: 1499.5, vendor: 'Ada & Co.' },
      ...{ paid: false, budget_id, payment_id: second, due_date: '2027-06-01' },
      ...{ event_id, event_name: 'Wedding', currency: 'EUR', version: 2 },
    };
    expect(await toPay()).toEqual([entry]);
    expect(await toPay({ to: '2027-05-31' })).toEqual([]);
    expect(await toPay({ to: '2027-06-01' })).toEqual([entry]);
  });

  it('it is paid once, by the first of two who have read the same version', async () => {
    const [{ payment_id = 0 } = {}] = await toPay();
    const seen = { 'If-Match': await tagOf(budget_id) };
    const paid = await payPart(payment_id, '2027-06-02', seen);
    expect(paid.data?.data).toMatchObject({ amount: 1499.5, due_date: '2027-06-01', paid_on: '2027-06-02' });
    expect(paid.data?.budget).toMatchObject({ spent: 1999.5, unscheduled: 1000.5 });
    expect(paid.data?.summary).toMatchObject({ total_spent: 1999.5, remaining: 1665.5 });
    expect(paid.response.headers.get('etag')).toBe(await tagOf(budget_id));
    expect((await payPart(payment_id, '2027-06-03', seen)).response.status).toBe(412);
    expect(await toPay()).toEqual([]);
    expect(await toPay({ paid: true })).toMatchObject([
      { amount: 500, paid: true, paid_on: '2027-02-27' },
      { amount: 1499.5, paid: true, paid_on: '2027-06-02' },
    ]);
  });

  it('the rest is added once, although the request is repeated, and leaves nothing open', async () => {
    const once = { 'Idempotency-Key': 'the-rest' };
    const rest = { amount: 1000.5, due_date: '2027-08-22' };
    const { data } = await addPart(rest, once);
    expect(data?.budget).toMatchObject({ spent: 1999.5, unscheduled: 0 });
    const repeated = await addPart(rest, once);
    expect(repeated.response.headers.get('idempotency-replayed')).toBe('true');
    expect(repeated.data?.data).toEqual(data?.data);
    const paid = await payPart(data?.data.id ?? 0, '2027-08-20');
    expect(paid.data?.budget?.payments).toHaveLength(3);
    expect(paid.data?.budget).toMatchObject({ spent: 3000, unscheduled: 0 });
    expect(paid.data?.summary).toMatchObject({ total_spent: 3000, remaining: 665 });
    expect((await budgetsOf(event_id)).summary).toEqual(paid.data?.summary);
  });

  it('what was exported fits into an event with as many guests, where the parts are one sum', async () => {
    const file = await exportOf(event_id);
    const twin = await newEvent(95);
    expect((await importInto(twin, file)).data?.return_count).toBe(2);
    const lines = (await budgetsOf(twin)).budgets.map(({ id: _, version: __, ...line }) => line);
    expect(lines).toEqual([
      { ...drinks, amount: 665 },
      { ...catering, spent: 3000 },
    ]);
    const { summary } = await budgetsOf(event_id);
    expect((await budgetsOf(twin)).summary).toEqual({ ...summary, version: 2 });
    expect(await exportOf(twin)).toBe(file);
  });

  it('but not into one with fewer guests, which names the line', async () => {
    const smaller = await newEvent(94);
    const { response, error } = await importInto(smaller, await exportOf(event_id));
    expect(response.status).toBe(422);
    expect(error?.errors).toMatchObject([{ line: 2, field: 'amount', code: 'derived' }]);
    expect((await budgetsOf(smaller)).budgets).toEqual([]);
  });

  it('without its payments, the budget is a plain one that keeps what the last one was', async () => {
    const { payments = [] } = (await viewOf(budget_id)).data?.data ?? {};
    for (const { id } of payments) {
      const path = { event_id, budget_id, id };
      await ada.POST('/events/{event_id}/budgets/{budget_id}/payments/delete/{id}', { params: { path } });
    }
    expect((await viewOf(budget_id)).data?.data).toEqual({ ...catering, spent: 1000.5, id: budget_id });
    expect((await budgetsOf(event_id)).summary).toMatchObject({ total_amount: 3665, total_spent: 1000.5 });
    expect(await toPay()).toEqual([]);
  });
});
