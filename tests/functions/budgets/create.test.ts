import { beforeEach, expect, it } from 'vitest';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { type Client, newClient } from '../../support/client.ts';
import { eventItem } from '../../support/event-item.ts';
import { notFound } from '../../support/rejections.ts';
import { catering } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { putItem, rejected } from '../../support/table.ts';

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent();
});

it('is created, viewed, updated and deleted, and counts in its event', async () => {
  const created = await ada.createBudget(event, catering());
  const budget = { event_id: event.id, id: created.id };
  const data = `"data":{"id":${budget.id},"name":"Catering","category":"Food","amount":1250.50,"spent":300.00}}`;
  const saved = '{"status":"success","message":"Budget saved successfully"';
  expect([created.status, created.text]).toEqual([201, `${saved},${data}`]);
  expect(created.headers['location']).toBe(`/events/${event.id}/budgets/view/${budget.id}`);
  expect((await ada.viewBudget(budget)).text).toBe(`{"status":"success","return_count":1,${data}`);
  for (const id of ['1', 'x'])
    for (const call of [ada.viewBudget, ada.updateBudget, ada.deleteBudget])
      expect((await call({ ...budget, id }, { name: 'Hall' })).status).toBe(404);

  const others = [await ada.newBudget(event, { amount: 0.1 }), await ada.newBudget(event, { amount: 0.2 })];
  const shown = { total_amount: 1250.8, budgets_count: 3 };
  expect((await ada.view(event)).body.data).toMatchObject(shown);
  expect((await ada.list()).body.data).toMatchObject([shown]);
  let expected = { ...catering(), id: Number(budget.id), version: 0 };
  for (const body of [{ name: 'Buffet' }, { category: '' }, { amount: 0 }, { spent: 0.01 }, { spent: 0 }]) {
    expect((await ada.updateBudget(budget, body)).text).toBe(`${saved}}`);
    expected = { ...expected, ...body, version: expected.version + 1 };
    expect(await ada.budgetsOf(event)).toMatchObject([expected, { amount: 0.1 }, { amount: 0.2 }]);
  }
  await ada.update(event, { name: 'Ball', description: '', event_date: '2027-01-01' });
  expect((await ada.budgetsOf(event))[0]).toEqual(expected);
  expect((await ada.view(event)).body.data).toMatchObject({ total_amount: 0.3, budgets_count: 3 });
  const deleted = await ada.deleteBudget(others[0] ?? budget);
  expect(deleted.text).toBe('{"status":"success","message":"Budget deleted successfully"}');
  expect((await ada.view(event)).body.data).toMatchObject({ total_amount: 0.2, budgets_count: 2 });
  expect(await ada.budgetsOf(event)).toMatchObject([expected, { amount: 0.2 }]);
});

it('needs only a name and an amount, and ignores what a client can’t set', async () => {
  await ada.createBudget(event, { name: ' Band ', amount: 10, id: 7, amount_cents: 1, version: 7 });
  const [budget] = await ada.budgetsOf(event);
  expect(budget).toEqual({ id: budget?.id, name: 'Band', category: '', amount: 10, spent: 0, version: 0 });
  expect(budget?.id).not.toBe(7);
});

it('has amounts to the last digit', async () => {
  const amounts = [
    '0',
    '-0',
    '0.01',
    '0.29',
    '1.10',
    '1.005e3',
    '1e2',
    '4.35',
    '1.15',
    '8.20',
    '999999999.99',
  ];
  for (const amount of amounts) {
    const { status } = await ada.createBudget(event, `{"name":"Band","amount":${amount},"spent":${amount}}`);
    expect(status).toBe(201);
  }
  const stored = amounts.map((text) => ({ amount: Number(text) + 0, spent: Number(text) + 0 }));
  expect(await ada.budgetsOf(event)).toMatchObject(stored);
});

it.each([
  ['1.001', 'too_precise', 'must have at most two fractional digits'],
  ['0.005', 'too_precise', 'must have at most two fractional digits'],
  ['999999999.989', 'too_precise', 'must have at most two fractional digits'],
  ['5e-324', 'too_precise', 'must have at most two fractional digits'],
  ['1.0000000000000000001', 'too_precise', 'must have at most two fractional digits'],
  [
    '-0.01',
    'negative',
    'must not be negative. For a discount, a refund or a credit, lower the amount or add income',
  ],
  ['1000000000', 'too_large', 'is too large (maximum is 999999999.99)'],
  ['1e12', 'too_large', 'is too large (maximum is 999999999.99)'],
  ['1e999', 'invalid', 'must be a number'],
  ['"5"', 'invalid', 'must be a number'],
  ['null', 'invalid', 'must be a number'],
  ['true', 'invalid', 'must be a number'],
  ['[5]', 'invalid', 'must be a number'],
])('rejects %s as an amount and as what was spent', async (amount, code, complaint) => {
  const budget = await ada.newBudget(event);
  for (const [field, name] of [['amount', 'Amount'] as const, ['spent', 'Spent'] as const]) {
    const body = `{"name":"Band","amount":1,"${field}":${amount}}`;
    const created = await rejected(() => ada.createBudget(event, body));
    const updated = await rejected(() => ada.updateBudget(budget, `{"${field}":${amount}}`));
    for (const { codes, messages } of [created, updated])
      expect([...codes, ...messages]).toEqual([422, `${field} ${code}`, `${name} ${complaint}.`]);
  }
});

it('60 that are created at once are all there, with a total exact to the cent, and one is deleted once', async () => {
  const amounts = Array.from({ length: 60 }, (_, n) => n + 0.1);
  const outcomes = await Promise.all(amounts.map((amount) => ada.createBudget(event, catering({ amount }))));
  expect(outcomes.every(({ status }) => status === 201)).toBe(true);
  expect(new Set((await ada.budgetsOf(event)).map(({ id }) => id)).size).toBe(60);
  expect((await ada.view(event)).body.data).toMatchObject({ total_amount: 1776, budgets_count: 60 });
  const budget = { event_id: event.id, id: outcomes[0]?.id ?? '' };
  const deletions = await Promise.all(Array.from({ length: 10 }, () => ada.deleteBudget(budget)));
  expect(deletions.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(deletions.filter(({ text }) => text === notFound('Budget failed to delete'))).toHaveLength(9);
});

it('is one of at most 500, of the largest, also if 50 are created at once', async () => {
  const texts = { name: 'x'.repeat(255), category: 'y'.repeat(100) };
  const longest = { ...texts, amount: 999_999_999.99, spent: 999_999_999.99 };
  await ada.importFile(event, Array(499).fill(longest));
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => ada.createBudget(event, longest)));
  expect(outcomes.filter(({ status }) => status === 201)).toHaveLength(1);
  const full = outcomes.filter(({ codes }) => codes.join() === '409,budgets full');
  expect(full).toHaveLength(49);
  expect(full[0]?.messages).toEqual(['An event can have at most 500 budgets.']);
  const shown = { total_amount: 499_999_999_995, budgets_count: 500 };
  expect((await ada.view(event)).body.data).toMatchObject(shown);
});

it('is in a list with others, oldest first, with their totals, which are 0 without any', async () => {
  expect((await ada.listBudgets(event)).text).toBe(
    '{"status":"success","return_count":0,"data":[],"summary":{"total_amount":0.00,"total_spent":0.00,' +
      '"remaining":0.00,"to_pay":0.00,"over_budget":false,"categories":[],"version":1}}',
  );
  const band = await ada.newBudget(event, { name: 'Band', category: 'Music', amount: 50.25, spent: 80 });
  const hall = await ada.newBudget(event, { name: 'Hall', category: '', amount: 100, spent: 0 });
  expect((await ada.listBudgets(event)).text).toBe(
    '{"status":"success","return_count":2,"data":[' +
      `{"id":${band.id},"name":"Band","category":"Music","amount":50.25,"spent":80.00,"version":0},` +
      `{"id":${hall.id},"name":"Hall","category":"","amount":100.00,"spent":0.00,"version":0}],` +
      '"summary":{"total_amount":150.25,"total_spent":80.00,"remaining":70.25,"to_pay":100.00,"over_budget":false,"categories":[' +
      '{"category":"Music","total_amount":50.25,"total_spent":80.00,"remaining":-29.75,"to_pay":0.00,"over_budget":true},' +
      '{"category":"","total_amount":100.00,"total_spent":0.00,"remaining":100.00,"to_pay":100.00,"over_budget":false}],"version":3}}',
  );
});

it('200 events of 50 budgets each are in one response', async () => {
  const ids = Array.from({ length: 200 }, () => nextId());
  const ownerId = accountIdOf(ada.token);
  await Promise.all(ids.map((eventId) => putItem(eventKey({ ownerId, eventId }), eventItem(eventId, 50))));
  const { body } = await ada.list();
  const shown = ids.map((id) => expect.objectContaining({ id, total_amount: 40_000, budgets_count: 50 }));
  expect(body).toMatchObject({ return_count: 201, data: [{ id: Number(event.id) }, ...shown] });
  expect(body.next_cursor).toBeUndefined();
});
