import { beforeAll, describe, expect, it } from 'vitest';
import { importInto } from '../../support/budget-files.ts';
import { call, type Outcome } from '../../support/call.ts';
import { catering, endpoints, newBudget, newEvent, newToken } from '../../support/service.ts';

const { createBudget, updateBudget, deleteBudget, viewBudget, listBudgets, list } = endpoints;

let token: string;
let event: { id: string };
beforeAll(async () => {
  token = await newToken();
  event = await newEvent(token);
});

const add = (fields: object, path = event): Promise<Outcome> =>
  call(createBudget.handler, { token, path: { event_id: path.id }, body: { ...catering(), ...fields } });
const change = (path: { event_id: string; id: string }, body: object) =>
  call(updateBudget.handler, { token, path, body });

/** A budget in a response, as text from its category on. */
const shown = async (path: object) => {
  const { text } = await call(viewBudget.handler, { method: 'GET', token, path: { ...path } });
  return text.replace(/^.*"category":"Food",/, '').replace(/}+$/, '');
};

const all = {
  kind: 'expense',
  vendor: 'Ada & Co.',
  note: ' Two lines\nof text ',
  due_date: '2027-06-30',
};
const PLAIN = '"amount":1250.50,"spent":300.00';

describe('the fields of a budget', () => {
  it('are in answers where they were given', async () => {
    const own = await newEvent(token);
    const created = await add(all, own);
    const path = { event_id: own.id, id: created.id };
    const fields = `${PLAIN},${JSON.stringify(all).slice(1, -1)}`;
    expect(await shown(path)).toBe(fields);
    expect(created.text).toContain(fields);
    const { body } = await call(listBudgets.handler, { method: 'GET', token, path });
    expect(body.data).toEqual([expect.objectContaining(all)]);
    const exported = await call(endpoints.exportAccount.handler, { method: 'GET', token });
    expect(exported.text).toContain(fields);
  });

  it('are in no answer otherwise, also if they are null', async () => {
    const nulls = { vendor: null, note: null, due_date: null };
    for (const fields of [{}, nulls]) {
      const created = await add(fields);
      expect(created.text).toMatch(/"spent":300\.00}}$/);
      expect(await shown({ event_id: event.id, id: created.id })).toBe(PLAIN);
    }
  });

  it('are set, changed and cleared by an update', async () => {
    const path = await newBudget(token, event);
    const { kind: _, ...changes } = all;
    expect((await change(path, changes)).status).toBe(200);
    expect(await shown(path)).toBe(`${PLAIN},${JSON.stringify(changes).slice(1, -1)}`);
    expect((await change(path, { vendor: '', note: '' })).status).toBe(200);
    expect(await shown(path)).toBe(`${PLAIN},"vendor":"","note":"","due_date":"2027-06-30"`);
    for (const field of ['vendor', 'note', 'due_date'])
      expect((await change(path, { [field]: null })).status).toBe(200);
    expect(await shown(path)).toBe(PLAIN);
  });

  it.each([
    ['kind', 'cost', 'Kind must be expense or income.'],
    ['kind', null, 'Kind must be expense or income.'],
    ['vendor', 'x'.repeat(101), 'Vendor is too long (maximum is 100 characters).'],
    ['vendor', 7, 'Vendor must be a string.'],
    ['note', 'x'.repeat(501), 'Note is too long (maximum is 500 characters).'],
    ['note', '\ud800', 'Note must be well-formed Unicode.'],
    ['due_date', '2027-02-29', 'Due date must be a valid date (YYYY-MM-DD).'],
    ['due_date', '', 'Due date must be a valid date (YYYY-MM-DD).'],
    ['due_date', '2027-06-30T10:00', 'Due date must be a valid date (YYYY-MM-DD).'],
  ])('%s is not %j', async (field, value, message) => {
    const { status, body } = await add({ [field]: value });
    expect([status, body.errors]).toMatchObject([422, [{ field, message }]]);
  });

  it('have the longest values that are allowed', async () => {
    const longest = { vendor: '🎈'.repeat(100), note: '🎈'.repeat(500) };
    expect((await add(longest)).status).toBe(201);
  });

  it('keep their kind: an update ignores it', async () => {
    const path = { event_id: event.id, id: (await add({ kind: 'income' })).id };
    expect((await change(path, { kind: 'expense', name: 'Tickets' })).status).toBe(200);
    expect(await shown(path)).toBe(`${PLAIN},"kind":"income"`);
    expect((await change(path, { kind: 'expense' })).status).toBe(422);
  });
});

describe('income', () => {
  const summaryOf = async (path: { id: string }) => {
    const { text } = await call(listBudgets.handler, { method: 'GET', token, path: { event_id: path.id } });
    return text.slice(text.indexOf('"summary":') + 10, -1).replace(/,"version":\d+}$/, '}');
  };
  const listed = async (own: string) => {
    const { body } = await call(list.handler, { method: 'GET', token: own, query: { include: 'summary' } });
    return body.data;
  };
  const COSTS =
    '"total_amount":1250.50,"total_spent":300.00,"remaining":950.50,"to_pay":950.50,"over_budget":false';

  it('has a sum of its own, in total and per category, and a balance', async () => {
    const path = await newEvent(token);
    await add({}, path);
    const plain = await summaryOf(path);
    const tickets = { name: 'Tickets', category: 'Sales', kind: 'income', amount: 2000, spent: 1999.5 };
    const id = (await add(tickets, path)).id;
    const nothing =
      '"total_amount":0.00,"total_spent":0.00,"remaining":0.00,"to_pay":0.00,"over_budget":false';
    expect(await summaryOf(path)).toBe(
      `{${COSTS},"total_income":2000.00,"total_received":1999.50,"to_receive":0.50,"balance":749.50,"categories":[{"category":"Food",${COSTS}},` +
        `{"category":"Sales",${nothing},"total_income":2000.00,"total_received":1999.50,"to_receive":0.50,"balance":2000.00}]}`,
    );
    const budget = { event_id: path.id, id };
    expect((await change(budget, { amount: 0.01, spent: 5 })).status).toBe(200);
    expect(await summaryOf(path)).toContain(
      `${COSTS},"total_income":0.01,"total_received":5.00,"to_receive":0.00,"balance":-1250.49,`,
    );
    expect(await shown(budget)).toContain('"amount":0.01,"spent":5.00,"kind":"income"');
    await call(deleteBudget.handler, { token, path: budget });
    expect(await summaryOf(path)).toBe(plain);
  });

  it('has what was received in the summary of its event and category, if income is expected', async () => {
    const path = await newEvent(token, { currency: 'JPY' });
    const receivedOf = async () =>
      [...(await summaryOf(path)).matchAll(/"total_received":([^,]+)/g)].map(([, it]) => it);
    await add({ category: 'Sales', kind: 'income', amount: 0, spent: 5 }, path);
    expect(await receivedOf()).toEqual([]);
    await add({ category: 'Sales', kind: 'income', amount: 20, spent: 0 }, path);
    expect(await receivedOf()).toEqual(['5', '5']);
    await add({ category: 'Gifts', kind: 'income', amount: 10, spent: 10 }, path);
    await add({ category: 'Food', amount: 30, spent: 30 }, path);
    expect(await receivedOf()).toEqual(['15', '5', '10']);
  });

  it('is in the summary of a list of events, and not in its total', async () => {
    const own = await newToken();
    const path = await newEvent(own);
    await newBudget(own, path);
    const income = await newBudget(own, path, { kind: 'income', amount: 2000 });
    const costs = {
      total_amount: 1250.5,
      total_spent: 300,
      remaining: 950.5,
      to_pay: 950.5,
      over_budget: false,
    };
    const [before] = (await listed(own)) as object[];
    expect(before).toMatchObject({ ...costs, total_income: 2000, to_receive: 1700, balance: 749.5 });
    await call(deleteBudget.handler, { token: own, path: income });
    const [after] = (await listed(own)) as object[];
    expect(after).toMatchObject(costs);
    expect(before).not.toHaveProperty('total_received');
    expect(after).not.toHaveProperty('total_income');
    expect(after).not.toHaveProperty('balance');
  });
});

describe('an event of long budgets', () => {
  it('refuses the one that is too much with 409, and keeps the others', async () => {
    const path = await newEvent(token);
    const texts = {
      name: 'n'.repeat(255),
      category: 'c'.repeat(100),
      vendor: 'v'.repeat(100),
      note: 'x'.repeat(500),
    };
    const long = { ...all, ...texts, kind: 'income', amount: 999_999_999.99, spent: 999_999_999.99 };
    const addFile = (lines: number) => importInto(token, path, Array(lines).fill(long));
    await addFile(120);
    let count = 120;
    for (; (await addFile(10)).status === 201; count += 10);
    let outcome = await add(long, path);
    for (; outcome.status === 201; count += 1) outcome = await add(long, path);
    expect(outcome.body.errors).toEqual([
      {
        field: 'event',
        code: 'too_large',
        message: 'Event is too large (maximum is 200 KB including its budgets).',
      },
    ]);
    expect(outcome.status).toBe(409);
    expect(count).toBeGreaterThan(120);
    expect(count).toBeLessThan(250);
    const { body } = await call(listBudgets.handler, { method: 'GET', token, path: { event_id: path.id } });
    expect(body).toMatchObject({
      return_count: count,
      summary: { total_income: (count * 99_999_999_999) / 100 },
    });
  });
});
