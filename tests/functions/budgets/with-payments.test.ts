import { beforeEach, expect, it } from 'vitest';
import { type Client, newClient } from '../../support/client.ts';
import { rejected } from '../../support/table.ts';

let ada: Client;
let event: { id: string };
let budget: { event_id: string; id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent();
  budget = await ada.newBudget(event, { amount: 2_000, spent: 0 });
  await ada.newPayment(budget, { amount: 500, due_date: '2026-07-01', paid_on: '2026-06-27' });
  await ada.newPayment(budget, { amount: 700.5, due_date: null, note: null });
});

it('rejects what was not spent in an update, and says what was', async () => {
  for (const body of [{ spent: 501 }, { spent: 0, name: 'Hall', due_date: '2027-01-01' }])
    for (const headers of [{}, { 'if-match': '*' }]) {
      const { status, text } = await rejected(() => ada.updateBudget(budget, body, headers));
      const message = 'Spent must be 500.00, as calculated from the payments.';
      const errors = [{ field: 'spent', code: 'derived', message, expected: 500 }];
      expect([status, JSON.parse(text)]).toMatchObject([422, { errors }]);
    }
  const tickets = await ada.newBudget(event, { kind: 'income', amount: 300, spent: 0 });
  await ada.newPayment(tickets, { amount: 100, paid_on: '2027-01-01' });
  expect((await ada.updateBudget(tickets, { amount: 50.5 })).status).toBe(200);
  expect(await ada.shownBudget(tickets)).toMatchObject({ amount: 50.5, spent: 100, unscheduled: -49.5 });
  expect((await ada.updateBudget(tickets, { spent: 50.5 })).status).toBe(422);
});

it('takes what a view returned, also in an import, and other changes, which keep the payments', async () => {
  const viewed = await ada.shownBudget(budget);
  expect((await ada.updateBudget(budget, viewed)).status).toBe(200);
  expect(await ada.shownBudget(budget)).toEqual(viewed);
  expect((await ada.importFile(event, [viewed])).body.return_count).toBe(0);
  const { codes } = await ada.rejectedImport(event, [{ ...viewed, spent: 7 }]);
  expect(codes).toEqual([422, 'budgets[0].spent derived']);
  let expected = viewed;
  for (const body of [
    { spent: 500, due_date: '2027-01-01' },
    { category: 'Room', vendor: 'Ada & Co.', note: 'Ground floor' },
    { spent: 500, name: 'Hall' },
  ]) {
    expect((await ada.updateBudget(budget, body)).status).toBe(200);
    expected = { ...expected, ...body };
    expect(await ada.shownBudget(budget)).toEqual(expected);
  }
  await ada.updateBudget(budget, { due_date: null, vendor: null, amount: 1_200.01 });
  const { due_date, vendor, ...kept } = expected;
  expect(await ada.shownBudget(budget)).toEqual({ ...kept, amount: 1_200.01, unscheduled: -0.49 });
  expect((await ada.view(event)).body.data).toMatchObject({ total_amount: 1_200.01 });
});

it('a deletion takes all of it out of the sums', async () => {
  const other = await ada.newBudget(event, { amount: 10, spent: 7, due_date: '2027-01-01' });
  await ada.deleteBudget(budget);
  expect((await ada.view(event)).body.data).toMatchObject({ total_amount: 10, budgets_count: 1 });
  expect((await ada.listPayments()).body.data).toMatchObject([{ id: Number(other.id) }]);
  expect((await ada.listPayments({ paid: 'true' })).body.data).toMatchObject([{ amount: 7 }]);
});

it('a copy keeps payments with other ids, moves their due dates, and none is paid', async () => {
  const tickets = await ada.newBudget(event, { kind: 'income', amount: 50, spent: 0 });
  await ada.newPayment(tickets, { amount: 20, due_date: '2026-07-05', paid_on: '2026-06-27' });
  const made = { id: (await ada.copy(event, { event_date: '2027-07-04' })).id };
  const [expense, income] = await ada.budgetsOf(made);
  const id = expect.any(Number);
  const payments = [
    { id, amount: 500, due_date: '2027-07-01', note: 'Deposit' },
    { id, amount: 700.5 },
  ];
  expect(expense).toMatchObject({ amount: 2_000, spent: 0, unscheduled: 799.5, payments });
  expect(Object(expense)['payments']).toEqual(payments);
  expect(income).toMatchObject({ spent: 0, payments: [{ amount: 20, due_date: '2027-07-05' }] });
  const all = JSON.stringify([await ada.budgetsOf(event), expense, income]);
  expect(new Set(all.match(/"id":\d+/g)).size).toBe(10);
  expect((await ada.listPayments({ paid: 'false' })).body.data).toMatchObject([
    { event_id: Number(made.id), due_date: '2027-07-01', paid: false },
    { event_id: Number(made.id), due_date: '2027-07-05', paid: false },
  ]);
  expect((await ada.copy(event, { event_date: '9999-12-31' })).codes).toEqual([422, 'event_date invalid']);
  expect((await ada.copy(event, { event_date: '9999-12-30' })).status).toBe(201);
});

it('is in the export of the account, and in a file that comes back as a plain budget', async () => {
  const { payments } = await ada.shownBudget(budget);
  const [first, second] = payments.map(({ id }: { id: number }) => id);
  expect((await ada.exportAccount()).text).toContain(
    `"payments":[{"id":${first},"amount":500.00,"due_date":"2026-07-01","paid":true,"paid_on":"2026-06-27","note":"Deposit"},` +
      `{"id":${second},"amount":700.50}],"unscheduled":799.50`,
  );
  const { text } = await ada.exportBudgets(event);
  expect(text).toBe(
    '\ufeffname,category,amount,spent,kind,vendor,note,due_date\r\nCatering,Food,2000.00,500.00,,,,\r\n',
  );
  expect((await ada.importFile(event, text)).status).toBe(201);
  const [, back] = await ada.budgetsOf(event);
  const plain = { name: 'Catering', category: 'Food', amount: 2_000, spent: 500, version: 0 };
  expect(back).toEqual({ id: back?.id, ...plain });
});

it('payments are ignored in creates, updates and imports', async () => {
  const sent = [{ amount: 500, paid_on: '2026-06-27' }];
  const path = {
    event_id: event.id,
    id: (await ada.createBudget(event, { name: 'X', amount: 5, payments: sent })).id,
  };
  expect((await ada.updateBudget(path, { name: 'Hall', payments: sent })).status).toBe(200);
  await ada.importFile(event, [{ name: 'Band', amount: 5, payments: sent }]);
  const [, ...others] = await ada.budgetsOf(event);
  expect(others).toMatchObject([{ name: 'Hall' }, { name: 'Band' }]);
  for (const other of others) expect(other).not.toHaveProperty('payments');
});
