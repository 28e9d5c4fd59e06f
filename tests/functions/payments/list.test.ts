import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Outcome } from '../../support/call.ts';
import { type Client, newClient } from '../../support/client.ts';
import { gateToDatabase } from '../../support/proxied-database.ts';
import { pointAt, share, takeRole } from '../../support/sharing.ts';

const gate = await gateToDatabase();

const listed = z.object({ return_count: z.int(), data: z.array(z.looseObject({})) });
const dataOf = ({ body }: Outcome) => {
  const { data, return_count } = listed.parse(body);
  expect(return_count).toBe(data.length);
  return data;
};

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent();
});

const namesOf = async (query = {}, by = ada) => dataOf(await by.listPayments(query)).map(({ name }) => name);
const add = (on: { id: string }, name: string, due_date: string, fields: object = {}) =>
  ada.newBudget(on, { name, due_date, spent: 0, ...fields });

it('GET /payments is empty for an account without payments', async () => {
  expect((await ada.listPayments()).text).toBe('{"status":"success","return_count":0,"data":[]}');
});

it('GET /payments has the fields of the budget, and its event, and no currency of an event without one', async () => {
  const wedding = await ada.newEvent({ name: 'Wedding', currency: 'JPY' });
  const fields = { amount: 1500, vendor: 'Ada & Co.', note: 'Half' };
  const hall = await add(wedding, 'Hall', '2020-01-31', fields);
  const guests = await ada.newEvent({ guests: 80 });
  const units = { amount: undefined, unit_amount: 3.5, quantity: 2, per_guest: true };
  const drinks = await add(guests, 'Drinks', '2998-01-31', units);
  const income = { kind: 'income', amount: 7, spent: 2.5 };
  const tickets = await add(event, 'Tickets', '2999-01-31', income);
  expect((await ada.listPayments()).text).toBe(
    '{"status":"success","return_count":3,"data":[' +
      `{"id":${hall.id},"name":"Hall","category":"Food","amount":1500,"vendor":"Ada & Co.","note":"Half",` +
      `"due_date":"2020-01-31","paid":false,"spent":0,"budget_id":${hall.id},"event_id":${wedding.id},` +
      '"event_name":"Wedding","currency":"JPY","version":0},' +
      `{"id":${drinks.id},"name":"Drinks","category":"Food","amount":560.00,"due_date":"2998-01-31",` +
      `"paid":false,"spent":0.00,"budget_id":${drinks.id},"event_id":${guests.id},` +
      '"event_name":"Summer party","version":0},' +
      `{"id":${tickets.id},"name":"Tickets","category":"Food","amount":4.50,"kind":"income",` +
      `"due_date":"2999-01-31","paid":false,"spent":2.50,"budget_id":${tickets.id},"event_id":${event.id},` +
      '"event_name":"Summer party","version":0}]}',
  );
});

it('GET /payments is in order of due date, then of event and budget', async () => {
  const second = await ada.newEvent();
  await add(second, 'C', '2027-02-01');
  await add(event, 'A', '2027-02-01');
  await add(event, 'B', '2027-02-01');
  await add(event, 'Last', '2027-02-02');
  await add(second, 'First', '0999-12-31');
  await ada.newBudget(event, { name: 'Not due' });
  expect(await namesOf()).toEqual(['First', 'A', 'B', 'C', 'Last']);
});

it('GET /payments has the days from the first to the last, and expenses or income', async () => {
  const [january, first, last, march] = ['2027-01-31', '2027-02-01', '2027-02-28', '2027-03-01'] as const;
  await add(event, january, january, { kind: 'expense' });
  await add(event, first, first, { kind: 'income' });
  for (const day of [last, march]) await add(event, day, day);
  for (const [query, names] of [
    [{ from: first, to: last }, [first, last]],
    [{ from: last }, [last, march]],
    [{ to: january }, [january]],
    [{ from: last, to: last }, [last]],
    // Also those without a kind.
    [{ kind: 'expense' }, [january, last, march]],
    [{ kind: 'income' }, [first]],
  ])
    expect(await namesOf(query)).toEqual(names);
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
])('GET /payments rejects %j', async (query, field, message) => {
  const { codes, messages } = await ada.listPayments(query);
  expect([...codes, ...messages]).toEqual([422, `${field} invalid`, message]);
});

it('GET /payments follows due dates that come, change and go, and budgets and events that are deleted', async () => {
  const other = await ada.newEvent();
  const hall = await ada.newBudget(event, { name: 'Hall', spent: 0 });
  const deleted = await add(event, 'Deleted', '2027-01-02');
  await add(other, 'Of the other', '2027-01-03');
  await ada.updateBudget(hall, { due_date: '2027-01-01' });
  expect(await namesOf({ paid: 'false' })).toEqual(['Hall', 'Deleted', 'Of the other']);
  await ada.updateBudget(hall, { due_date: null });
  expect(await namesOf()).toEqual(['Deleted', 'Of the other']);
  await ada.deleteBudget(deleted);
  await ada.updateBudget(hall, { due_date: '2027-01-04' });
  expect(await namesOf()).toEqual(['Of the other', 'Hall']);
  await ada.delete(other);
  expect(await namesOf()).toEqual(['Hall']);
});

it('GET /payments has pages, whose cursor continues with any limit, and those of one event', async () => {
  const other = await ada.newEvent();
  for (const name of ['A', 'B', 'C']) await add(event, name, '2027-02-01');
  await add(event, 'Paid', '2027-02-02', { amount: 7, spent: 7 });
  await add(other, 'D', '2027-02-03');
  for (const query of [{ kind: 'expense' }, { event_id: event.id }]) {
    const first = await ada.listPayments({ ...query, limit: '2' });
    const cursor = String(first.body.next_cursor);
    expect(dataOf(first)).toMatchObject([{ name: 'A' }, { name: 'B' }]);
    expect(await namesOf({ ...query, cursor, limit: '1' })).toEqual(['C']);
    expect((await ada.listPayments({ event_id: other.id, cursor })).status).toBe(422);
  }
  expect((await ada.listPayments({ limit: '4' })).body.next_cursor).toBeUndefined();
  expect(await namesOf({ event_id: event.id, paid: 'true' })).toEqual(['Paid']);
  expect(await namesOf({ event_id: '1' })).toEqual([]);
});

describe('the payments of a budget', () => {
  let budget: { event_id: string; id: string };
  beforeEach(async () => {
    event = await ada.newEvent({ name: 'Wedding', currency: 'BHD' });
    const fields = { amount: 2_000, spent: 0, vendor: 'Ada & Co.', note: 'Ground floor' };
    budget = await ada.newBudget(event, { name: 'Hall', ...fields });
  });
  const pay = (fields: object, on = budget) => ada.newPayment(on, { note: undefined, ...fields });
  const notesOf = async (query = {}) => dataOf(await ada.listPayments(query)).map(({ note }) => note);

  it('have entries with their own amount, note and days, and with what their budget is', async () => {
    const first = await pay({ amount: 500, due_date: '2027-03-01', paid_on: '2027-02-27', note: 'Deposit' });
    const third = await pay({ amount: 1, due_date: null, paid: true });
    await pay({ amount: 2, due_date: null });
    const second = await pay({ amount: 0.125, due_date: '2020-04-01' });
    const own = await ada.newBudget(event, { name: 'Band', due_date: '2027-03-01', spent: 300 });
    const of = `"event_id":${event.id},"event_name":"Wedding","currency":"BHD"`;
    const hall = (id: string, amount: string, fields: string, paid_on = '') =>
      `{"id":${id},"name":"Hall","category":"Food","amount":${amount},"vendor":"Ada & Co.",${fields},` +
      `"budget_id":${budget.id},"payment_id":${id}${paid_on},${of},"version":4}`;
    const band = (amount: string, paid: boolean) =>
      `{"id":${own.id},"name":"Band","category":"Food","amount":${amount},"due_date":"2027-03-01",` +
      `"paid":${paid},"spent":300.000,"budget_id":${own.id},${of},"version":0}`;
    expect((await ada.listPayments()).text).toBe(
      '{"status":"success","return_count":2,"data":[' +
        `${hall(second.id, '0.125', '"due_date":"2020-04-01","paid":false')},${band('950.500', false)}]}`,
    );
    const paid = '"note":"Deposit","due_date":"2027-03-01","paid":true';
    expect((await ada.listPayments({ paid: 'true' })).text).toBe(
      '{"status":"success","return_count":3,"data":[' +
        `${hall(first.id, '500.000', paid, ',"paid_on":"2027-02-27"')},` +
        `${hall(third.id, '1.000', '"paid":true')},${band('300.000', true)}]}`,
    );
  });

  it('are in order of due date, event, budget and payment', async () => {
    const band = await ada.newBudget(event, { spent: 0 });
    const other = await ada.newBudget(await ada.newEvent(), { spent: 0 });
    for (const [note, on] of [
      ['E', other],
      ['C', band],
      ['A', budget],
      ['D', band],
      ['B', budget],
    ] as const)
      await pay({ due_date: '2027-03-01', note }, on);
    await pay({ due_date: '2027-02-28', note: 'First' });
    expect(await notesOf()).toEqual(['First', 'A', 'B', 'C', 'D', 'E']);
  });

  it('are selected by their own days, by whether they are paid, and by the kind of their budget', async () => {
    await pay({ note: 'Paid', due_date: '2027-01-01', paid_on: '2027-01-03' });
    await pay({ note: 'Late', due_date: '2027-01-02' });
    await pay({ note: 'Later', due_date: '2027-01-04' });
    await pay({ note: 'Some day', paid: true });
    const days = { from: '2027-01-02', to: '2027-01-03' };
    expect(await notesOf({ paid: 'true' })).toEqual(['Paid', 'Some day']);
    expect(await notesOf({ paid: 'false' })).toEqual(['Late', 'Later']);
    expect(await notesOf(days)).toEqual(['Late']);
    expect(await notesOf({ paid: 'true', ...days })).toEqual(['Paid']);
    expect(await notesOf({ paid: 'true', to: '2027-01-02' })).toEqual([]);
    await pay({ note: 'In' }, await ada.newBudget(event, { kind: 'income', spent: 0 }));
    expect(await notesOf({ kind: 'expense' })).toEqual(['Late', 'Later']);
    const income = dataOf(await ada.listPayments({ kind: 'income' }));
    expect(income).toMatchObject([{ note: 'In', kind: 'income', version: 1 }]);
  });

  it('leave with their due date, with themselves, and with their budget', async () => {
    const [first, second] = [await pay({ note: 'A' }), await pay({ note: 'B' })];
    await pay({ note: 'C' });
    await ada.updatePayment(first, { due_date: null });
    expect(await notesOf()).toEqual(['B', 'C']);
    await ada.deletePayment(second);
    await ada.updatePayment(first, { due_date: '2027-01-01' });
    expect(await notesOf()).toEqual(['A', 'C']);
    await ada.deleteBudget(budget);
    expect(await notesOf()).toEqual([]);
  });
});

describe('payments of a shared event', () => {
  let editor: Client;
  let viewer: Client;
  beforeEach(async () => {
    [editor, viewer] = [await newClient(), await newClient()];
    await add(event, 'Hall', '2027-01-01');
    await share(ada.token, event, editor.token, 'editor');
    await share(ada.token, event, viewer.token, 'viewer');
  });

  it('are there for every role and for nobody else, with the role beside those of own events', async () => {
    const stranger = await newClient();
    await add(await ada.newEvent(), 'Not shared', '2027-01-01');
    await viewer.newBudget(await viewer.newEvent(), { name: 'Own', due_date: '2026-12-31', spent: 0 });
    await pointAt(ada.token, event, stranger.token);
    const ofEvent = { event_id: event.id };
    expect((await editor.listPayments()).text).toMatch(/"name":"Hall".*,"role":"editor","version":0}]}$/);
    const { text } = await viewer.listPayments();
    expect(text).toMatch(/"name":"Own".*"name":"Hall".*,"role":"viewer","version":0}]}$/);
    expect(text.match(/"role"/g)).toHaveLength(1);
    await ada.newPayment(await ada.newBudget(event, { spent: 0 }));
    expect((await viewer.listPayments()).text).toMatch(/"payment_id":.*,"role":"viewer","version":1}]}$/);
    expect(dataOf(await viewer.listPayments(ofEvent))).toMatchObject([{ name: 'Hall', role: 'viewer' }, {}]);
    for (const query of [{}, ofEvent]) expect(await namesOf(query, stranger)).toEqual([]);
    await takeRole(ada.token, event, viewer.token);
    expect(await namesOf({}, viewer)).toEqual(['Own']);
    expect(await namesOf(ofEvent, viewer)).toEqual([]);
    expect(await namesOf()).toEqual(['Hall', 'Not shared', 'Catering']);
    expect((await ada.listPayments()).text).not.toContain('"role"');
  });

  it('are not there if the role is taken after the list of events was read', async () => {
    gate.before = async ({ operation, body }) => {
      if (operation !== 'GetItem' || !body.includes('"EVENT#')) return;
      gate.open();
      await takeRole(ada.token, event, viewer.token);
    };
    expect(await namesOf({}, viewer)).toEqual([]);
    expect(await namesOf()).toEqual(['Hall']);
  });
});
