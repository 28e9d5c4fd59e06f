import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Outcome } from '../../support/call.ts';
import { type Client, newClient } from '../../support/client.ts';
import { emptyUpdate } from '../../support/contract.ts';
import { deposit, endpoints } from '../../support/service.ts';
import { rejected } from '../../support/table.ts';

let ada: Client;
let event: { id: string };
let budget: { event_id: string; id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent();
  budget = await ada.newBudget(event, { amount: 2_000, spent: 0 });
});

const withPayments = z.object({
  spent: z.number(),
  payments: z.array(z.object({ amount: z.number(), paid: z.optional(z.boolean()) })),
});
const PAID = { paid_on: '2027-02-27' };
const idOf = ({ body }: Outcome): string => String(Object(body.data).id);
const statusesOf = (outcomes: Outcome[]) => outcomes.map(({ status }) => status).sort();

it('is shown with its budget, oldest first, with what was spent and what has no payment yet', async () => {
  const made = await ada.createPayment(budget, deposit(PAID));
  const first = `{"id":${idOf(made)},"amount":500.00,"due_date":"2027-03-01","paid":true,"paid_on":"2027-02-27","note":"Deposit"}`;
  expect([made.status, made.text]).toEqual([
    201,
    `{"status":"success","message":"Payment saved successfully","data":${first}}`,
  ]);
  expect(made.headers['location']).toBe(`/events/${event.id}/budgets/view/${budget.id}`);
  const second = await ada.createPayment(budget, { amount: 1_000.5, due_date: '2027-01-01' });
  expect((await ada.viewBudget(budget)).text).toBe(
    `{"status":"success","return_count":1,"data":{"id":${budget.id},"name":"Catering","category":"Food",` +
      `"amount":2000.00,"spent":500.00,"payments":[${first},` +
      `{"id":${idOf(second)},"amount":1000.50,"due_date":"2027-01-01"}],"unscheduled":499.50}}`,
  );
});

it('adds what is paid to the sums of its event, and what is open to none', async () => {
  await ada.newBudget(event, { amount: 10, spent: 7 });
  for (const fields of [{ amount: 0.1, ...PAID }, { amount: 0.2, ...PAID }, { amount: 100 }])
    await ada.createPayment(budget, fields);
  expect(await ada.shownBudget(budget)).toMatchObject({ spent: 0.3, unscheduled: 1_899.7 });
  const sums = { total_amount: 2_010, total_spent: 7.3, remaining: 2_002.7 };
  expect(await ada.summaryOf(event)).toMatchObject(sums);
  expect((await ada.view(event)).body.data).toMatchObject({ total_amount: 2_010, budgets_count: 2 });
  const tickets = await ada.newBudget(event, { kind: 'income', amount: 300, spent: 0 });
  await ada.createPayment(tickets, { amount: 100, ...PAID });
  await ada.createPayment(tickets, { amount: 50 });
  expect(await ada.shownBudget(tickets)).toMatchObject({ kind: 'income', spent: 100, unscheduled: 150 });
  const income = { total_income: 300, total_received: 100 };
  expect(await ada.summaryOf(event)).toMatchObject({ ...sums, ...income });
});

it('may exceed the amount of its budget, whose rest is negative then', async () => {
  await ada.createPayment(budget, { amount: 1_500 });
  await ada.createPayment(budget, { amount: 500.01 });
  expect((await ada.viewBudget(budget)).text).toMatch(/"spent":0\.00,.*"unscheduled":-0\.01}/);
  await ada.updateBudget(budget, { amount: 2_000.01 });
  expect((await ada.viewBudget(budget)).text).toContain('"unscheduled":0.00}');
});

it('takes null as nothing, and ignores what it does not know', async () => {
  const nothing = { due_date: null, paid: null, paid_on: null, note: null };
  const made = await ada.createPayment(budget, { amount: 0, ...nothing, id: 7, budget_id: 7 });
  expect(made.text).toContain(`"data":{"id":${idOf(made)},"amount":0.00}}`);
  const paid = await ada.createPayment(budget, { amount: 0, paid: null, ...PAID });
  expect(paid.body.data).toMatchObject({ paid: true, ...PAID });
});

it('without an amount, or a change without a field, is rejected before an unknown event is', async () => {
  const unknown = { ...budget, event_id: '1' };
  expect((await ada.createPayment(unknown, {})).messages).toEqual(["Amount can't be blank."]);
  expect((await ada.createPayment(unknown, { amount: -1 })).codes).toEqual([422, 'amount negative']);
  expect((await ada.createPayment(unknown, { amount: 0.001 })).status).toBe(404);
  const payment = await ada.newPayment(budget);
  const empty = await ada.updatePayment(payment, {});
  expect(empty.messages).toEqual([emptyUpdate(endpoints.updatePayment.handler)]);
});

it('is one of at most 24 of a budget, also of two at once', async () => {
  const oldest = await ada.newPayment(budget, { amount: 1 });
  for (let n = 2; n <= 23; n += 1) await ada.newPayment(budget, { amount: n });
  const last = await Promise.all([24, 24].map((amount) => ada.createPayment(budget, { amount })));
  expect(statusesOf(last)).toEqual([201, 409]);
  const { codes, messages } = await rejected(() => ada.createPayment(budget, { amount: 25 }));
  expect([...codes, ...messages]).toEqual([409, 'payments full', 'A budget can have at most 24 payments.']);
  // Its tag comes first.
  expect((await ada.createPayment(budget, deposit(), { 'if-match': '"0"' })).status).toBe(412);
  expect(await ada.shownBudget(budget)).toMatchObject({ payments: { length: 24 }, unscheduled: 1_700 });
  expect((await ada.createPayment(await ada.newBudget(event), { amount: 1 })).status).toBe(201);
  await ada.deletePayment(oldest);
  expect((await ada.createPayment(budget, { amount: 25 })).status).toBe(201);
});

it.each([
  [undefined, 999_999_999.98, 0.01, '999999999.99', '-999997999.99'],
  ['JPY', 999_999_998, 1, '999999999', '-999997999'],
  ['BHD', 999_999_999.998, 0.001, '999999999.999', '-999997999.999'],
])('is part of a sum as large as an amount may be, in %s', async (currency, almost, least, most, rest) => {
  budget = await ada.newBudget(await ada.newEvent({ currency }), { amount: 2_000, spent: 0 });
  const payment = await ada.newPayment(budget, { amount: almost, ...PAID });
  const last = await ada.createPayment(budget, { amount: least });
  expect(last.text).toContain(`"amount":${least}}`);
  expect((await ada.viewBudget(budget)).text).toContain(`"unscheduled":${rest}}`);
  const created = await rejected(() => ada.createPayment(budget, { amount: least }));
  const changed = await rejected(() =>
    ada.updatePayment({ ...payment, id: idOf(last) }, { amount: 2 * least }),
  );
  for (const { codes, messages } of [created, changed])
    expect([...codes, ...messages]).toEqual([
      ...[422, 'amount too_large'],
      `Amount makes the payments too large (maximum total is ${most}).`,
    ]);
  expect((await ada.createPayment(budget, { amount: 0 })).status).toBe(201);
  expect((await ada.updatePayment(payment, { amount: almost, note: 'All' })).status).toBe(200);
});

it('under a key is made once with the digits of its event, and its repeat has the first response', async () => {
  budget = await ada.newBudget(await ada.newEvent({ currency: 'BHD' }), { spent: 999_999_999 });
  const keyed = (fields = {}, on = budget, headers = {}) =>
    ada.createPayment(on, deposit(fields), { 'idempotency-key': 'a-key', ...headers });
  expect((await keyed()).codes).toEqual([422, 'amount too_large']);
  expect((await keyed({}, budget, { 'if-match': '"77"' })).status).toBe(412);
  await ada.updateBudget(budget, { spent: 0 });
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => keyed()));
  const [made, ...others] = outcomes.filter(({ isReplay }) => !isReplay);
  expect([made?.text, others]).toEqual([expect.stringContaining('"amount":500.000,'), []]);
  const expectReplay = (again: Outcome) => {
    const { etag, ...headers }: Record<string, string> = { ...made?.headers, 'idempotency-replayed': 'true' };
    expect([again.status, again.text]).toEqual([201, made?.text]);
    expect(again.headers).toEqual({ ...headers, 'x-request-id': again.headers['x-request-id'] });
  };
  const payment = { event_id: budget.event_id, budget_id: budget.id, id: outcomes.map(idOf)[0] ?? '' };
  expect((await keyed({ amount: 501 })).codes).toEqual([422, 'Idempotency-Key reused']);
  await ada.updatePayment(payment, { amount: 1, due_date: null });
  expectReplay(await keyed());
  const payments = [{ id: Number(payment.id), amount: 1, note: 'Deposit' }];
  expect(await ada.shownBudget(budget)).toMatchObject({ payments });
  const second = await keyed({}, await ada.newBudget({ id: budget.event_id }, { spent: 0 }));
  expect([second.status, second.isReplay, idOf(second) === payment.id]).toEqual([201, false, false]);
  await ada.deletePayment(payment);
  expect((await keyed({}, budget, { prefer: 'return=representation' })).text).toBe(made?.text);
  expect(await ada.shownBudget(budget)).not.toHaveProperty('payments');
  await ada.deleteBudget(budget);
  for (const again of [...outcomes.filter(({ isReplay }) => isReplay), await keyed()]) expectReplay(again);
});

it('is made beside others at once, and beside a change of what its budget has spent', async () => {
  const amounts = Array.from({ length: 10 }, (_, n) => n + 1);
  const made = await Promise.all(amounts.map((amount) => ada.createPayment(budget, { amount, ...PAID })));
  expect(statusesOf(made)).toEqual(Array(10).fill(201));
  expect(new Set(made.map(idOf)).size).toBe(10);
  expect(await ada.shownBudget(budget)).toMatchObject({ spent: 55, unscheduled: 1_945 });
  expect(await ada.summaryOf(event)).toMatchObject({ total_spent: 55 });
  const hall = await ada.newBudget(event, { spent: 0 });
  const [first, change] = await Promise.all([
    ada.createPayment(hall, deposit()),
    ada.updateBudget(hall, { spent: 7 }),
  ]);
  expect(first.status).toBe(201);
  const { spent, payments } = await ada.shownBudget(hall);
  const expected = change.status === 200 ? [200, 7, 2] : [422, 0, 1];
  expect([change.status, spent, payments.length]).toEqual(expected);
});

it('keeps what was spent before, as the guide’s table shows it', async () => {
  const [, table = ''] =
    /\n\| First payment [\s\S]*?\n(\| \d[\s\S]*?)\n\n/.exec(readFileSync('docs/api.md', 'utf8')) ?? [];
  const rows = table
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll('|', '').trim()));
  expect(rows).toHaveLength(3);
  for (const [first = '', ...cells] of rows) {
    const event = await ada.newEvent();
    const budget = await ada.newBudget(event, { amount: 1_000, spent: 300 });
    await ada.createPayment(budget, { amount: Number.parseInt(first, 10), paid: first.endsWith(' paid') });
    const { spent, payments } = withPayments.parse(await ada.shownBudget(budget));
    const { to_pay } = await ada.summaryOf(event);
    const shown = payments.map(({ amount, paid }) => `${amount} ${paid ? 'paid' : 'open'}`);
    expect([shown.join(', '), spent, to_pay].map(String)).toEqual(cells);
  }
});
