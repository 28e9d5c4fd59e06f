import { beforeEach, expect, it } from 'vitest';
import { type Client, newClient } from '../../support/client.ts';
import { notFound } from '../../support/rejections.ts';
import { deposit } from '../../support/service.ts';
import { tableContent } from '../../support/table.ts';

type Payment = Awaited<ReturnType<Client['newPayment']>>;

let ada: Client;
let event: { id: string };
let budget: { event_id: string; id: string };
let payment: Payment;
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent();
  budget = await ada.newBudget(event, { amount: 2_000, spent: 0 });
  payment = await ada.newPayment(budget);
});

const PAID = { paid_on: '2027-02-27' };
const PREFERRED = { prefer: 'return=representation' };
const paymentsOf = async () => (await ada.shownBudget(budget)).payments;
const spent = async () => (await ada.summaryOf(event)).total_spent;
/** More payments of the budget, with these amounts. */
const morePayments = async (amounts: number[], fields = {}) => {
  const paths: Payment[] = [];
  for (const amount of amounts) paths.push(await ada.newPayment(budget, { amount, ...fields }));
  return paths;
};

it('an update of a payment changes what is sent, keeps the rest, and clears all but the amount with null', async () => {
  const other = await ada.newPayment(budget, { amount: 7 });
  const [first, second] = await paymentsOf();
  const updated = await ada.updatePayment(payment, { amount: 600.5 });
  expect(updated.text).toBe('{"status":"success","message":"Payment saved successfully"}');
  expect(updated.headers).not.toHaveProperty('location');
  const steps: [object, object?][] = [
    [{ due_date: '2027-04-01' }],
    [{ paid_on: '2027-03-30' }, { paid: true, paid_on: '2027-03-30' }],
    [{ note: '' }],
    [{ note: 'Half', paid_on: '2027-03-31' }],
  ];
  let expected = { ...first, amount: 600.5 };
  for (const [body, changed = body] of steps) {
    expect((await ada.updatePayment(payment, body)).status).toBe(200);
    expected = { ...expected, ...changed };
    expect(await paymentsOf()).toEqual([expected, second]);
  }
  await ada.deletePayment(other);
  for (const name of ['paid_on', 'due_date', 'note']) {
    expect((await ada.updatePayment(payment, { [name]: null })).status).toBe(200);
    expect((await paymentsOf())[0]).not.toHaveProperty(name);
  }
  expect((await ada.viewBudget(budget)).text).toContain(
    `"spent":0.00,"payments":[{"id":${payment.id},"amount":600.50}],"unscheduled":1399.50}`,
  );
});

it('an update of a payment moves what was spent with what is paid, and with its amount', async () => {
  await morePayments([0.1], PAID);
  await ada.newBudget(event, { amount: 10, spent: 7 });
  for (const [body, sum] of [
    [PAID, 500.1],
    [{ paid_on: '2027-02-28' }, 500.1],
    [{ amount: 400.2 }, 400.3],
    [{ note: 'Less' }, 400.3],
    [{ paid_on: null }, 0.1],
    [{ amount: 999 }, 0.1],
  ] as const) {
    await ada.updatePayment(payment, body);
    expect(await ada.shownBudget(budget)).toMatchObject({ spent: sum });
    expect(await spent()).toBe(sum + 7);
  }
});

it('an update of a payment of income moves what was received', async () => {
  const tickets = await ada.newBudget(event, { kind: 'income', amount: 300, spent: 0 });
  const paid = await ada.newPayment(tickets, { amount: 100 });
  await ada.updatePayment(paid, PAID);
  expect(await ada.summaryOf(event)).toMatchObject({ total_spent: 0, total_received: 100 });
  await ada.updatePayment(paid, { amount: 50 });
  expect(await ada.summaryOf(event)).toMatchObject({ total_spent: 0, total_received: 50 });
});

it('an update of a payment loses none of others at once: of ten all are done, of two with one tag one is', async () => {
  const paths = [payment, ...(await morePayments([1, 2, 3, 4, 5, 6, 7, 8, 9]))];
  const outcomes = await Promise.all(paths.map((path) => ada.updatePayment(path, PAID)));
  expect(outcomes.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(new Set(outcomes.map(({ tag }) => tag)).size).toBe(10);
  expect(await paymentsOf()).toMatchObject(Array(10).fill(PAID));
  expect(await spent()).toBe(545);
  const headers = { 'if-match': (await ada.viewBudget(budget)).tag };
  const two = await Promise.all([1, 2].map((amount) => ada.updatePayment(payment, { amount }, headers)));
  expect(two.map(({ status }) => status).sort()).toEqual([200, 412]);
  await Promise.all([3, 4].map((amount) => ada.updatePayment(payment, { amount })));
  expect([3, 4]).toContain((await paymentsOf())[0].amount);
});

it('a deletion of a payment takes it out of what was spent, but the last one leaves what was paid', async () => {
  const [other, open] = [...(await morePayments([70.5], PAID)), ...(await morePayments([8]))];
  await ada.updatePayment(payment, PAID);
  expect(await spent()).toBe(570.5);
  const { text } = await ada.deletePayment(payment);
  expect(text).toBe('{"status":"success","message":"Payment deleted successfully"}');
  await ada.deletePayment(open ?? payment);
  const payments = [{ id: Number(other?.id) }];
  expect(await ada.shownBudget(budget)).toMatchObject({ spent: 70.5, payments, unscheduled: 1_929.5 });
  await ada.deletePayment(other ?? payment);
  expect((await ada.viewBudget(budget)).text).toBe(
    `{"status":"success","return_count":1,"data":{"id":${budget.id},"name":"Catering","category":"Food",` +
      '"amount":2000.00,"spent":70.50}}',
  );
  expect(await spent()).toBe(70.5);
  expect((await ada.updateBudget(budget, { spent: 7, due_date: '2027-01-01' })).status).toBe(200);
  await ada.createPayment(budget, deposit());
  const again = { due_date: '2027-01-01', payments: [{ amount: 7 }, { amount: 500 }] };
  expect(await ada.shownBudget(budget)).toMatchObject({ spent: 7, ...again });
});

it('a deletion of a payment of the last one stores nothing of payments', async () => {
  const stored = async () =>
    Object.values(await tableContent()).flatMap((item) =>
      Object.keys(Object(item)['budgets']?.[budget.id] ?? {}).sort(),
    );
  expect(await stored()).toContain('y');
  await ada.deletePayment(payment);
  expect(await stored()).toEqual(['a', 'c', 'm', 'n', 'r', 's']);
});

it('a deletion of a payment is done once of ten at once, and of all at once for each', async () => {
  const paths = await morePayments([1, 2, 3, 4, 5], PAID);
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => ada.deletePayment(payment)));
  const missing = outcomes.filter(({ text }) => text === notFound('Payment failed to delete'));
  expect([missing.length, outcomes.filter(({ status }) => status === 200).length]).toEqual([9, 1]);
  expect(await spent()).toBe(15);
  const all = await Promise.all(paths.map((path) => ada.deletePayment(path)));
  expect(all.map(({ status }) => status)).toEqual(Array(5).fill(200));
  expect(await ada.shownBudget(budget)).not.toHaveProperty('payments');
  // Of whichever was the last.
  expect([1, 2, 3, 4, 5]).toContain(await spent());
});

it.each([{}, PREFERRED])(
  'each write with %j takes and has the tag of the budget, which other writes leave',
  async (prefer) => {
    let { tag } = await ada.viewBudget(budget);
    await ada.update(event, { name: 'Ball' });
    await ada.newPayment(await ada.newBudget(event, { spent: 0 }));
    for (const write of [
      (headers = {}) => ada.createPayment(budget, deposit(PAID), headers),
      (headers = {}) => ada.updatePayment(payment, { note: 'Half' }, headers),
      (headers = {}) => ada.deletePayment(payment, undefined, headers),
    ]) {
      const outcome = await write({ ...prefer, 'if-match': tag });
      ({ tag } = await ada.viewBudget(budget));
      expect([outcome.status < 300, outcome.tag]).toEqual([true, tag]);
    }
  },
);

it('with Prefer, writes have the payment, its budget and the sums, also if it is the last of several', async () => {
  await ada.newPayment(budget);
  const last = await ada.newPayment(budget, { note: 'Last' });
  const expectBudget = async (body: object, ...names: string[]) => {
    expect(Object.keys(body)).toEqual(['status', 'message', ...names, 'budget', 'summary']);
    const [shown, summary] = [await ada.shownBudget(budget), await ada.summaryOf(event)];
    expect(body).toMatchObject({ budget: shown, summary });
  };
  const updated = await ada.updatePayment(last, PAID, PREFERRED);
  expect(updated.body.data).toEqual({
    ...deposit({ note: 'Last', paid: true, ...PAID }),
    id: Number(last.id),
  });
  await expectBudget(updated.body, 'data');
  await expectBudget((await ada.createPayment(budget, deposit(), PREFERRED)).body, 'data');
  await expectBudget((await ada.deletePayment(last, undefined, PREFERRED)).body);
});
