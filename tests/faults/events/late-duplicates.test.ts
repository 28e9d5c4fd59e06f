import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call, idIn, isReplay, type Outcome, tagOf } from '../../support/call.ts';
import { type DatabaseRequest, gateToDatabase } from '../../support/gate.ts';
import {
  allBudgets,
  allEvents,
  catering,
  deposit,
  endpoints,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  party,
} from '../../support/service.ts';

const gate = await gateToDatabase();

const { view, update, createBudget, viewBudget, updateBudget, deleteBudget } = endpoints;
const { createPayment, updatePayment, deletePayment } = endpoints;

let token: string;
let event: { id: string };
let budget: { event_id: string; id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
  budget = await newBudget(token, event);
});

/** Other writes in between. An event remembers its last four writes. */
const others = async (count: number): Promise<void> => {
  for (let n = 0; n < count; n += 1) {
    await call(update.handler, { token, path: event, body: { description: `Other ${n}` } });
  }
};

const rename = (name: string, headers = {}) =>
  call(update.handler, { token, path: event, headers, body: { name } });
const price = (amount: number, headers = {}) =>
  call(updateBudget.handler, { token, path: budget, headers, body: { amount } });

/** A budget to which payments can be added, and their path. */
async function newPlain(fields: object = {}) {
  const plain = await newBudget(token, event, { spent: 0, ...fields });
  return { plain, path: { event_id: event.id, budget_id: plain.id } };
}
const shownOf = async (path: { event_id: string; id: string }) =>
  (await call(viewBudget.handler, { method: 'GET', token, path })).body.data;

describe('a duplicate of a write that arrives late', () => {
  /** Does a write, and returns its request to the database. */
  const recorded = async (write: () => Promise<Outcome>): Promise<DatabaseRequest> => {
    const requests: DatabaseRequest[] = [];
    gate.after = (request) => {
      if (request.operation === 'UpdateItem') requests.push(request);
    };
    expect((await write()).status).toBeLessThan(300);
    gate.open();
    const [request, ...more] = requests;
    if (!request || more.length > 0) throw new Error('not one UpdateItem');
    return request;
  };

  const repeat = async (request: DatabaseRequest) => {
    expect((await request.execute()).text).toContain('ConditionalCheckFailed');
  };

  it.each([0, 2])('does not undo a rename, after %d more writes', async (between) => {
    const duplicate = await recorded(() => rename('Ball'));
    await rename('Dinner');
    await others(between);
    const before = await allEvents(token);
    await repeat(duplicate);
    expect(await allEvents(token)).toEqual(before);
    expect(before).toMatchObject([{ name: 'Dinner' }]);
  });

  it('does not undo a change of a budget', async () => {
    const duplicate = await recorded(() => price(1));
    await price(2);
    await repeat(duplicate);
    expect(await allBudgets(token, event)).toMatchObject([{ amount: 2 }]);
    expect(await allEvents(token)).toMatchObject([{ total_amount: 2 }]);
  });

  it('does not undo a change of a payment', async () => {
    const { plain } = await newPlain();
    const path = await newPayment(token, plain);
    const tick = (paid_on: string | null) => call(updatePayment.handler, { token, path, body: { paid_on } });
    const duplicate = await recorded(() => tick('2027-02-27'));
    await tick(null);
    await repeat(duplicate);
    expect(await shownOf(plain)).toMatchObject({ spent: 0, payments: [{ amount: 500 }] });
  });

  it('does not bring back a deleted payment', async () => {
    const { plain, path } = await newPlain();
    let added = '';
    const duplicate = await recorded(async () => {
      const outcome = await call(createPayment.handler, { token, path, body: deposit() });
      added = String(z.object({ id: z.int() }).parse(outcome.body.data).id);
      return outcome;
    });
    await call(deletePayment.handler, { token, path: { ...path, id: added } });
    await others(5);
    await repeat(duplicate);
    expect(await shownOf(plain)).not.toHaveProperty('payments');
  });

  it.each([0, 5])('does not undo a change of the guests, after %d more writes', async (between) => {
    const { plain } = await newPlain({ amount: undefined, unit_amount: 3.5, per_guest: true });
    const setGuests = (guests: number) => call(update.handler, { token, path: event, body: { guests } });
    const duplicate = await recorded(() => setGuests(80));
    await setGuests(100);
    await others(between);
    await repeat(duplicate);
    expect(await shownOf(plain)).toMatchObject({ amount: 350 });
  });

  it('does not bring back a deleted budget', async () => {
    const path = { event_id: event.id };
    let added = '';
    const duplicate = await recorded(async () => {
      const outcome = await call(createBudget.handler, { token, path, body: catering() });
      added = String(outcome.headers['location']).replace(/.*\//, '');
      return outcome;
    });
    await call(deleteBudget.handler, { token, path: { ...path, id: added } });
    await repeat(duplicate);
    expect(await allBudgets(token, event)).toHaveLength(1);
  });
});

describe('a duplicate of a create with a key that arrives late', () => {
  const headers = { 'idempotency-key': 'a-key' };
  const inEvent = () => ({ event_id: event.id });
  let plain: Awaited<ReturnType<typeof newPlain>>;
  beforeEach(async () => {
    plain = await newPlain();
  });
  const state = async () => [await allEvents(token), await allBudgets(token, event)];
  const creates: Record<string, [create: () => Promise<Outcome>, remove: (id: string) => Promise<Outcome>]> =
    {
      event: [
        () => call(endpoints.create.handler, { token, headers, body: party() }),
        (id) => call(endpoints.delete.handler, { token, path: { id } }),
      ],
      budget: [
        () => call(createBudget.handler, { token, headers, path: inEvent(), body: catering() }),
        (id) => call(deleteBudget.handler, { token, path: { ...inEvent(), id } }),
      ],
      payment: [
        () => call(createPayment.handler, { token, headers, path: plain.path, body: deposit() }),
        (id) => call(deletePayment.handler, { token, path: { ...plain.path, id } }),
      ],
    };

  it.each(Object.entries(creates))('does not bring back a deleted %s', async (_, [create, remove]) => {
    const requests: DatabaseRequest[] = [];
    gate.after = (request) => {
      if (request.operation === 'TransactWriteItems') requests.push(request);
    };
    const created = await create();
    gate.open();
    expect([created.status, requests.length]).toEqual([201, 1]);
    // The location of a payment is its budget.
    const id = z.object({ data: z.optional(z.object({ id: z.int() })) }).parse(created.body).data?.id;
    expect((await remove(String(id ?? idIn(created)))).status).toBe(200);
    const before = await state();
    // The database remembers the transaction for ten minutes.
    expect((await requests[0]?.execute())?.text).toBe('{}');
    expect(await state()).toEqual(before);
    // Later, there still is the claim.
    const forgotten = { ClientRequestToken: randomUUID() };
    expect((await requests[0]?.execute(forgotten))?.text).toContain('ConditionalCheckFailed');
    expect(await state()).toEqual(before);
    expect(isReplay(await create())).toBe(true);
  });
});

describe('a write whose first response is lost', () => {
  const get = (handler: typeof view.handler, path: { id: string }) =>
    call(handler, { method: 'GET', token, path });

  /** Loses the response to the next update of an event, after other writes. */
  const loseNext = (meanwhile: () => Promise<unknown> = async () => undefined) => {
    gate.after = async ({ operation }) => {
      if (operation !== 'UpdateItem') return undefined;
      gate.open();
      await meanwhile();
      return 'lose';
    };
  };

  it.each([0, 1, 3])('succeeds with its own tag after %d other writes', async (count) => {
    const before = tagOf(await get(view.handler, event));
    loseNext(() => others(count));
    const { status, headers } = await rename('Ball', { 'if-match': before });
    expect(status).toBe(200);
    const version = (tag: string) => Number(tag.replaceAll('"', ''));
    expect(version(String(headers['etag']))).toBe(version(before) + 1);
    expect(version(tagOf(await get(view.handler, event)))).toBe(version(before) + 1 + count);
    loseNext(() => others(count));
    expect((await rename('Dinner')).status).toBe(200);
    expect(await allEvents(token)).toMatchObject([{ name: 'Dinner' }]);
  });

  it('succeeds for a budget with the tag of its own change, not that of the next one', async () => {
    const before = tagOf(await get(viewBudget.handler, budget));
    loseNext(() => price(2));
    const own = tagOf(await price(1, { 'if-match': before }));
    const current = tagOf(await get(viewBudget.handler, budget));
    expect(own).not.toBe(current);
    expect((await price(3, { 'if-match': own })).status).toBe(412);
    expect((await price(3, { 'if-match': current })).status).toBe(200);
  });

  it.each([0, 1, 3, 5])('adds a budget once, with %d other writes before the retry', async (count) => {
    loseNext(() => others(count));
    const { status } = await call(createBudget.handler, { token, path: budget, body: catering() });
    expect(status).toBe(201);
    expect(await allBudgets(token, event)).toHaveLength(2);
  });

  it.each([0, 1, 3, 5])('adds a payment once, with %d other writes before the retry', async (count) => {
    const { plain, path } = await newPlain();
    loseNext(() => others(count));
    const { status, body } = await call(createPayment.handler, { token, path, body: deposit() });
    expect(status).toBe(201);
    expect(await shownOf(plain)).toMatchObject({ payments: [body.data] });
  });

  // The budget's version has changed since.
  it('adds a payment once if it is ticked off before the retry, also after five other writes', async () => {
    for (const count of [0, 5]) {
      const { plain, path } = await newPlain();
      loseNext(async () => {
        const { payments } = z
          .object({ payments: z.array(z.object({ id: z.int() })) })
          .parse(await shownOf(plain));
        const id = String(payments[0]?.id);
        const body = { paid_on: '2027-02-27' };
        expect((await call(updatePayment.handler, { token, path: { ...path, id }, body })).status).toBe(200);
        await others(count);
      });
      const { status } = await call(createPayment.handler, { token, path, body: deposit() });
      expect(status).toBe(201);
      expect(await shownOf(plain)).toMatchObject({ spent: 500, payments: [{ paid_on: '2027-02-27' }] });
    }
  });

  it('succeeds for a payment with the tag of its own change, not that of the next one', async () => {
    const { plain, path } = await newPlain();
    const payment = await newPayment(token, plain);
    const before = tagOf(await get(viewBudget.handler, plain));
    loseNext(() => call(createPayment.handler, { token, path, body: deposit() }));
    const tick = (headers: object) =>
      call(updatePayment.handler, {
        token,
        path: payment,
        headers: { ...headers },
        body: { paid_on: '2027-02-27' },
      });
    const own = tagOf(await tick({ 'if-match': before }));
    expect((await tick({ 'if-match': own })).status).toBe(412);
    expect((await tick({ 'if-match': tagOf(await get(viewBudget.handler, plain)) })).status).toBe(200);
  });

  it.each([0, 5])('deletes a payment once, with %d other writes before the retry', async (count) => {
    const { plain } = await newPlain();
    const path = await newPayment(token, plain, { paid_on: '2027-02-27' });
    loseNext(() => others(count));
    expect((await call(deletePayment.handler, { token, path })).status).toBe(200);
    expect(await shownOf(plain)).toMatchObject({ spent: 0 });
    expect((await call(deletePayment.handler, { token, path })).status).toBe(404);
  });

  it.each([0, 5])('changes the guests once, with %d other writes before the retry', async (count) => {
    const { plain } = await newPlain({ amount: undefined, unit_amount: 3.5, per_guest: true });
    loseNext(() => others(count));
    expect((await call(update.handler, { token, path: event, body: { guests: 80 } })).status).toBe(200);
    expect(await shownOf(plain)).toMatchObject({ amount: 280 });
    expect(await allEvents(token)).toMatchObject([{ total_amount: 1530.5 }]);
  });

  it('responds 503 after five other writes, because it cannot know', async () => {
    const before = tagOf(await get(view.handler, event));
    loseNext(() => others(5));
    expect((await rename('Ball', { 'if-match': before })).status).toBe(503);
    expect((await rename('Ball', { 'if-match': before })).status).toBe(412);
    const old = tagOf(await get(viewBudget.handler, budget));
    loseNext(async () => {
      await price(2);
      await others(4);
    });
    expect((await price(1, { 'if-match': old })).status).toBe(503);
  });

  it('answers 503 from the fourth other write on, and 412 as long as it knows', async () => {
    const before = tagOf(await get(view.handler, event));
    loseNext(() => others(4));
    expect((await rename('Ball', { 'if-match': before })).status).toBe(503);
    const old = tagOf(await get(view.handler, event));
    for (const [count, status] of [
      [4, 412],
      [1, 503],
    ] as const) {
      await others(count);
      loseNext();
      expect((await rename('Dinner', { 'if-match': old })).status).toBe(status);
    }
    expect(await allEvents(token)).toMatchObject([{ name: 'Ball' }]);
  });

  it('answers 412 if it names no version that the event had', async () => {
    await others(5);
    for (const tag of ['"x"', 'W/"1"']) {
      loseNext();
      expect((await rename('Ball', { 'if-match': tag })).status).toBe(412);
    }
    expect(await allEvents(token)).toMatchObject([{ name: 'Summer party' }]);
  });

  it('deletes a budget once', async () => {
    loseNext(() => others(5));
    expect((await call(deleteBudget.handler, { token, path: budget })).status).toBe(200);
    expect(await allBudgets(token, event)).toEqual([]);
    expect(await allEvents(token)).toMatchObject([{ total_amount: 0, budgets_count: 0 }]);
  });
});
