import { beforeEach, expect, it } from 'vitest';
import { askFor, newCalendar, readByIcalJs } from '../../support/calendar.ts';
import { type Client, newClient } from '../../support/client.ts';
import { historyOf, recorded } from '../../support/history.ts';
import { dayIn } from '../../support/service.ts';
import { expectSums } from '../../support/sharing.ts';
import { rejected } from '../../support/table.ts';

const DUE = '2027-06-01';
const OPEN = { note: null, due_date: null };

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent({ event_date: '2027-06-30' });
});

const listed = async (query = {}): Promise<Record<string, unknown>[]> =>
  Object((await ada.listPayments(query)).body.data);
const amountsOf = async (query = {}) =>
  (await listed(query)).map(({ name, amount, due_date, paid_on }) => [name, amount, due_date ?? paid_on]);
const inCalendar = async () => {
  const calendar = await newCalendar(ada.token, { expires_on: dayIn(90) });
  const { body } = await askFor(calendar, { query: { only: 'payments' } });
  return readByIcalJs(body).map(({ day, title }) => `${day} ${title}`);
};

it('a budget without payments has what is not spent of it to pay, in lists, the calendar and sums', async () => {
  const band = await ada.newBudget(event, { name: 'Band', amount: 1_000, spent: 0, due_date: DUE });
  for (const [spent, left, inDays, paid] of [
    [0, [['Band', 1_000, DUE]], [`${DUE} Band: 1000.00`], []],
    [300, [['Band', 700, DUE]], [`${DUE} Band: 700.00`], [['Band', 300, DUE]]],
    [1_000, [], [], [['Band', 1_000, DUE]]],
    [1_100, [], [], [['Band', 1_100, DUE]]],
  ] as const) {
    expect((await ada.updateBudget(band, { spent })).status).toBe(200);
    expect([await amountsOf(), await inCalendar()]).toEqual([left, inDays]);
    expect(await amountsOf({ paid: 'true' })).toEqual(paid);
    const to_pay = Math.max(0, 1_000 - spent);
    expect(await ada.summaryOf(event)).toMatchObject({ total_spent: spent, to_pay });
    await expectSums(ada.token, event);
  }
  // What was spent beyond it hides nothing of others.
  await ada.newBudget(event, { name: 'Hall', amount: 100, spent: 0 });
  expect(await ada.summaryOf(event)).toMatchObject({ remaining: 0, to_pay: 100 });
});

it('`paid` of a budget is rejected in writes and files, and is in no response', async () => {
  const band = await ada.newBudget(event, { amount: 800, spent: 800 });
  const message = 'Paid is not a field of a budget. Set spent to the amount paid.';
  for (const paid of [true, false, null]) {
    const created = await rejected(() => ada.createBudget(event, { name: 'X', amount: 1, paid }));
    const changed = await rejected(() => ada.updateBudget(band, { spent: 800, paid }));
    for (const { codes, messages } of [created, changed])
      expect([...codes, ...messages]).toEqual([422, 'paid invalid', message]);
    const budgets = [
      { name: 'X', amount: 1, paid },
      { id: Number(band.id), name: 'Y', paid },
    ];
    const imported = await rejected(() => ada.importBudgets(event, { budgets }));
    expect(imported.codes).toEqual([422, 'budgets[0].paid invalid', 'budgets[1].paid invalid']);
    expect(imported.messages).toEqual([message, message]);
  }
  const { body } = await ada.rejectedImport(event, 'name,amount,paid\r\nBand,800,true\r\nHall,5,\r\n');
  const error = { field: 'paid', code: 'invalid', message: `Line 1: ${message}`, line: 1 };
  expect(body.errors).toEqual([error]);
  expect(await ada.shownBudget(band)).not.toHaveProperty('paid');
});

const REST = { id: expect.any(Number), paid: true };
it.each<[string, object, object[], number?]>([
  ['that is open leaves all of it paid', { amount: 500 }, [{ ...REST, amount: 300 }, { amount: 500 }]],
  [
    'that is paid is a part of it',
    { amount: 100, paid: true },
    [
      { ...REST, amount: 200 },
      { amount: 100, paid: true },
    ],
  ],
  [
    'on a day is a part of it',
    { amount: 100, paid_on: '2027-01-02' },
    [
      { ...REST, amount: 200 },
      { amount: 100, paid: true, paid_on: '2027-01-02' },
    ],
  ],
  ['that is all of it leaves no rest', { amount: 300, paid: true }, [{ amount: 300, paid: true }]],
  ['that is more leaves no rest', { amount: 400, paid: true }, [{ amount: 400, paid: true }], 400],
])('the first payment of a budget of which 300 was spent %s', async (_, body, payments, spent = 300) => {
  for (const kind of ['expense', 'income']) {
    const band = await ada.newBudget(event, { kind, amount: 800, spent: 300, due_date: DUE });
    const { data } = (await ada.createPayment(band, body)).body;
    expect(data).toEqual({ id: expect.any(Number), ...payments.at(-1) });
    const shown = await ada.shownBudget(band);
    expect(shown).toMatchObject({ spent, due_date: DUE });
    expect(shown.payments).toEqual([...payments.slice(0, -1), data]);
  }
  await expectSums(ada.token, event);
});

it('the first payment of a budget of which 300 was spent makes one rest under one key, and of several at once', async () => {
  const band = await ada.newBudget(event, { amount: 800, spent: 300 });
  const headers = { 'idempotency-key': 'k' };
  const made = await Promise.all([
    ...[1, 2, 3].map(() => ada.createPayment(band, { amount: 100 }, headers)),
    ada.createPayment(band, { amount: 7 }),
  ]);
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  const { payments, spent } = await ada.shownBudget(band);
  expect(payments.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([100, 300, 7]);
  expect(new Set(payments.map(({ id }: { id: number }) => id)).size).toBe(3);
  expect(spent).toBe(300);
});

it('an open payment that is deleted as the last one leaves nothing spent, and others take their part', async () => {
  const band = await ada.newBudget(event, { amount: 800, spent: 0, due_date: DUE });
  await ada.deletePayment(await ada.newPayment(band, { ...OPEN, amount: 500 }));
  const { payments, ...shown } = await ada.shownBudget(band);
  expect([payments, shown]).toMatchObject([undefined, { spent: 0, due_date: DUE }]);
  const hall = await ada.newBudget(event, { amount: 800, spent: 300 });
  await ada.deletePayment(await ada.newPayment(hall, { paid: true, amount: 100 }));
  expect(await ada.shownBudget(hall)).toMatchObject({ spent: 200, payments: [{ amount: 200, paid: true }] });
  await expectSums(ada.token, event);
});

it('a budget with payments keeps its due date, which is that of the rest, so that a deposit is one call', async () => {
  const hall = await ada.newBudget(event, { name: 'Hall', amount: 2_000, spent: 0, due_date: DUE });
  const deposit = await ada.newPayment(hall, { amount: 500, due_date: '2027-03-01' });
  const budget_id = Number(hall.id);
  expect(await listed()).toMatchObject([
    { id: Number(deposit.id), budget_id, payment_id: Number(deposit.id), amount: 500 },
    { id: budget_id, budget_id, amount: 1_500, due_date: DUE },
  ]);
  expect(await ada.summaryOf(event)).toMatchObject({ to_pay: 2_000 });
  expect((await ada.updateBudget(hall, { due_date: '2027-06-02', amount: 1_900 })).status).toBe(200);
  expect((await amountsOf()).at(-1)).toEqual(['Hall', 1_400, '2027-06-02']);
  await ada.updateBudget(hall, { amount: 400 });
  expect(await amountsOf()).toEqual([['Hall', 500, '2027-03-01']]);
  expect(await ada.shownBudget(hall)).toMatchObject({ unscheduled: -100 });
  expect(await ada.summaryOf(event)).toMatchObject({ to_pay: 500, remaining: 400 });
  await expectSums(ada.token, event);
});

it('a budget with payments lists what was paid by its day, and last what has none', async () => {
  const hall = await ada.newBudget(event, { name: 'Hall', amount: 2_000, spent: 250, due_date: DUE });
  await ada.newPayment(hall, { amount: 500, paid_on: '2027-03-02' });
  await ada.newPayment(hall, { amount: 100, due_date: '2027-03-01' });
  await ada.newBudget(event, { name: 'Band', amount: 9, spent: 9 });
  await ada.newBudget(event, { name: 'Cake', amount: 8, spent: 0, due_date: DUE });
  const paid = await listed({ paid: 'true' });
  expect(paid.map(({ name, amount, paid_on, paid }) => [name, amount, paid_on, paid])).toEqual([
    ['Hall', 500, '2027-03-02', true],
    ['Band', 9, undefined, true],
  ]);
  const ofMarch = { paid: 'true', from: '2027-03-01', to: '2027-03-31' };
  expect(await amountsOf(ofMarch)).toEqual([['Hall', 500, '2027-03-01']]);
  expect(await amountsOf({ paid: 'true', from: '2027-03-03' })).toEqual([]);
  expect(await listed({ paid: 'false' })).toEqual(await listed());
});

it('a payment is paid without a day, with one, or not', async () => {
  const hall = await ada.newBudget(event, { amount: 2_000, spent: 0 });
  const payment = await ada.newPayment(hall, { amount: 500, ...OPEN });
  const derived = [422, 'paid derived', 'Paid must be true, because paid_on is set.'];
  const shownAfter = async (body: object) => {
    expect((await ada.updatePayment(payment, body)).status).toBe(200);
    const { payments, spent } = await ada.shownBudget(hall);
    const { paid, paid_on } = payments[0];
    expect(spent).toBe(paid ? 500 : 0);
    await expectSums(ada.token, event);
    return paid ? (paid_on ?? 'paid') : 'open';
  };
  const day = '2027-01-02';
  for (const [body, shown] of [
    [{ amount: 500 }, 'open'],
    [{ paid: true }, 'paid'],
    [{ paid: true, paid_on: day }, day],
    [{ paid: true }, day],
    [{ paid: true, paid_on: null }, 'paid'],
    [{ paid_on: null }, 'open'],
    [{ paid_on: day }, day],
    [{ paid_on: null }, 'open'],
    [{ paid: true }, 'paid'],
    [{ paid: false }, 'open'],
    [{ paid: true }, 'paid'],
    [{ paid: null }, 'open'],
    [{ paid_on: day }, day],
    [{ paid: false, paid_on: null }, 'open'],
  ] as const)
    expect([body, await shownAfter(body)]).toEqual([body, shown]);
  await ada.updatePayment(payment, { paid_on: day });
  for (const body of [false, null].flatMap((paid) => [{ paid }, { paid, paid_on: '2027-01-03' }])) {
    const { codes, messages } = await rejected(() => ada.updatePayment(payment, body));
    expect([...codes, ...messages]).toEqual(derived);
  }
  const { codes } = await rejected(() => ada.createPayment(hall, { amount: 1, paid: false, paid_on: day }));
  expect(codes).toEqual([422, 'paid derived']);
  expect((await ada.createPayment(hall, { amount: 1, paid: false })).status).toBe(201);
});

it('what is left is in all totals: of the event, by category, with include=summary, and of all events', async () => {
  await ada.newBudget(event, { category: 'Food', amount: 100, spent: 30 });
  const hall = await ada.newBudget(event, { category: 'Hall', amount: 2_000, spent: 0 });
  await ada.newPayment(hall, { amount: 500, paid: true });
  const categories = [
    { category: 'Food', to_pay: 70 },
    { category: 'Hall', to_pay: 1_500 },
  ];
  const summary = await ada.summaryOf(event);
  expect(summary).toMatchObject({ to_pay: 1_570, categories });
  expect(summary).not.toHaveProperty('to_receive');
  await ada.newBudget(event, { kind: 'income', category: 'Tickets', amount: 40, spent: 15 });
  const left = { to_pay: 1_570, to_receive: 25 };
  expect(await ada.summaryOf(event)).toMatchObject({ ...left, total_income: 40 });
  expect((await ada.list({ include: 'summary' })).body.data).toMatchObject([left]);
  expect((await ada.viewSummary()).body.data).toMatchObject([{ ...left, months: [left] }]);
  expect((await ada.view(event)).body.data).not.toHaveProperty('to_pay');
});

it('the history has what was spent before the first payment, and nothing of it if that stays', async () => {
  const changes = async () => (await historyOf(ada.token, event))[0]?.changes;
  const told = async () => (await changes())?.filter(({ kind }) => kind === 'budget');
  const create = (budget: { event_id: string; id: string }, fields: object) =>
    recorded(ada.token, event, () => ada.newPayment(budget, { ...fields }));
  const hall = await ada.newBudget(event, { amount: 2_000, spent: 300 });
  const payment = await create(hall, { amount: 500, paid: true });
  expect(await told()).toMatchObject([{ before: { spent: 300 }, after: { spent: 500 } }]);
  await create(hall, { amount: 7, paid: true });
  expect(await changes()).toMatchObject([{ kind: 'payment', after: { amount: 7, paid: true } }]);
  await recorded(ada.token, event, () => ada.deletePayment(payment));
  expect(await told()).toEqual([]);
  const band = await ada.newBudget(event, { amount: 2_000, spent: 300 });
  await create(band, { amount: 500 });
  expect(await changes()).toMatchObject([
    { kind: 'payment', change: 'created', after: { amount: 300, paid: true } },
    { kind: 'payment', change: 'created', after: { amount: 500 } },
  ]);
});
