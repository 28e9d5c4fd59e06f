import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call, type Outcome } from '../../support/call.ts';
import { type Choices, playAll, playShare } from '../../support/choices.ts';
import { interleave } from '../../support/interleave.ts';
import { catering, endpoints, newBudget, newEvent, newPayment, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { storedAt } from '../stored.ts';

const stored = storedAt(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
const EVENTS = /^ACCOUNT#/;
type Play = (choices: Choices) => Promise<boolean>;
/** Two calls have few orders. */
const all = async (play: Play) => expect(await playAll(play)).toBeGreaterThan(5);
const some = (play: Play) => playShare(25, play);

let token: string;
let event: { id: string };
let budget: { event_id: string; id: string };

type Work = () => Promise<Outcome>;

const setGuests = (guests: number | null) => () =>
  call(endpoints.update.handler, { token, path: event, body: { guests } });
const add = (fields: object) => () => {
  const { amount: _, spent: __, ...texts } = catering();
  return call(endpoints.createBudget.handler, {
    token,
    path: { event_id: event.id },
    body: { ...texts, ...fields },
  });
};
const change = (body: object) => () => call(endpoints.updateBudget.handler, { token, path: budget, body });
const remove = () => call(endpoints.deleteBudget.handler, { token, path: budget });

const ofBudget = () => ({ event_id: budget.event_id, budget_id: budget.id });
const pay = (body: object) => () =>
  call(endpoints.createPayment.handler, {
    token,
    path: ofBudget(),
    body: { paid_on: '2027-03-01', ...body },
  });
const payWithKey = (body: object) => () =>
  call(endpoints.createPayment.handler, {
    token,
    path: ofBudget(),
    headers: { 'idempotency-key': budget.id },
    body,
  });
const tick = (payment: { id: string }) => () =>
  call(endpoints.updatePayment.handler, {
    token,
    path: { ...ofBudget(), id: payment.id },
    body: { paid_on: '2027-03-02' },
  });
const drop = (payment: { id: string }) => () =>
  call(endpoints.deletePayment.handler, { token, path: { ...ofBudget(), id: payment.id } });

const created = z.object({ data: z.object({ id: z.int() }) });
const line = z.object({
  id: z.int(),
  amount: z.number(),
  spent: z.number(),
  unit_amount: z.optional(z.number()),
  due_date: z.optional(z.string()),
  payments: z._default(
    z.array(z.object({ id: z.int(), amount: z.number(), paid_on: z.optional(z.string()) })),
    [],
  ),
  unscheduled: z.optional(z.number()),
});

async function linesOf(): Promise<z.output<typeof line>[]> {
  const path = { event_id: event.id };
  const { body } = await call(endpoints.listBudgets.handler, { method: 'GET', token, path });
  return z.array(line).parse(body.data);
}

interface Given {
  event?: object;
  budget?: object;
}

/** The status of each call, `undefined` if it crashed. */
type Statuses = (number | undefined)[];

const isDone = (status: number | undefined): boolean => status !== undefined && status < 300;

/**
 * Plays calls in orders of their requests. After each request the stored sums and amounts are those that follow from the event.
 * In the end everything is there that was answered with 201, unless its budget was deleted.
 */
const plays = (
  orders: typeof all | typeof some,
  given: Given,
  worksOf: () => Promise<Work[]> | Work[],
  check: (statuses: Statuses, lines: z.output<typeof line>[]) => void,
) =>
  orders(async (choices) => {
    token = await newToken();
    event = await newEvent(token, { ...given.event });
    if (given.budget) budget = await newBudget(token, event, { spent: 0, ...given.budget });
    const played = await interleave(await worksOf(), choices, {
      holds: EVENTS,
      after: async () => void (await stored.eventsAndClaims(accountIdOf(token))),
    });
    if (!played) return false;
    const { results, crashed } = played;
    const lines = await linesOf();
    const there = lines.flatMap(({ id, payments }) => [id, ...payments.map((payment) => payment.id)]);
    const made = results
      .filter(({ status }) => status === 201)
      .map(({ body }) => created.parse(body).data.id);
    if (lines.length > 0) expect(there).toEqual(expect.arrayContaining(made));
    check(
      results.map(({ status }, number) => (number === crashed ? undefined : status)),
      lines,
    );
    return true;
  });

/** What calls may answer that don't crash. */
const expectStatuses = (statuses: Statuses, ...possible: number[][]) => {
  for (const [number, status] of statuses.entries())
    if (status !== undefined) expect(possible[number]).toContain(status);
};

const TIMEOUT = { timeout: 3_600_000 };

describe(
  'in every order of the requests, with a crash after each, amounts follow from the guests',
  TIMEOUT,
  () => {
    it('a change of the guests, and a new budget per guest', () =>
      plays(
        all,
        { event: { guests: 10 } },
        () => [setGuests(80), add({ unit_amount: 3.5, quantity: 2, per_guest: true })],
        (statuses, lines) => {
          expectStatuses(statuses, [200], [201]);
          for (const { amount } of lines) expect(isDone(statuses[0]) ? [560] : [70, 560]).toContain(amount);
        },
      ));

    it('a change of the guests, and of what one costs', () =>
      plays(
        all,
        { event: { guests: 10 }, budget: { amount: undefined, unit_amount: 1, per_guest: true } },
        () => [setGuests(80), change({ unit_amount: 3.5, quantity: 2 })],
        (statuses, [shown]) => {
          expectStatuses(statuses, [200], [200]);
          expect(statuses.every(isDone) ? [560] : [10, 70, 80, 560]).toContain(shown?.amount);
        },
      ));

    it('two changes of the guests, and a budget that becomes per guest', () =>
      plays(
        some,
        { budget: { amount: undefined, unit_amount: 3.5 } },
        () => [setGuests(80), setGuests(null), change({ per_guest: true })],
        (statuses, [shown]) => {
          expectStatuses(statuses, [200], [200], [200]);
          expect([0, 3.5, 280]).toContain(shown?.amount);
        },
      ));
  },
);

describe('in every order of the requests, with a crash after each, no payment is lost', TIMEOUT, () => {
  it('two new payments', () =>
    plays(
      all,
      { budget: {} },
      () => [pay({ amount: 1 }), pay({ amount: 2 })],
      (statuses) => expectStatuses(statuses, [201], [201]),
    ));

  it('two new payments, one of them with a key and twice', () => {
    const once = payWithKey({ amount: 2 });
    return plays(
      some,
      { budget: {} },
      () => [pay({ amount: 1 }), once, once],
      (statuses, [shown]) => {
        expectStatuses(statuses, [201], [201], [201]);
        expect(shown?.payments.filter(({ amount }) => amount === 2).length).toBeLessThanOrEqual(1);
      },
    );
  });

  it('two payments that are ticked off', () =>
    plays(
      all,
      { budget: {} },
      async () => [tick(await newPayment(token, budget)), tick(await newPayment(token, budget))],
      (statuses, [shown]) => {
        expectStatuses(statuses, [200], [200]);
        for (const [number, status] of statuses.entries())
          if (isDone(status)) expect(shown?.payments[number]?.paid_on).toBe('2027-03-02');
        if (statuses.every(isDone)) expect(shown?.spent).toBe(1_000);
      },
    ));

  it('a payment that is ticked off and deleted, and a new one', () =>
    plays(
      some,
      { budget: {} },
      async () => {
        const one = await newPayment(token, budget);
        return [tick(one), drop(one), pay({ amount: 1 })];
      },
      (statuses) => expectStatuses(statuses, [200, 404], [200], [201]),
    ));

  it('a payment, and the budget is deleted', () =>
    plays(
      all,
      { budget: {} },
      () => [pay({ amount: 1, due_date: '2027-03-01' }), remove],
      (statuses, lines) => {
        expectStatuses(statuses, [201, 404], [200]);
        if (isDone(statuses[1])) expect(lines).toEqual([]);
      },
    ));

  // Of a first payment and a field that payments have themselves, the second one is refused.
  it.each([{ spent: 5 }, { due_date: '2027-06-30' }, { paid: false }])(
    'the first payment, and the budget gets %o',
    (fields) =>
      plays(
        all,
        { budget: {} },
        () => [pay({ amount: 1 }), change(fields)],
        (statuses) => {
          expectStatuses(statuses, [201, 409], [200, 422]);
          if (!statuses.includes(undefined)) expect(statuses.filter(isDone)).toHaveLength(1);
        },
      ),
  );

  it.each([
    [{ amount: 900.25 }, 900.25, 899.25],
    [{ unit_amount: 3.5, quantity: 3 }, 10.5, 9.5],
    [{ name: 'Buffet' }, 1250.5, 1249.5],
  ])('a payment, and the budget gets %o', (fields, amount, unscheduled) =>
    plays(
      all,
      { budget: {} },
      () => [pay({ amount: 1 }), change(fields)],
      (statuses, [shown]) => {
        expectStatuses(statuses, [201], [200]);
        if (isDone(statuses[0])) expect(shown?.spent).toBe(1);
        if (isDone(statuses[1])) expect(shown?.amount).toBe(amount);
        if (statuses.every(isDone)) expect(shown?.unscheduled).toBe(unscheduled);
      },
    ),
  );

  it('a payment, a change of the guests, and of how many the budget is for', () =>
    plays(
      some,
      { budget: { amount: undefined, unit_amount: 3.5, per_guest: true } },
      () => [pay({ amount: 1 }), setGuests(80), change({ quantity: 2 })],
      (statuses, lines) => {
        expectStatuses(statuses, [201], [200], [200]);
        if (statuses.every(isDone))
          expect(lines).toMatchObject([{ amount: 560, spent: 1, unscheduled: 559 }]);
      },
    ));
});
