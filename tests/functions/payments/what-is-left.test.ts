import { beforeEach, describe, expect, it } from 'vitest';
import { askFor, newCalendar, readByIcalJs } from '../../support/calendar.ts';
import { call, type Outcome } from '../../support/call.ts';
import { historyOf, recorded } from '../../support/history.ts';
import {
  dayIn,
  endpoints,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  viewEvent,
} from '../../support/service.ts';
import { expectSums } from '../../support/sums.ts';
import { tableContent } from '../../support/table-content.ts';

const { createBudget, createPayment, deletePayment, importBudgets, listBudgets, listPayments } = endpoints;
const { updateBudget, updatePayment, viewBudget, viewSummary, list } = endpoints;

type Path = { event_id: string; id: string };

const DUE = '2027-06-01';

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token, { event_date: '2027-06-30' });
});

const listed = async (query: Record<string, string> = {}): Promise<Record<string, unknown>[]> =>
  Object(await call(listPayments.handler, { method: 'GET', token, query })).body.data;
const amountsOf = async (query: Record<string, string> = {}) =>
  (await listed(query)).map(({ name, amount, due_date, paid_on }) => [name, amount, due_date ?? paid_on]);
const summary = async () => {
  const path = { event_id: event.id };
  return Object(await call(listBudgets.handler, { method: 'GET', token, path })).body.summary;
};
const shown = async (path: Path) =>
  Object(await call(viewBudget.handler, { method: 'GET', token, path })).body.data;
const update = (path: Path, body: object) => call(updateBudget.handler, { token, path, body: { ...body } });
const pay = (path: Path, body: object) =>
  call(createPayment.handler, {
    token,
    path: { event_id: path.event_id, budget_id: path.id },
    body: { ...body },
  });
const errorsOf = ({ body }: Outcome) => body.errors;
const inCalendar = async () => {
  const calendar = await newCalendar(token, { expires_on: dayIn(90) });
  const { body } = await askFor(calendar, { query: { only: 'payments' } });
  return readByIcalJs(body).map(({ day, title }) => `${day} ${title}`);
};

describe('a budget without payments', () => {
  it('that is spent is not to pay any more: in no list, and not in the calendar', async () => {
    const band = await newBudget(token, event, { name: 'Band', amount: 1_000, spent: 0, due_date: DUE });
    expect(await amountsOf()).toEqual([['Band', 1_000, DUE]]);
    expect(await inCalendar()).toEqual([`${DUE} Band: 1000.00`]);
    expect((await update(band, { spent: 1_000 })).status).toBe(200);
    expect(await amountsOf()).toEqual([]);
    expect(await inCalendar()).toEqual([]);
    expect(await summary()).toMatchObject({ total_spent: 1_000, to_pay: 0 });
    expect(await listed({ paid: 'true' })).toMatchObject([{ name: 'Band', amount: 1_000, paid: true }]);
    await expectSums(token, event);
  });

  it('that is spent in part has the rest to pay', async () => {
    await newBudget(token, event, { name: 'Band', amount: 800, spent: 300, due_date: DUE });
    expect(await amountsOf()).toEqual([['Band', 500, DUE]]);
    expect(await inCalendar()).toEqual([`${DUE} Band: 500.00`]);
    expect(await summary()).toMatchObject({ total_spent: 300, to_pay: 500 });
    expect(await amountsOf({ paid: 'true' })).toEqual([['Band', 300, DUE]]);
  });

  it('has nothing left if more was spent, which hides nothing of others', async () => {
    await newBudget(token, event, { name: 'Band', amount: 800, spent: 900, due_date: DUE });
    await newBudget(token, event, { name: 'Hall', amount: 100, spent: 0 });
    expect(await amountsOf()).toEqual([]);
    expect(await summary()).toMatchObject({ remaining: 0, to_pay: 100 });
  });
});

describe('`paid` of a budget', () => {
  const MESSAGE = 'Paid is not a field of a budget. Set spent to the amount paid.';

  it('is refused in a create, an update and an import', async () => {
    const band = await newBudget(token, event, { name: 'Band', amount: 800, spent: 0 });
    const before = await tableContent();
    const path = { event_id: event.id };
    for (const paid of [true, false, null]) {
      const created = await call(createBudget.handler, { token, path, body: { name: 'X', amount: 1, paid } });
      expect([created.status, errorsOf(created)]).toEqual([
        422,
        [{ field: 'paid', code: 'invalid', message: MESSAGE }],
      ]);
      expect((await update(band, { spent: 800, paid })).body.errors).toEqual([
        { field: 'paid', code: 'invalid', message: MESSAGE },
      ]);
      const budgets = [
        { name: 'X', amount: 1, paid },
        { id: Number(band.id), name: 'Y', paid },
      ];
      const imported = await call(importBudgets.handler, { token, path, body: { budgets } });
      expect([imported.status, errorsOf(imported)]).toEqual([
        422,
        [0, 1].map((index) => ({
          field: `budgets[${index}].paid`,
          code: 'invalid',
          message: MESSAGE,
        })),
      ]);
    }
    expect(await tableContent()).toEqual(before);
  });

  it('is refused in a file, once', async () => {
    const before = await tableContent();
    const refused = await call(importBudgets.handler, {
      token,
      path: { event_id: event.id },
      headers: { 'content-type': 'text/csv' },
      body: 'name,amount,paid\r\nBand,800,true\r\nHall,5,\r\n',
    });
    expect([refused.status, errorsOf(refused)]).toEqual([
      422,
      [{ field: 'paid', code: 'invalid', message: `Line 1: ${MESSAGE}`, line: 1 }],
    ]);
    expect(await tableContent()).toEqual(before);
  });

  it('is in no response', async () => {
    const band = await newBudget(token, event, { amount: 800, spent: 800 });
    expect(await shown(band)).not.toHaveProperty('paid');
  });
});

describe('the first payment of a budget of which something was spent', () => {
  it.each([
    [
      'that is open leaves all of it paid',
      { amount: 500 },
      [
        [300, true],
        [500, undefined],
      ],
      300,
    ],
    [
      'that is paid is a part of it',
      { amount: 100, paid: true },
      [
        [200, true],
        [100, true],
      ],
      300,
    ],
    [
      'on a day is a part of it',
      { amount: 100, paid_on: '2027-01-02' },
      [
        [200, true],
        [100, true],
      ],
      300,
    ],
    ['that is all of it leaves no rest', { amount: 300, paid: true }, [[300, true]], 300],
    ['that is more leaves no rest', { amount: 400, paid_on: '2027-01-02' }, [[400, true]], 400],
  ])('%s', async (_, body, parts, spent) => {
    for (const kind of ['expense', 'income']) {
      const band = await newBudget(token, event, { kind, amount: 800, spent: 300, due_date: DUE });
      const made = await pay(band, body);
      expect(made.status).toBe(201);
      expect(Object(made.body.data).amount).toBe(body.amount);
      const budget = await shown(band);
      expect(budget).toMatchObject({ spent, due_date: DUE });
      expect(
        budget.payments.map(({ amount, paid }: { amount: number; paid?: boolean }) => [amount, paid]),
      ).toEqual(parts);
      expect(budget.payments.at(-1).id).toBe(Object(made.body.data).id);
      expect(budget.payments.map(({ paid_on }: { paid_on?: string }) => paid_on)).toEqual([
        ...parts.slice(1).map(() => undefined),
        'paid_on' in body ? body.paid_on : undefined,
      ]);
    }
    await expectSums(token, event);
  });

  it('makes one rest under one key, and of several at once', async () => {
    const band = await newBudget(token, event, { amount: 800, spent: 300 });
    const path = { event_id: band.event_id, budget_id: band.id };
    const headers = { 'idempotency-key': 'k' };
    const made = await Promise.all([
      ...[1, 2, 3].map(() => call(createPayment.handler, { token, path, headers, body: { amount: 100 } })),
      pay(band, { amount: 7 }),
    ]);
    expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    const { payments, spent } = await shown(band);
    expect(payments.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([100, 300, 7]);
    expect(new Set(payments.map(({ id }: { id: number }) => id)).size).toBe(3);
    expect(spent).toBe(300);
  });

  it('is refused if it and what was spent are too large together', async () => {
    const band = await newBudget(token, event, { amount: 800, spent: 999_999_999 });
    const before = await tableContent();
    const refused = await pay(band, { amount: 1 });
    expect([refused.status, errorsOf(refused)]).toMatchObject([
      422,
      [{ field: 'amount', code: 'too_large' }],
    ]);
    expect(await tableContent()).toEqual(before);
  });
});

describe('the last payment', () => {
  it.each([
    ['leaves what was paid', { amount: 500, paid_on: '2027-01-02' }, 500],
    ['that is open leaves nothing spent', { amount: 500 }, 0],
  ])('%s', async (_, body, spent) => {
    const band = await newBudget(token, event, { amount: 800, spent: 0, due_date: DUE });
    const payment = await newPayment(token, band, { note: null, due_date: null, ...body });
    expect((await call(deletePayment.handler, { token, path: payment })).status).toBe(200);
    expect(await shown(band)).toMatchObject({ spent, due_date: DUE });
    expect(await shown(band)).not.toHaveProperty('payments');
    await expectSums(token, event);
  });

  it('but one that is deleted takes its part of what was spent', async () => {
    const band = await newBudget(token, event, { amount: 800, spent: 300 });
    const payment = await newPayment(token, band, { paid: true, amount: 100 });
    await call(deletePayment.handler, { token, path: payment });
    expect(await shown(band)).toMatchObject({ spent: 200, payments: [{ amount: 200, paid: true }] });
  });
});

describe('a budget with payments', () => {
  it('keeps its due date, which is that of the rest, so that a deposit is one call', async () => {
    const hall = await newBudget(token, event, { name: 'Hall', amount: 2_000, spent: 0, due_date: DUE });
    const deposit = await newPayment(token, hall, { amount: 500, due_date: '2027-03-01' });
    expect(await listed()).toMatchObject([
      { id: Number(deposit.id), budget_id: Number(hall.id), payment_id: Number(deposit.id), amount: 500 },
      { id: Number(hall.id), budget_id: Number(hall.id), amount: 1_500, due_date: DUE },
    ]);
    expect(await summary()).toMatchObject({ to_pay: 2_000 });
    expect((await update(hall, { due_date: '2027-06-02', amount: 1_900 })).status).toBe(200);
    expect((await amountsOf()).at(-1)).toEqual(['Hall', 1_400, '2027-06-02']);
    await update(hall, { amount: 400 });
    expect(await amountsOf()).toEqual([['Hall', 500, '2027-03-01']]);
    expect(await shown(hall)).toMatchObject({ unscheduled: -100 });
    expect(await summary()).toMatchObject({ to_pay: 500, remaining: 400 });
    await expectSums(token, event);
  });

  it('lists what was paid by its day, and last what has none', async () => {
    const hall = await newBudget(token, event, { name: 'Hall', amount: 2_000, spent: 250, due_date: DUE });
    await newPayment(token, hall, { amount: 500, paid_on: '2027-03-02' });
    await newPayment(token, hall, { amount: 100, due_date: '2027-03-01' });
    await newBudget(token, event, { name: 'Band', amount: 9, spent: 9 });
    await newBudget(token, event, { name: 'Cake', amount: 8, spent: 0, due_date: DUE });
    const paid = await listed({ paid: 'true' });
    expect(paid.map(({ name, amount, paid_on, paid }) => [name, amount, paid_on, paid])).toEqual([
      ['Hall', 500, '2027-03-02', true],
      ['Band', 9, undefined, true],
    ]);
    expect(await amountsOf({ paid: 'true', from: '2027-03-01', to: '2027-03-31' })).toEqual([
      ['Hall', 500, '2027-03-01'],
    ]);
    expect(await amountsOf({ paid: 'true', from: '2027-03-03' })).toEqual([]);
    expect(await listed({ paid: 'false' })).toEqual(await listed());
  });
});

describe('a payment', () => {
  it('is paid without a day, with one, or not', async () => {
    const hall = await newBudget(token, event, { amount: 2_000, spent: 0 });
    const payment = await newPayment(token, hall, { amount: 500, note: null, due_date: null });
    const { id: budget_id, event_id } = hall;
    const change = (body: object) =>
      call(updatePayment.handler, {
        token,
        path: { event_id, budget_id, id: payment.id },
        body: { ...body },
      });
    const shownAfter = async (body: object) => {
      expect((await change(body)).status).toBe(200);
      const { payments, spent } = await shown(hall);
      const { paid, paid_on } = payments[0];
      expect(spent).toBe(paid ? 500 : 0);
      await expectSums(token, event);
      return [paid, paid_on];
    };
    expect(await shownAfter({ amount: 500 })).toEqual([undefined, undefined]);
    expect(await shownAfter({ paid: true })).toEqual([true, undefined]);
    expect(await shownAfter({ paid: true, paid_on: '2027-01-02' })).toEqual([true, '2027-01-02']);
    expect(await shownAfter({ paid: true })).toEqual([true, '2027-01-02']);
    for (const body of [false, null].flatMap((paid) => [{ paid }, { paid, paid_on: '2027-01-03' }])) {
      const refused = await change(body);
      expect([refused.status, errorsOf(refused)]).toEqual([
        422,
        [{ field: 'paid', code: 'derived', message: 'Paid must be true, because paid_on is set.' }],
      ]);
    }
    expect(await shownAfter({ paid: true, paid_on: null })).toEqual([true, undefined]);
    expect(await shownAfter({ paid_on: null })).toEqual([undefined, undefined]);
    expect(await shownAfter({ paid_on: '2027-01-02' })).toEqual([true, '2027-01-02']);
    expect(await shownAfter({ paid_on: null })).toEqual([undefined, undefined]);
    expect(await shownAfter({ paid: true })).toEqual([true, undefined]);
    expect(await shownAfter({ paid: false })).toEqual([undefined, undefined]);
    expect(await shownAfter({ paid: true })).toEqual([true, undefined]);
    expect(await shownAfter({ paid: null })).toEqual([undefined, undefined]);
    expect(await shownAfter({ paid_on: '2027-01-02' })).toEqual([true, '2027-01-02']);
    expect(await shownAfter({ paid: false, paid_on: null })).toEqual([undefined, undefined]);
  });

  it('is not made with a day and as not paid', async () => {
    const hall = await newBudget(token, event, { amount: 2_000, spent: 0 });
    const refused = await pay(hall, { amount: 1, paid: false, paid_on: '2027-01-02' });
    expect([refused.status, errorsOf(refused)]).toMatchObject([422, [{ field: 'paid', code: 'derived' }]]);
    expect((await pay(hall, { amount: 1, paid: false })).status).toBe(201);
  });
});

describe('what is left', () => {
  it('is in all totals: of the event, by category, with include=summary, and of all events', async () => {
    await newBudget(token, event, { category: 'Food', amount: 100, spent: 30 });
    const hall = await newBudget(token, event, { category: 'Hall', amount: 2_000, spent: 0 });
    await newPayment(token, hall, { amount: 500, paid: true });
    expect(await summary()).toMatchObject({
      to_pay: 1_570,
      categories: [
        { category: 'Food', to_pay: 70 },
        { category: 'Hall', to_pay: 1_500 },
      ],
    });
    expect(await summary()).not.toHaveProperty('to_receive');
    await newBudget(token, event, { kind: 'income', category: 'Tickets', amount: 40, spent: 15 });
    expect(await summary()).toMatchObject({ to_pay: 1_570, total_income: 40, to_receive: 25 });
    const { body } = await call(list.handler, { method: 'GET', token, query: { include: 'summary' } });
    expect(body.data).toMatchObject([{ to_pay: 1_570, to_receive: 25 }]);
    const all = await call(viewSummary.handler, { method: 'GET', token });
    expect(all.body.data).toMatchObject([
      { to_pay: 1_570, to_receive: 25, months: [{ to_pay: 1_570, to_receive: 25 }] },
    ]);
    expect(await viewEvent(token, event)).not.toHaveProperty('to_pay');
  });
});

describe('the history', () => {
  /** What a write of the first or last payments tells of the budget, if it changes what was spent. */
  const told = async () =>
    (await historyOf(token, event))[0]?.changes.filter(({ kind }) => kind === 'budget');
  const remove = (path: object) => call(deletePayment.handler, { token, path: { ...path } });
  const create = (path: Path, body: object) =>
    recorded(token, event, () => newPayment(token, path, { ...body }));

  it('has what was spent before the first payment, and nothing of it if that stays', async () => {
    const hall = await newBudget(token, event, { amount: 2_000, spent: 300 });
    const payment = await create(hall, { amount: 500, paid: true });
    expect(await told()).toMatchObject([{ before: { spent: 300 }, after: { spent: 500 } }]);
    await create(hall, { amount: 7, paid: true });
    expect(await told()).toEqual([]);
    expect((await historyOf(token, event))[0]?.changes).toMatchObject([
      { kind: 'payment', after: { amount: 7, paid: true } },
    ]);
    await recorded(token, event, () => remove(payment));
    expect(await told()).toEqual([]);
    const band = await newBudget(token, event, { amount: 2_000, spent: 300 });
    await create(band, { amount: 500 });
    expect(await told()).toEqual([]);
    expect((await historyOf(token, event))[0]?.changes).toMatchObject([
      { kind: 'payment', change: 'created', after: { amount: 300, paid: true } },
      { kind: 'payment', change: 'created', after: { amount: 500 } },
    ]);
  });
});
