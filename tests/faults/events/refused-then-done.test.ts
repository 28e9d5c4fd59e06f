import { beforeEach, describe, expect, it } from 'vitest';
import { MAX_ITEM_BYTES, storedBytesOf } from '../../../lib/dynamodb/item-size.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { nextId } from '../../../lib/id.ts';
import { call, isReplay, type Outcome } from '../../support/call.ts';
import { eventItem } from '../../support/event-item.ts';
import { type DatabaseRequest, gateToDatabase } from '../../support/gate.ts';
import { putItem } from '../../support/put-items.ts';
import {
  allBudgets,
  catering,
  deposit,
  endpoints,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  viewEvent,
} from '../../support/service.ts';
import { accountIdOf, share, sharedEvent } from '../../support/sharing.ts';

const gate = await gateToDatabase();

const { update, createBudget, updateBudget, deleteBudget, importBudgets, updateMember, removeMember } =
  endpoints;
const { createPayment, updatePayment, deletePayment } = endpoints;
const keyed = { 'idempotency-key': 'a-key' };

/**
 * Holds the first attempt of a call's write of an owner's event, to which the connection breaks. Returns it with the call's
 * outcome.
 */
async function held(
  owner: string,
  work: () => Promise<Outcome>,
  meanwhile: () => Promise<unknown> = async () => undefined,
): Promise<{ outcome: Outcome; arrive: () => Promise<string> }> {
  let first: DatabaseRequest | undefined;
  gate.before = async (request) => {
    const { operation, body } = request;
    if (first || !/^(?:Update|TransactWrite)Item/.test(operation)) return undefined;
    if (!body.includes(`ACCOUNT#${accountIdOf(owner)}"`)) return undefined;
    first = request;
    await meanwhile();
    return 'lose';
  };
  const outcome = await work();
  gate.open();
  const request = first;
  if (!request) throw new Error('Nothing was held');
  return { outcome, arrive: async () => (await request.execute()).text };
}

const expectUnknown = ({ status, headers }: Outcome) =>
  expect([status, headers['retry-after']]).toEqual([503, '5']);

describe('a write by a viewer whose first attempt is held back', () => {
  let shared: Awaited<ReturnType<typeof sharedEvent>>;
  beforeEach(async () => {
    shared = await sharedEvent();
  });

  const setRole = async (role: string) => {
    const { owner, event, ids } = shared;
    const path = { event_id: event.id, id: ids.viewer };
    expect((await call(updateMember.handler, { token: owner, path, body: { role } })).status).toBe(200);
  };
  const namesOf = async () => (await allBudgets(shared.owner, shared.event)).map(({ name }) => name);

  const create = (headers = {}) => {
    const { viewer: token, event } = shared;
    const body = catering({ name: 'Band' });
    return call(createBudget.handler, { token, headers, path: { event_id: event.id }, body });
  };

  const writes: Record<string, () => Promise<Outcome>> = {
    create,
    'create with a key': () => create(keyed),
    update: () => {
      const { viewer: token, event: path } = shared;
      return call(update.handler, { token, path, body: { name: 'Ball' } });
    },
    'update budget': () => {
      const { viewer: token, budget: path } = shared;
      return call(updateBudget.handler, { token, path, body: { amount: 7 } });
    },
    'delete budget': () => call(deleteBudget.handler, { token: shared.viewer, path: shared.budget }),
  };

  it.each(Object.entries(writes))('is refused if it was sent once: %s', async (_, write) => {
    const before = await viewEvent(shared.owner, shared.event);
    expect((await write()).status).toBe(403);
    expect(await viewEvent(shared.owner, shared.event)).toEqual(before);
  });

  it.each(Object.entries(writes))(
    'answers 503 instead of 403, because the first attempt may find another role: %s',
    async (_, write) => {
      const before = await viewEvent(shared.owner, shared.event);
      const { outcome, arrive } = await held(shared.owner, write);
      expectUnknown(outcome);
      expect(await viewEvent(shared.owner, shared.event)).toEqual(before);
      await setRole('editor');
      expect(await arrive()).not.toContain('Exception');
      expect(await viewEvent(shared.owner, shared.event)).not.toEqual(before);
    },
  );

  it.each(Object.entries(writes))(
    'answers 503 instead of 404 to a member who was removed: %s',
    async (_, write) => {
      const { owner, event, ids, viewer } = shared;
      const path = { event_id: event.id, id: ids.viewer };
      const { outcome, arrive } = await held(owner, write, async () => {
        expect((await call(removeMember.handler, { token: owner, path })).status).toBe(200);
      });
      expectUnknown(outcome);
      expect((await write()).status).toBe(404);
      await share(owner, event, viewer, 'editor');
      expect(await arrive()).not.toContain('Exception');
    },
  );

  it('makes one budget', async () => {
    const { outcome, arrive } = await held(shared.owner, () => create());
    expectUnknown(outcome);
    await setRole('editor');
    await arrive();
    expect(await namesOf()).toEqual(['Catering', 'Band']);
    expect(await arrive()).toContain('ConditionalCheckFailed');
    expect(await namesOf()).toEqual(['Catering', 'Band']);
  });

  it('makes one budget under a key if it arrives before the repeat', async () => {
    const { outcome, arrive } = await held(shared.owner, () => create(keyed));
    expectUnknown(outcome);
    await setRole('editor');
    expect(await arrive()).toBe('{}');
    expect(await namesOf()).toEqual(['Catering', 'Band']);
    const again = await create(keyed);
    expect([again.status, isReplay(again)]).toEqual([201, true]);
    expect(await namesOf()).toEqual(['Catering', 'Band']);
  });

  it('makes one budget under a key if it arrives after the repeat', async () => {
    const { outcome, arrive } = await held(shared.owner, () => create(keyed));
    expectUnknown(outcome);
    await setRole('editor');
    const again = await create(keyed);
    expect([again.status, isReplay(again)]).toEqual([201, false]);
    expect(await arrive()).toContain('ConditionalCheckFailed');
    expect(await namesOf()).toEqual(['Catering', 'Band']);
  });
});

it('a payment by an editor who becomes a viewer is answered 503, because the first attempt may be done yet', async () => {
  const { owner, editor, event, ids } = await sharedEvent();
  const budget = await newBudget(owner, event, { spent: 0 });
  const setRole = (role: string) => {
    const path = { event_id: event.id, id: ids.editor };
    return call(updateMember.handler, { token: owner, path, body: { role } });
  };
  const path = { event_id: event.id, budget_id: budget.id };
  const pay = () => call(createPayment.handler, { token: editor, path, body: deposit() });
  const { outcome, arrive } = await held(owner, pay, () => setRole('viewer'));
  expectUnknown(outcome);
  expect((await pay()).status).toBe(403);
  await setRole('editor');
  expect(await arrive()).not.toContain('Exception');
  expect(await arrive()).toContain('ConditionalCheckFailed');
  const { body } = await call(endpoints.viewBudget.handler, { method: 'GET', token: owner, path: budget });
  expect(body.data).toMatchObject({ payments: [{ amount: 500 }], unscheduled: 750.5 });
});

describe('a write whose first attempt is held back, in a state that may pass', () => {
  let token: string;
  beforeEach(async () => {
    token = await newToken();
  });
  const set = (path: { id: string }, body: object) => call(update.handler, { token, path, body });
  const add = ({ id: event_id }: { id: string }, fields: object = {}) =>
    call(createBudget.handler, { token, path: { event_id }, body: catering({ ...fields }) });
  const removeFirst = async (event: { id: string }) => {
    const [budget] = await allBudgets(token, event);
    const path = { event_id: event.id, id: String(budget?.id) };
    expect((await call(deleteBudget.handler, { token, path })).status).toBe(200);
  };

  it('answers 503 instead of 409 to another currency, while the event has budgets', async () => {
    const event = await newEvent(token);
    await add(event);
    expect((await set(event, { currency: 'JPY' })).status).toBe(409);
    const { outcome, arrive } = await held(token, () => set(event, { currency: 'JPY' }));
    expectUnknown(outcome);
    expect(await viewEvent(token, event)).not.toHaveProperty('currency');
    await removeFirst(event);
    expect(await arrive()).not.toContain('Exception');
    const { body } = await call(endpoints.view.handler, { method: 'GET', token, path: event });
    expect(body.data).toHaveProperty('currency', 'JPY');
  });

  it('answers 503 instead of 409 to another currency without a limit', async () => {
    const event = await newEvent(token, { limit_amount: 100 });
    expect((await set(event, { currency: 'JPY' })).status).toBe(409);
    expectUnknown((await held(token, () => set(event, { currency: 'JPY' }))).outcome);
  });

  // Another attempt finds whether the budget may have payments now.
  it.each([{}, keyed])(
    'answers 503 instead of 409 to a payment, while the budget has spent: %o',
    async (headers) => {
      const event = await newEvent(token);
      const budget = await newBudget(token, event, { spent: 0 });
      const path = { event_id: event.id, budget_id: budget.id };
      const pay = () => call(createPayment.handler, { token, headers, path, body: deposit() });
      const { outcome } = await held(token, pay, async () => {
        const body = { spent: 5 };
        expect((await call(updateBudget.handler, { token, path: budget, body })).status).toBe(200);
      });
      expectUnknown(outcome);
      expect((await pay()).status).toBe(409);
      expect((await call(updateBudget.handler, { token, path: budget, body: { spent: 0 } })).status).toBe(
        200,
      );
      expect((await pay()).status).toBe(201);
      expect(await viewEvent(token, event)).toMatchObject({ budgets_count: 1 });
    },
  );

  it('answers 404 to a payment that was deleted, and 200 if it is to be deleted', async () => {
    const event = await newEvent(token);
    const budget = await newBudget(token, event, { spent: 0 });
    for (const [handler, expected] of [
      [updatePayment.handler, 404],
      [deletePayment.handler, 200],
    ] as const) {
      const path = await newPayment(token, budget);
      const work = () => call(handler, { token, path, body: { paid_on: '2027-02-27' } });
      const { outcome, arrive } = await held(token, work, async () => {
        expect((await call(deletePayment.handler, { token, path })).status).toBe(200);
      });
      expect(outcome.status).toBe(expected);
      expect(await arrive()).toContain('ConditionalCheckFailed');
      expect(await allBudgets(token, event)).toMatchObject([{ spent: 0 }]);
    }
  });

  it('answers 503 instead of 422 to guests that make a budget too large that came meanwhile', async () => {
    const event = await newEvent(token);
    const guests = () => set(event, { guests: 80 });
    const { outcome } = await held(token, guests, () =>
      add(event, { amount: undefined, unit_amount: 900_000_000, per_guest: true }),
    );
    expectUnknown(outcome);
    expect((await guests()).status).toBe(422);
    expect(await viewEvent(token, event)).toMatchObject({ total_amount: 0 });
  });

  it.each([{}, keyed])('answers 503 instead of 409 while the event is full: %o', async (headers) => {
    const id = nextId();
    await putItem(eventKey({ ownerId: accountIdOf(token), eventId: id }), eventItem(id, 500));
    const event = { id: String(id) };
    const create = () =>
      call(createBudget.handler, { token, headers, path: { event_id: event.id }, body: catering() });
    expect((await create()).status).toBe(409);
    const { outcome, arrive } = await held(token, create);
    expectUnknown(outcome);
    await removeFirst(event);
    expect(await arrive()).not.toContain('Exception');
    expect((await allBudgets(token, event)).filter(({ name }) => name === 'Catering')).toHaveLength(1);
    if (headers !== keyed) return;
    expect(isReplay(await create())).toBe(true);
    expect(await allBudgets(token, event)).toHaveLength(500);
  });

  /** An event that is so large that a budget of 855 characters is too much. */
  async function newLargeEvent(head: object = {}): Promise<{ id: string }> {
    const id = nextId();
    const key = eventKey({ ownerId: accountIdOf(token), eventId: id });
    const event = eventItem(id, 4, { note: 'x'.repeat(500) });
    const item = { ...event, head: { ...event.head, ...head } };
    const padding = 'x'.repeat(MAX_ITEM_BYTES - 500 - storedBytesOf({ ...item, ...key }));
    await putItem(key, { ...item, padding });
    return { id: String(id) };
  }
  const addLarge = ({ id: event_id }: { id: string }, headers = {}) => {
    const large = { name: 'x'.repeat(255), category: 'x'.repeat(100), note: 'x'.repeat(500) };
    const body = catering({ ...large, amount: 15 });
    return call(createBudget.handler, { token, headers, path: { event_id }, body });
  };

  it.each([{}, keyed])('answers 503 instead of 409 while the event is too large: %o', async (headers) => {
    const event = await newLargeEvent();
    const create = () => addLarge(event, headers);
    expect((await create()).status).toBe(409);
    const { outcome, arrive } = await held(token, create);
    expectUnknown(outcome);
    await removeFirst(event);
    await removeFirst(event);
    expect(await arrive()).not.toContain('Exception');
    expect((await allBudgets(token, event)).filter(({ name }) => name.startsWith('xxx'))).toHaveLength(1);
  });

  it('answers 503 also if that shows in the next round, after the first assumed other digits', async () => {
    const event = await newLargeEvent({ currency: 'JPY', digits: 0 });
    expect((await addLarge(event)).status).toBe(409);
    expectUnknown((await held(token, () => addLarge(event))).outcome);
  });

  it('answers 503 instead of 422 while the event has fewer digits', async () => {
    const event = await newEvent(token);
    expect((await add(event, { amount: 1.005 })).status).toBe(422);
    const { outcome, arrive } = await held(token, () => add(event, { amount: 1.005 }));
    expectUnknown(outcome);
    expect((await set(event, { currency: 'BHD' })).status).toBe(200);
    expect(await arrive()).not.toContain('Exception');
    expect(await allBudgets(token, event)).toMatchObject([{ amount: 1.005 }]);
  });
});

describe('a write by an editor that was done, and whose mark four other writes pushed out', () => {
  let shared: Awaited<ReturnType<typeof sharedEvent>>;
  beforeEach(async () => {
    shared = await sharedEvent();
  });

  /** Loses the response to the next write of the event, after other writes and a change of the editor. */
  const loseNext = (change: () => Promise<Outcome>) => {
    const { owner, event } = shared;
    gate.after = async ({ operation, body }) => {
      if (!/^(?:Update|TransactWrite)Item/.test(operation)) return undefined;
      if (!body.includes(`ACCOUNT#${accountIdOf(owner)}"`)) return undefined;
      gate.open();
      for (let n = 0; n < 4; n += 1) {
        const body = { description: `Other ${n}` };
        expect((await call(update.handler, { token: owner, path: event, body })).status).toBe(200);
      }
      expect((await change()).status).toBe(200);
      return 'lose';
    };
  };
  const path = () => ({ event_id: shared.event.id, id: shared.ids.editor });
  const changes: [string, () => Promise<Outcome>][] = [
    [
      'becomes a viewer',
      () => call(updateMember.handler, { token: shared.owner, path: path(), body: { role: 'viewer' } }),
    ],
    ['is removed', () => call(removeMember.handler, { token: shared.owner, path: path() })],
  ];
  const rename = () =>
    call(update.handler, { token: shared.editor, path: shared.event, body: { name: 'Ball' } });
  const price = () =>
    call(updateBudget.handler, { token: shared.editor, path: shared.budget, body: { amount: 7 } });
  const create = (headers = {}) =>
    call(createBudget.handler, {
      ...{ token: shared.editor, headers, path: { event_id: shared.event.id } },
      body: catering({ name: 'Band' }),
    });

  it.each(changes)('answers 503, and not that it may not, if the editor %s', async (_, change) => {
    loseNext(change);
    expectUnknown(await rename());
    expect(await viewEvent(shared.owner, shared.event)).toMatchObject({ name: 'Ball' });
  });

  it.each(changes)('answers 503 to a change of a budget if the editor %s', async (_, change) => {
    loseNext(change);
    expectUnknown(await price());
    expect(await viewEvent(shared.owner, shared.event)).toMatchObject({ total_amount: 7 });
  });

  it.each(changes)('answers that a budget is deleted if the editor %s', async (name, change) => {
    loseNext(change);
    const { status } = await call(deleteBudget.handler, { token: shared.editor, path: shared.budget });
    expect(status).toBe(name === 'is removed' ? 503 : 200);
    expect(await allBudgets(shared.owner, shared.event)).toEqual([]);
  });

  // A budget remembers the write that made it.
  it('answers 201 to a create if the editor becomes a viewer', async () => {
    loseNext(changes[0]?.[1] ?? rename);
    expect((await create()).status).toBe(201);
    expect(await allBudgets(shared.owner, shared.event)).toHaveLength(2);
  });

  it('answers 503 to a create if the editor is removed', async () => {
    loseNext(changes[1]?.[1] ?? rename);
    expectUnknown(await create());
    expect(await allBudgets(shared.owner, shared.event)).toHaveLength(2);
  });

  // The database itself remembers a transaction.
  it.each(changes)('answers 201 to a create with a key if the editor %s', async (_, change) => {
    loseNext(change);
    expect((await create(keyed)).status).toBe(201);
    expect(await allBudgets(shared.owner, shared.event)).toHaveLength(2);
  });

  it('answers 201 to an import if the editor becomes a viewer', async () => {
    loseNext(changes[0]?.[1] ?? rename);
    const body = { budgets: [catering({ name: 'Band' })] };
    const request = { token: shared.editor, path: { event_id: shared.event.id }, body };
    expect((await call(importBudgets.handler, request)).status).toBe(201);
    expect(await allBudgets(shared.owner, shared.event)).toHaveLength(2);
  });
});
