import { beforeEach, expect, it } from 'vitest';
import { type Client, newClient } from '../../support/client.ts';
import { catering } from '../../support/service.ts';

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent();
});

/** A budget in a response, as text from its category on. */
const shown = async (budget: { event_id: string; id: string }) =>
  (await ada.viewBudget(budget)).text.replace(/^.*"category":"Food",/, '').replace(/}+$/, '');

const PLAIN = '"amount":1250.50,"spent":300.00';

const texts = { vendor: 'Ada & Co.', note: ' Two lines\nof text ', due_date: '2027-06-30' };

it('the fields of a budget are in answers where they were given, and in none otherwise, also if they are null', async () => {
  const all = { kind: 'expense', ...texts };
  const created = await ada.createBudget(event, catering(all));
  const fields = `${PLAIN},${JSON.stringify(all).slice(1, -1)}`;
  expect(created.text).toContain(fields);
  expect(await shown({ event_id: event.id, id: created.id })).toBe(fields);
  expect(await ada.budgetsOf(event)).toEqual([expect.objectContaining(all)]);
  expect((await ada.exportAccount()).text).toContain(fields);
  for (const nulls of [{}, { vendor: null, note: null, due_date: null }]) {
    const { id, text } = await ada.createBudget(event, catering(nulls));
    expect(text).toMatch(/"spent":300\.00}}$/);
    expect(await shown({ event_id: event.id, id })).toBe(PLAIN);
  }
  const longest = { vendor: '🎈'.repeat(100), note: '🎈'.repeat(500) };
  expect((await ada.createBudget(event, catering(longest))).status).toBe(201);
});

it('the fields of a budget are set, changed and cleared by an update, but for the kind, which it ignores', async () => {
  const budget = await ada.newBudget(event);
  for (const [body, fields] of [
    [texts, `,${JSON.stringify(texts).slice(1, -1)}`],
    [{ vendor: '', note: '' }, ',"vendor":"","note":"","due_date":"2027-06-30"'],
    [{ vendor: null, note: null, due_date: null }, ''],
  ] as const) {
    expect((await ada.updateBudget(budget, body)).status).toBe(200);
    expect(await shown(budget)).toBe(PLAIN + fields);
  }
  const tickets = await ada.newBudget(event, { kind: 'income' });
  expect((await ada.updateBudget(tickets, { kind: 'expense', name: 'Tickets' })).status).toBe(200);
  expect(await shown(tickets)).toBe(`${PLAIN},"kind":"income"`);
  expect((await ada.updateBudget(tickets, { kind: 'expense' })).status).toBe(422);
});

const summary = async () => {
  const { text } = await ada.listBudgets(event);
  return text.slice(text.indexOf('"summary":') + 10, -1).replace(/,"version":\d+}$/, '}');
};
const COSTS =
  '"total_amount":1250.50,"total_spent":300.00,"remaining":950.50,"to_pay":950.50,"over_budget":false';

it('income has a sum of its own, in total and per category, and a balance', async () => {
  await ada.newBudget(event);
  const plain = await summary();
  const sales = { name: 'Tickets', category: 'Sales', kind: 'income', amount: 2000, spent: 1999.5 };
  const tickets = await ada.newBudget(event, sales);
  const nothing = '"total_amount":0.00,"total_spent":0.00,"remaining":0.00,"to_pay":0.00,"over_budget":false';
  const received = '"total_income":2000.00,"total_received":1999.50,"to_receive":0.50';
  expect(await summary()).toBe(
    `{${COSTS},${received},"balance":749.50,"categories":[{"category":"Food",${COSTS}},` +
      `{"category":"Sales",${nothing},${received},"balance":2000.00}]}`,
  );
  expect((await ada.updateBudget(tickets, { amount: 0.01, spent: 5 })).status).toBe(200);
  expect(await summary()).toContain(
    `${COSTS},"total_income":0.01,"total_received":5.00,"to_receive":0.00,"balance":-1250.49,`,
  );
  expect(await shown(tickets)).toContain('"amount":0.01,"spent":5.00,"kind":"income"');
  await ada.deleteBudget(tickets);
  expect(await summary()).toBe(plain);
});

it('income has what was received in the summary of its event and category, also if none is expected', async () => {
  event = await ada.newEvent({ currency: 'JPY' });
  const receivedOf = async () =>
    [...(await summary()).matchAll(/"total_received":([^,]+)/g)].map(([, amount]) => amount);
  await ada.newBudget(event, { category: 'Sales', kind: 'income', amount: 0, spent: 5 });
  expect(await receivedOf()).toEqual(['5', '5']);
  await ada.newBudget(event, { category: 'Sales', kind: 'income', amount: 20, spent: 0 });
  expect(await receivedOf()).toEqual(['5', '5']);
  await ada.newBudget(event, { category: 'Gifts', kind: 'income', amount: 10, spent: 10 });
  await ada.newBudget(event, { category: 'Food', amount: 30, spent: 30 });
  expect(await receivedOf()).toEqual(['15', '5', '10']);
});

it('income without a planned amount is in the sums, if any of it was received or is to come', async () => {
  const unplanned = { kind: 'income', amount: 0, spent: 0 };
  const sponsor = await ada.newBudget(event, unplanned);
  expect(await summary()).not.toContain('income');
  await ada.newPayment(sponsor, { amount: 500 });
  await ada.newBudget(event, { ...unplanned, spent: 300 });
  const sums = { total_income: 0, to_receive: 500, balance: 0 };
  const received = { ...sums, total_received: 300 };
  expect(await ada.summaryOf(event)).toMatchObject({ ...received, categories: [received] });
  expect((await ada.list({ include: 'summary' })).body.data).toMatchObject([sums]);
});

it('income is in the summary of a list of events, and not in its total', async () => {
  const totals = async () => Object((await ada.list({ include: 'summary' })).body.data)[0];
  await ada.newBudget(event);
  const income = await ada.newBudget(event, { kind: 'income', amount: 2000 });
  const costs = { total_amount: 1250.5, total_spent: 300, remaining: 950.5, to_pay: 950.5 };
  const [before] = [await totals(), await ada.deleteBudget(income)];
  const sums = { ...costs, over_budget: false, total_income: 2000, to_receive: 1700, balance: 749.5 };
  expect(before).toMatchObject(sums);
  expect(before).not.toHaveProperty('total_received');
  const after = await totals();
  expect(after).toMatchObject(costs);
  for (const name of ['total_income', 'balance']) expect(after).not.toHaveProperty(name);
});
