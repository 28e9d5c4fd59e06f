import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../../support/call.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { endpoints, newBudget, newEvent, newPayment, newToken } from '../../support/service.ts';
import { pointAt, share, takeRole } from '../../support/sharing.ts';

const { listPayments, updateBudget, deleteBudget } = endpoints;

const gate = await gateToDatabase();

const listed = z.object({
  return_count: z.int(),
  data: z.array(z.looseObject({ name: z.string(), paid: z.boolean() })),
});

let token: string;
beforeEach(async () => {
  token = await newToken();
});

const get = (query: Record<string, string> = {}, by = token) =>
  call(listPayments.handler, { method: 'GET', token: by, query });

async function namesOf(query: Record<string, string> = {}, by = token): Promise<string[]> {
  const { body } = await get(query, by);
  const { data, return_count } = listed.parse(body);
  expect(return_count).toBe(data.length);
  return data.map(({ name }) => name);
}

const add = (event: { id: string }, name: string, due_date: string, fields: object = {}, by = token) =>
  newBudget(by, event, { name, due_date, spent: 0, ...fields });

describe('GET /payments', () => {
  it('is empty for an account without events', async () => {
    expect((await get()).text).toBe('{"status":"success","return_count":0,"data":[]}');
  });

  it('has the fields of the budget, and its event', async () => {
    const event = await newEvent(token, { name: 'Wedding', currency: 'JPY' });
    const fields = { amount: 1500, spent: 0, vendor: 'Ada & Co.', note: 'Half' };
    const { id } = await add(event, 'Hall', '2020-01-31', fields);
    const shown =
      `{"id":${id},"name":"Hall","category":"Food","amount":1500,"vendor":"Ada & Co.","note":"Half",` +
      `"due_date":"2020-01-31","paid":false,"spent":0,"budget_id":${id},"event_id":${event.id},"event_name":"Wedding","currency":"JPY","version":0}`;
    expect((await get()).text).toBe(`{"status":"success","return_count":1,"data":[${shown}]}`);
  });

  it('has income too, and no currency of an event without one', async () => {
    const event = await newEvent(token);
    const { id } = await add(event, 'Tickets', '2999-01-31', { kind: 'income', amount: 7, spent: 2.5 });
    expect((await get()).text).toContain(
      `[{"id":${id},"name":"Tickets","category":"Food","amount":4.50,"kind":"income",` +
        `"due_date":"2999-01-31","paid":false,"spent":2.50,"budget_id":${id},"event_id":${event.id},"event_name":"Summer party","version":0}]`,
    );
  });

  it('is in order of due date, then of event and budget', async () => {
    const [first, second] = [await newEvent(token), await newEvent(token)];
    await add(second, 'C', '2027-02-01');
    await add(first, 'A', '2027-02-01');
    await add(first, 'B', '2027-02-01');
    await add(first, 'Last', '2027-02-02');
    await add(second, 'First', '0999-12-31');
    await newBudget(token, first, { name: 'Not due' });
    expect(await namesOf()).toEqual(['First', 'A', 'B', 'C', 'Last']);
  });

  it('has the days from the first to the last', async () => {
    const event = await newEvent(token);
    for (const day of ['2027-01-31', '2027-02-01', '2027-02-28', '2027-03-01']) await add(event, day, day);
    expect(await namesOf({ from: '2027-02-01', to: '2027-02-28' })).toEqual(['2027-02-01', '2027-02-28']);
    expect(await namesOf({ from: '2027-02-28' })).toEqual(['2027-02-28', '2027-03-01']);
    expect(await namesOf({ to: '2027-01-31' })).toEqual(['2027-01-31']);
    expect(await namesOf({ from: '2027-02-28', to: '2027-02-28' })).toEqual(['2027-02-28']);
  });

  it('has expenses, also those without a kind, or income', async () => {
    const event = await newEvent(token);
    await add(event, 'Hall', '2027-01-31', { kind: 'expense' });
    await add(event, 'Cake', '2027-02-01');
    await add(event, 'Tickets', '2027-02-02', { kind: 'income' });
    expect(await namesOf({ kind: 'expense' })).toEqual(['Hall', 'Cake']);
    expect(await namesOf({ kind: 'income' })).toEqual(['Tickets']);
  });

  it.each([
    [{ kind: 'cost' }, 'kind', 'Kind must be expense or income.'],
    [{ from: '' }, 'from', 'From must be a valid date (YYYY-MM-DD).'],
    [{ from: '2027-02-30' }, 'from', 'From must be a valid date (YYYY-MM-DD).'],
    [{ to: 'today' }, 'to', 'To must be a valid date (YYYY-MM-DD).'],
    [{ from: '2027-02-02', to: '2027-02-01' }, 'from', 'From must not be after to.'],
    [{ paid: 'yes' }, 'paid', 'Paid must be true or false.'],
    [{ limit: '0' }, 'limit', 'Limit must be a whole number from 1 to 200.'],
    [{ limit: '201' }, 'limit', 'Limit must be a whole number from 1 to 200.'],
    [{ event_id: 'x' }, 'event_id', 'Event id is invalid.'],
  ])('rejects %j', async (query: Record<string, string>, field, message) => {
    const { status, body } = await get(query);
    expect(status).toBe(422);
    expect(body).toEqual({
      status: 'error',
      message: 'Payments failed to load',
      errors: [{ field, code: 'invalid', message }],
    });
  });
});

describe('a payment', () => {
  it('comes with a due date that is set later', async () => {
    const path = await newBudget(token, await newEvent(token), { name: 'Hall', spent: 0 });
    await call(updateBudget.handler, { token, path, body: { due_date: '2027-01-04' } });
    expect(await namesOf({ paid: 'false' })).toEqual(['Hall']);
  });

  it('leaves with its due date, with its budget and with its event', async () => {
    const [event, other] = [await newEvent(token), await newEvent(token)];
    const cleared = await add(event, 'Cleared', '2027-01-01');
    const deleted = await add(event, 'Deleted', '2027-01-02');
    await add(other, 'Of the other', '2027-01-03');
    expect(await namesOf()).toEqual(['Cleared', 'Deleted', 'Of the other']);
    await call(updateBudget.handler, { token, path: cleared, body: { due_date: null } });
    expect(await namesOf()).toEqual(['Deleted', 'Of the other']);
    await call(deleteBudget.handler, { token, path: deleted });
    expect(await namesOf()).toEqual(['Of the other']);
    await call(updateBudget.handler, { token, path: cleared, body: { due_date: '2027-01-04' } });
    expect(await namesOf()).toEqual(['Of the other', 'Cleared']);
    await call(endpoints.delete.handler, { token, path: other });
    expect(await namesOf()).toEqual(['Cleared']);
  });
});

describe('the payments of a budget', () => {
  let event: { id: string };
  let budget: { event_id: string; id: string };
  beforeEach(async () => {
    event = await newEvent(token, { name: 'Wedding', currency: 'BHD' });
    const fields = { name: 'Hall', amount: 2_000, spent: 0, vendor: 'Ada & Co.', note: 'Ground floor' };
    budget = await newBudget(token, event, fields);
  });
  const pay = (fields: object, path = budget, by = token) =>
    newPayment(by, path, { note: undefined, ...fields });
  const noteOf = ({ note }: Record<string, unknown>) => note;
  const notesOf = async (query: Record<string, string> = {}, by = token) =>
    listed.parse((await get(query, by)).body).data.map(noteOf);

  it('each that is open and has a due date has an entry, with its own amount, note and days, and what its budget is', async () => {
    const first = await pay({ amount: 500, due_date: '2027-03-01', paid_on: '2027-02-27', note: 'Deposit' });
    const third = await pay({ amount: 1, due_date: null, paid: true });
    await pay({ amount: 2, due_date: null });
    const second = await pay({ amount: 0.125, due_date: '2020-04-01' });
    const own = await newBudget(token, event, { name: 'Band', due_date: '2027-03-01', spent: 300 });
    const of = `"event_id":${event.id},"event_name":"Wedding","currency":"BHD"`;
    const hall = (id: string, amount: string) =>
      `{"id":${id},"name":"Hall","category":"Food","amount":${amount},"vendor":"Ada & Co."`;
    const path = (id: string) => `"budget_id":${budget.id},"payment_id":${id}`;
    const band = (amount: string) => `{"id":${own.id},"name":"Band","category":"Food","amount":${amount}`;
    const rest = (paid: boolean) => `"paid":${paid},"spent":300.000,"budget_id":${own.id},${of},"version":0}`;
    expect((await get()).text).toBe(
      '{"status":"success","return_count":2,"data":[' +
        `${hall(second.id, '0.125')},"due_date":"2020-04-01","paid":false,${path(second.id)},${of},"version":4},` +
        `${band('950.500')},"due_date":"2027-03-01",${rest(false)}]}`,
    );
    expect((await get({ paid: 'true' })).text).toBe(
      '{"status":"success","return_count":3,"data":[' +
        `${hall(first.id, '500.000')},"note":"Deposit","due_date":"2027-03-01","paid":true,${path(first.id)},"paid_on":"2027-02-27",${of},"version":4},` +
        `${hall(third.id, '1.000')},"paid":true,${path(third.id)},${of},"version":4},` +
        `${band('300.000')},"due_date":"2027-03-01",${rest(true)}]}`,
    );
  });

  it('have the kind and the version of their budget', async () => {
    const tickets = await newBudget(token, event, { kind: 'income', spent: 0 });
    await pay({ note: 'In' }, tickets);
    await pay({ note: 'Out' });
    expect(await notesOf({ kind: 'income' })).toEqual(['In']);
    expect(await notesOf({ kind: 'expense' })).toEqual(['Out']);
    const { data } = listed.parse((await get()).body);
    expect(data.map(({ kind, version }) => [kind, version])).toEqual([
      [undefined, 1],
      ['income', 1],
    ]);
  });

  it('are in order of due date, event, budget and payment', async () => {
    const band = await newBudget(token, event, { spent: 0 });
    const other = await newBudget(token, await newEvent(token), { spent: 0 });
    const same = { due_date: '2027-03-01' };
    await pay({ ...same, note: 'E' }, other);
    await pay({ ...same, note: 'C' }, band);
    await pay({ ...same, note: 'A' });
    await pay({ ...same, note: 'D' }, band);
    await pay({ ...same, note: 'B' });
    await pay({ due_date: '2027-02-28', note: 'First' });
    expect(await notesOf()).toEqual(['First', 'A', 'B', 'C', 'D', 'E']);
  });

  it('are selected by their own days, and by whether they are paid', async () => {
    await pay({ note: 'Paid', due_date: '2027-01-01', paid_on: '2027-01-03' });
    await pay({ note: 'Late', due_date: '2027-01-02' });
    await pay({ note: 'Later', due_date: '2027-01-04' });
    expect(await notesOf({ paid: 'true' })).toEqual(['Paid']);
    expect(await notesOf({ paid: 'false' })).toEqual(['Late', 'Later']);
    expect(await notesOf({ from: '2027-01-02', to: '2027-01-03' })).toEqual(['Late']);
    expect(await notesOf({ paid: 'true', from: '2027-01-02', to: '2027-01-03' })).toEqual(['Paid']);
    expect(await notesOf({ paid: 'true', to: '2027-01-02' })).toEqual([]);
  });

  it('leave with their due date, with themselves, and with their budget', async () => {
    const [first, second] = [await pay({ note: 'A' }), await pay({ note: 'B' })];
    await pay({ note: 'C' });
    const { updatePayment, deletePayment } = endpoints;
    await call(updatePayment.handler, { token, path: first, body: { due_date: null } });
    expect(await notesOf()).toEqual(['B', 'C']);
    await call(deletePayment.handler, { token, path: second });
    expect(await notesOf()).toEqual(['C']);
    await call(updatePayment.handler, { token, path: first, body: { due_date: '2027-01-01' } });
    expect(await notesOf()).toEqual(['A', 'C']);
    await call(deleteBudget.handler, { token, path: budget });
    expect(await notesOf()).toEqual([]);
  });

  it('of a shared event have the role', async () => {
    const viewer = await newToken();
    await share(token, event, viewer, 'viewer');
    await pay({ note: 'A' });
    expect((await get({}, viewer)).text).toMatch(/,"role":"viewer","version":1}]}$/);
    expect(await notesOf({}, await newToken())).toEqual([]);
  });
});

it('a budget with a unit amount has the fields that every budget has there', async () => {
  const event = await newEvent(token, { guests: 80 });
  const unit = { amount: undefined, unit_amount: 3.5, quantity: 2, per_guest: true };
  const { id } = await add(event, 'Drinks', '2999-01-31', { ...unit, spent: 0 });
  expect((await get()).text).toContain(
    `"data":[{"id":${id},"name":"Drinks","category":"Food","amount":560.00,"due_date":"2999-01-31",` +
      `"paid":false,"spent":0.00,"budget_id":${id},"event_id":${event.id},"event_name":"Summer party","version":0}]`,
  );
});

describe('limit', () => {
  it('ends a page, of which the cursor continues with any limit', async () => {
    const event = await newEvent(token);
    for (const name of ['A', 'B', 'C']) await add(event, name, '2027-02-01');
    const first = await get({ limit: '2', kind: 'expense' });
    const cursor = String(first.body.next_cursor);
    expect(listed.parse(first.body).data.map(({ name }) => name)).toEqual(['A', 'B']);
    expect(await namesOf({ limit: '1', kind: 'expense', cursor })).toEqual(['C']);
    expect((await get({ limit: '3' })).body.next_cursor).toBeUndefined();
  });
});

describe('event_id', () => {
  it('has the payments of that event only', async () => {
    const [event, other] = [await newEvent(token), await newEvent(token)];
    await add(event, 'Hall', '2027-02-01', { spent: 7 });
    await add(event, 'Band', '2027-02-02');
    await add(other, 'Other', '2027-02-01');
    expect(await namesOf({ event_id: event.id })).toEqual(['Hall', 'Band']);
    expect(await namesOf({ event_id: event.id, paid: 'true' })).toEqual(['Hall']);
    const { body } = await get({ event_id: event.id, limit: '1' });
    const cursor = String(body.next_cursor);
    expect(await namesOf({ event_id: event.id, cursor })).toEqual(['Band']);
    expect((await get({ event_id: other.id, cursor })).status).toBe(422);
  });

  it('of a shared event has them with the role, and of any other has none', async () => {
    const [viewer, stranger] = [await newToken(), await newToken()];
    const event = await newEvent(token);
    await add(event, 'Hall', '2027-02-01');
    await share(token, event, viewer, 'viewer');
    await pointAt(token, event, stranger);
    const query = { event_id: event.id };
    expect((await get(query, viewer)).text).toBe((await get({}, viewer)).text);
    expect(await namesOf(query, viewer)).toEqual(['Hall']);
    expect(await namesOf(query, stranger)).toEqual([]);
    expect(await namesOf({ event_id: '1' })).toEqual([]);
    await takeRole(token, event, viewer);
    expect(await namesOf(query, viewer)).toEqual([]);
  });
});

describe('payments of shared events', () => {
  it('are there for every role, and for nobody else', async () => {
    const [editor, viewer, stranger] = [await newToken(), await newToken(), await newToken()];
    const event = await newEvent(token);
    await add(event, 'Hall', '2027-01-01');
    await add(await newEvent(token), 'Not shared', '2027-01-01');
    await share(token, event, editor, 'editor');
    await share(token, event, viewer, 'viewer');
    await add(await newEvent(viewer), 'Own', '2026-12-31', {}, viewer);
    await pointAt(token, event, stranger);
    expect(await namesOf({}, editor)).toEqual(['Hall']);
    expect(await namesOf({}, viewer)).toEqual(['Own', 'Hall']);
    expect(await namesOf({}, stranger)).toEqual([]);
    await takeRole(token, event, viewer);
    expect(await namesOf({}, viewer)).toEqual(['Own']);
    expect(await namesOf()).toEqual(['Hall', 'Not shared']);
  });

  it('are not there if the role is taken after the list of events was read', async () => {
    const viewer = await newToken();
    const event = await newEvent(token);
    await add(event, 'Hall', '2027-01-01');
    await share(token, event, viewer, 'viewer');
    gate.before = async ({ operation, body }) => {
      if (operation !== 'GetItem' || !body.includes('"EVENT#')) return;
      gate.open();
      await takeRole(token, event, viewer);
    };
    expect(await namesOf({}, viewer)).toEqual([]);
    expect(await namesOf()).toEqual(['Hall']);
  });

  it('have the role, and those of own events have none', async () => {
    const [editor, viewer] = [await newToken(), await newToken()];
    const event = await newEvent(token);
    await add(event, 'Hall', '2027-01-01');
    await share(token, event, editor, 'editor');
    await share(token, event, viewer, 'viewer');
    await add(await newEvent(viewer), 'Own', '2026-12-31', {}, viewer);
    expect((await get({}, editor)).text).toMatch(/,"role":"editor","version":0}]}$/);
    const { body, text } = await get({}, viewer);
    expect(listed.parse(body).data.map(({ role }) => role)).toEqual([undefined, 'viewer']);
    expect(text.match(/"role"/g)).toHaveLength(1);
    expect((await get()).text).not.toContain('"role"');
  });
});
