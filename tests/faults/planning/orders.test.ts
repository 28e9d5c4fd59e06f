import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call, type Outcome } from '../../support/call.ts';
import { type Choices, playShare } from '../../support/choices.ts';
import { interleave } from '../../support/interleave.ts';
import { catering, endpoints, newBudget, newEvent, newPayment, newToken } from '../../support/service.ts';
import { accountIdOf } from '../../support/sharing.ts';
import { storedAt } from '../stored.ts';

const stored = storedAt(String(process.env['AWS_ENDPOINT_URL_DYNAMODB']));
const EVENTS = /^ACCOUNT#/;
/** Orders of each kind, unless all are played. */
const SOME = 25;

let token: string;
let event: { id: string };
let budget: { event_id: string; id: string };

/** A new account with an event and, unless it has no fields, a budget. */
async function prepare(fields: object, lineFields?: object): Promise<void> {
  token = await newToken();
  event = await newEvent(token, { ...fields });
  if (lineFields) budget = await newBudget(token, event, { spent: 0, ...lineFields });
}

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

/**
 * Plays calls in an order of their requests. After each request the stored sums and amounts are those that follow from the
 * event. Returns the status of each call, `undefined` if it crashed.
 */
async function play(works: Work[], choices: Choices) {
  const played = await interleave(works, choices, {
    holds: EVENTS,
    after: async () => void (await stored.eventsAndClaims(accountIdOf(token))),
  });
  return (
    played && {
      results: played.results,
      statuses: played.results.map(({ status }, number) => (number === played.crashed ? undefined : status)),
    }
  );
}

/** Payments that were answered with 201 are there. */
async function expectPayments(results: Outcome[]): Promise<void> {
  const [first] = await linesOf();
  const made = results
    .filter(({ status, headers }) => status === 201 && headers['etag'])
    .flatMap(({ body }) => {
      const { data } = z.object({ data: z.object({ id: z.int() }) }).parse(body);
      return data.id;
    });
  const there = first?.payments.map(({ id }) => id) ?? [];
  expect(there).toEqual(expect.arrayContaining(made));
}

/** What a call may answer if it isn't interrupted. */
const expectStatuses = (statuses: (number | undefined)[], ...possible: number[][]) => {
  for (const [number, status] of statuses.entries())
    if (status !== undefined) expect(possible[number]).toContain(status);
};

describe('in every order of the requests, with a crash after each, amounts follow from the guests', () => {
  it('a change of the guests, and a new budget per guest', async () => {
    await playShare(SOME, async (choices) => {
      await prepare({ guests: 10 });
      const works = [setGuests(80), add({ unit_amount: 3.5, quantity: 2, per_guest: true })];
      const played = await play(works, choices);
      if (!played) return false;
      expectStatuses(played.statuses, [200], [201]);
      for (const { amount } of await linesOf()) expect([70, 560]).toContain(amount);
      if (played.statuses[0] === 200) for (const { amount } of await linesOf()) expect(amount).toBe(560);
      return true;
    });
  });

  it('a change of the guests, and of what one costs', async () => {
    await playShare(SOME, async (choices) => {
      await prepare({ guests: 10 }, { amount: undefined, unit_amount: 1, per_guest: true });
      const played = await play([setGuests(80), change({ unit_amount: 3.5, quantity: 2 })], choices);
      if (!played) return false;
      expectStatuses(played.statuses, [200], [200]);
      const [shown] = await linesOf();
      expect([10, 70, 80, 560]).toContain(shown?.amount);
      if (played.statuses.every((status) => status === 200)) expect(shown?.amount).toBe(560);
      return true;
    });
  });

  it('two changes of the guests, and a budget that becomes per guest', async () => {
    await playShare(SOME, async (choices) => {
      await prepare({}, { amount: undefined, unit_amount: 3.5 });
      const works = [setGuests(80), setGuests(null), change({ per_guest: true })];
      const played = await play(works, choices);
      if (!played) return false;
      expectStatuses(played.statuses, [200], [200], [200]);
      const [shown] = await linesOf();
      expect([0, 3.5, 280]).toContain(shown?.amount);
      return true;
    });
  });
});

describe('in every order of the requests, with a crash after each, no payment is lost', () => {
  const plays = (
    works: () => Promise<Work[]>,
    check: (statuses: (number | undefined)[]) => Promise<void>,
    fields: object = {},
  ) =>
    playShare(SOME, async (choices) => {
      await prepare({}, fields);
      const played = await play(await works(), choices);
      if (!played) return false;
      await expectPayments(played.results);
      await check(played.statuses);
      return true;
    });

  it('two new payments', async () => {
    await plays(
      async () => [pay({ amount: 1 }), pay({ amount: 2 })],
      async (statuses) => expectStatuses(statuses, [201], [201]),
    );
  });

  it('two new payments, one of them with a key and twice', async () => {
    const once = payWithKey({ amount: 2 });
    await plays(
      async () => [pay({ amount: 1 }), once, once],
      async (statuses) => {
        expectStatuses(statuses, [201], [201], [201]);
        const [shown] = await linesOf();
        expect(shown?.payments.filter(({ amount }) => amount === 2).length).toBeLessThanOrEqual(1);
      },
    );
  });

  it('two payments that are ticked off', async () => {
    await plays(
      async () => {
        const [one, other] = [await newPayment(token, budget), await newPayment(token, budget)];
        return [tick(one), tick(other)];
      },
      async (statuses) => {
        expectStatuses(statuses, [200], [200]);
        const [shown] = await linesOf();
        for (const [number, status] of statuses.entries())
          if (status === 200) expect(shown?.payments[number]?.paid_on).toBe('2027-03-02');
        if (statuses.every((status) => status === 200)) expect(shown?.spent).toBe(1_000);
      },
    );
  });

  it('a payment that is ticked off and deleted, and a new one', async () => {
    await plays(
      async () => {
        const one = await newPayment(token, budget);
        return [tick(one), drop(one), pay({ amount: 1 })];
      },
      async (statuses) => expectStatuses(statuses, [200, 404], [200], [201]),
    );
  });

  it('a payment, and the budget is deleted', async () => {
    await playShare(SOME, async (choices) => {
      await prepare({}, {});
      const played = await play([pay({ amount: 1, due_date: '2027-03-01' }), remove], choices);
      if (!played) return false;
      expectStatuses(played.statuses, [201, 404], [200]);
      const lines = await linesOf();
      if (played.statuses[1] === 200) expect(lines).toEqual([]);
      if (lines.length > 0) await expectPayments(played.results);
      return true;
    });
  });

  // Of a first payment and a field that payments have themselves, the second one is refused.
  it.each([{ spent: 5 }, { due_date: '2027-06-30' }, { paid: false }])(
    'the first payment, and the budget gets %o',
    async (fields) => {
      await plays(
        async () => [pay({ amount: 1 }), change(fields)],
        async (statuses) => {
          expectStatuses(statuses, [201, 409], [200, 422]);
          if (statuses.every((status) => status !== undefined))
            expect(statuses.filter((status) => (status ?? 0) < 300)).toHaveLength(1);
        },
      );
    },
  );

  it.each([
    [{ amount: 900.25 }, 900.25],
    [{ unit_amount: 3.5, quantity: 3 }, 10.5],
    [{ name: 'Buffet' }, 1250.5],
  ])('a payment, and the budget gets %o', async (fields, amount) => {
    await plays(
      async () => [pay({ amount: 1 }), change(fields)],
      async (statuses) => {
        expectStatuses(statuses, [201], [200]);
        const [shown] = await linesOf();
        if (statuses[1] === 200) expect(shown?.amount).toBe(amount);
        if (statuses[0] === 201)
          expect(shown).toMatchObject({ spent: 1, unscheduled: shown && shown.amount - 1 });
      },
    );
  });

  it('a payment, a change of the guests, and the budget gets another amount', async () => {
    await plays(
      async () => [pay({ amount: 1 }), setGuests(80), change({ quantity: 2 })],
      async (statuses) => {
        expectStatuses(statuses, [201], [200], [200]);
        if (statuses.some((status) => status === undefined)) return;
        expect(await linesOf()).toMatchObject([{ amount: 560, spent: 1, unscheduled: 559 }]);
      },
      { amount: undefined, unit_amount: 3.5, per_guest: true },
    );
  });
});
