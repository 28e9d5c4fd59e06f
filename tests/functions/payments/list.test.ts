import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../../support/call.ts';
import { endpoints, newBudget, newEvent, newToken } from '../../support/service.ts';
import { pointAt, share, takeRole } from '../../support/sharing.ts';

const { listPayments, updateBudget, deleteBudget } = endpoints;

const listed = z.object({
  return_count: z.int(),
  data: z.array(z.looseObject({ name: z.string(), overdue: z.boolean() })),
});

let token: string;
beforeEach(async () => {
  token = await newToken();
});
afterEach(() => {
  vi.useRealTimers();
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
  newBudget(by, event, { name, due_date, ...fields });

describe('GET /payments', () => {
  it('is empty for an account without events', async () => {
    expect((await get()).text).toBe('{"status":"success","return_count":0,"data":[]}');
  });

  it('has the fields of the budget, its event, and whether it is overdue', async () => {
    const event = await newEvent(token, { name: 'Wedding', currency: 'JPY' });
    const fields = { amount: 1500, spent: 0, vendor: 'Ada & Co.', note: 'Half', paid: false };
    const { id } = await add(event, 'Hall', '2020-01-31', fields);
    const shown =
      `{"id":${id},"name":"Hall","category":"Food","amount":1500,"spent":0,"vendor":"Ada & Co.","note":"Half",` +
      `"due_date":"2020-01-31","paid":false,"event_id":${event.id},"event_name":"Wedding","currency":"JPY","overdue":true}`;
    expect((await get()).text).toBe(`{"status":"success","return_count":1,"data":[${shown}]}`);
  });

  it('has income too, and no currency of an event without one', async () => {
    const event = await newEvent(token);
    const { id } = await add(event, 'Tickets', '2999-01-31', { kind: 'income', amount: 7 });
    expect((await get()).text).toContain(
      `[{"id":${id},"name":"Tickets","category":"Food","amount":7.00,"spent":300.00,"kind":"income",` +
        `"due_date":"2999-01-31","event_id":${event.id},"event_name":"Summer party","overdue":false}]`,
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

  it('has paid ones, or all others', async () => {
    const event = await newEvent(token);
    await add(event, 'Paid', '2027-01-31', { paid: true });
    await add(event, 'Unpaid', '2027-02-01', { paid: false });
    await add(event, 'Neither', '2027-02-02');
    expect(await namesOf({ paid: 'true' })).toEqual(['Paid']);
    expect(await namesOf({ paid: 'false' })).toEqual(['Unpaid', 'Neither']);
  });

  it('has expenses, also those without a kind, or income', async () => {
    const event = await newEvent(token);
    await add(event, 'Hall', '2027-01-31', { kind: 'expense' });
    await add(event, 'Cake', '2027-02-01');
    await add(event, 'Tickets', '2027-02-02', { kind: 'income' });
    expect(await namesOf({ kind: 'expense' })).toEqual(['Hall', 'Cake']);
    expect(await namesOf({ kind: 'income' })).toEqual(['Tickets']);
  });

  it('has overdue ones, or all others, by the day of the call', async () => {
    const midnight = Date.UTC(2027, 6, 1);
    vi.useFakeTimers({ toFake: ['Date'], now: midnight - 1 });
    token = await newToken();
    const event = await newEvent(token);
    await add(event, 'Unpaid', '2027-06-29', { paid: false });
    await add(event, 'Paid', '2027-06-29', { paid: true });
    await add(event, 'Due', '2027-06-30', { kind: 'income' });
    await add(event, 'Later', '2027-07-01');
    expect(await namesOf({ overdue: 'true' })).toEqual(['Unpaid']);
    expect(await namesOf({ overdue: 'false' })).toEqual(['Paid', 'Due', 'Later']);
    vi.setSystemTime(midnight);
    expect(await namesOf({ overdue: 'true' })).toEqual(['Unpaid', 'Due']);
    expect(await namesOf({ overdue: 'false' })).toEqual(['Paid', 'Later']);
    expect(await namesOf({ overdue: 'true', kind: 'income' })).toEqual(['Due']);
    expect(await namesOf({ overdue: 'true', from: '2027-06-30' })).toEqual(['Due']);
    expect(await namesOf({ overdue: 'true', paid: 'true' })).toEqual([]);
  });

  it.each([
    [{ kind: 'cost' }, 'kind', 'Kind must be expense or income.'],
    [{ overdue: 'yes' }, 'overdue', 'Overdue must be true or false.'],
    [{ from: '' }, 'from', 'From must be a valid date (YYYY-MM-DD).'],
    [{ from: '2027-02-30' }, 'from', 'From must be a valid date (YYYY-MM-DD).'],
    [{ to: 'today' }, 'to', 'To must be a valid date (YYYY-MM-DD).'],
    [{ from: '2027-02-02', to: '2027-02-01' }, 'from', 'From must not be after to.'],
    [{ paid: 'yes' }, 'paid', 'Paid must be true or false.'],
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
  it('is overdue from midnight (UTC) after its day, unless it is paid', async () => {
    const midnight = Date.UTC(2027, 6, 1);
    vi.useFakeTimers({ toFake: ['Date'], now: midnight - 1 });
    token = await newToken();
    const event = await newEvent(token);
    await add(event, 'Unpaid', '2027-06-30', { paid: false });
    await add(event, 'Neither', '2027-06-30');
    await add(event, 'Paid', '2027-06-30', { paid: true });
    const overdueAt = async (now: number) => {
      vi.setSystemTime(now);
      const { body } = await get();
      return listed.parse(body).data.map(({ overdue }) => overdue);
    };
    expect(await overdueAt(midnight - 1)).toEqual([false, false, false]);
    expect(await overdueAt(midnight)).toEqual([true, true, false]);
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

  it('have the role, and those of own events have none', async () => {
    const [editor, viewer] = [await newToken(), await newToken()];
    const event = await newEvent(token);
    await add(event, 'Hall', '2027-01-01');
    await share(token, event, editor, 'editor');
    await share(token, event, viewer, 'viewer');
    await add(await newEvent(viewer), 'Own', '2026-12-31', {}, viewer);
    expect((await get({}, editor)).text).toMatch(/"overdue":\w+,"role":"editor"}]}$/);
    const { body, text } = await get({}, viewer);
    expect(listed.parse(body).data.map(({ role }) => role)).toEqual([undefined, 'viewer']);
    expect(text.match(/"role"/g)).toHaveLength(1);
    expect((await get()).text).not.toContain('"role"');
  });
});
