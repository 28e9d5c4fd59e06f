import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { isRejection } from '../../../lib/errors.ts';
import { nextId } from '../../../lib/id.ts';
import { shownBudgets } from '../../support/budget-files.ts';
import { type Client, newClient } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { eventItem } from '../../support/event-item.ts';
import { gateToDatabase } from '../../support/proxied-database.ts';
import { allBudgets, allEvents, viewEvent } from '../../support/service.ts';
import { accountIdOf, share } from '../../support/sharing.ts';
import { killedAfter, killedDuring } from '../../support/stepping.ts';
import { putItem, rejected } from '../../support/table.ts';

const gate = await gateToDatabase();

const LATER = { event_date: '2027-07-04' };
const SAVED = { status: 'success', message: 'Event saved successfully' };
const BAND = { name: 'Band', category: 'Music', amount: 800 };

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent();
});

const copied = (fields: object = {}, headers = {}) => ada.copy(event, { ...LATER, ...fields }, headers);
const keyed = (fields = {}) => copied(fields, { 'idempotency-key': 'a-key' });
const viewed = async (path: { id: string }) => z.looseObject({}).parse((await ada.view(path)).body.data);
const add = (fields: object = {}) => ada.newBudget(event, { ...BAND, ...fields });
const linesOf = async (path: { id: string }) =>
  (await shownBudgets(ada.token, path)).map(({ id: _, version: __, ...line }) => line);
const names = async () => (await allEvents(ada.token)).map(({ name }) => name);

describe('a copy', () => {
  it('has the fields of the event, and the new day', async () => {
    event = await ada.newEvent({ currency: 'JPY', limit_amount: 5000 });
    const made = await copied();
    expect([made.status, made.body]).toEqual([201, SAVED]);
    expect(made.headers).toMatchObject({ location: `/events/view/${made.id}`, etag: '"1"' });
    expect(made.id).not.toBe(event.id);
    expect(await viewed(made)).toEqual({ ...(await viewed(event)), ...LATER, id: Number(made.id) });
  });

  it('has every field that is given instead, none that is null, and ignores what it does not know', async () => {
    await add();
    const given = { name: 'Ball', description: 'On the roof', currency: 'EUR', limit_amount: 1, guests: 80 };
    const made = await copied({ ...given, name: ' Ball ', id: 7, budgets: [], total_amount: 5 });
    expect(made.id).not.toBe('7');
    expect(await viewed(made)).toMatchObject({ ...LATER, ...given, total_amount: 800 });
    expect(await viewed(event)).toMatchObject({ name: 'Summer party', description: 'In the garden' });
    expect(await viewed(event)).not.toHaveProperty('currency');
    const cleared = await ada.copy(
      { id: made.id },
      { ...LATER, currency: null, limit_amount: null, guests: null },
    );
    expect(Object.keys(await viewed(cleared)).sort()).toEqual(Object.keys(await viewed(event)).sort());
  });

  it.each([
    [{ event_date: undefined }, 'event_date blank'],
    [{ event_date: '2027-02-30' }, 'event_date invalid'],
    [{ name: null }, 'name invalid'],
    [{ currency: 'XXX' }, 'currency invalid'],
    [{ limit_amount: 0.005 }, 'limit_amount too_precise'],
  ])('is rejected with %j', async (fields, error) => {
    const outcome = await rejected(() => copied(fields));
    expect([outcome.codes, outcome.body.message]).toEqual([[422, error], 'Event failed to save']);
  });

  it('has a currency of other digits only without budgets, and with a new limit', async () => {
    event = await ada.newEvent({ currency: 'EUR', limit_amount: 5000 });
    const withoutLimit = await rejected(() => copied({ currency: 'JPY' }));
    expect(withoutLimit.codes).toEqual([409, 'limit_amount blank']);
    const fields = { currency: 'JPY', limit_amount: 800_000 };
    expect(await viewed(await copied(fields))).toMatchObject(fields);
    await add();
    expect((await rejected(() => copied(fields))).codes).toEqual([409, 'currency in_use']);
  });

  it.each(['viewer', 'editor'] as const)('by the %s belongs to them, and has no members', async (role) => {
    const member = await newClient();
    await add();
    await share(ada.token, event, member.token, role);
    const made = { id: (await member.copy(event, LATER)).id };
    expect((await member.listMembers(made)).body.data).toMatchObject([{ role: 'owner' }]);
    expect(await allBudgets(member.token, made)).toMatchObject([{ name: 'Band' }]);
    expect((await ada.view(made)).status).toBe(404);
    const own = { id: (await copied()).id };
    expect((await ada.listMembers(own)).body.data).toHaveLength(1);
    expect((await member.view(own)).status).toBe(404);
  });
});

describe('the budgets of a copy', () => {
  const fields = { kind: 'expense', vendor: 'Ada & Co.', note: 'By card', due_date: '2026-06-30' };

  it('have new ids in the same order, nothing spent, and nothing paid', async () => {
    await add({ spent: 950.5, ...fields });
    await add({ name: 'Gift', kind: 'income', amount: 50, spent: 20 });
    await add({ name: 'Catering', spent: 0 });
    const before = await allBudgets(ada.token, event);
    const made = await copied();
    expect(await linesOf(made)).toEqual([
      { ...BAND, spent: 0, ...fields, due_date: '2027-06-30' },
      { ...BAND, name: 'Gift', amount: 50, spent: 0, kind: 'income' },
      { ...BAND, name: 'Catering', spent: 0 },
    ]);
    const ids = [...before, ...(await allBudgets(ada.token, made))].map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect((await ada.listBudgets({ id: made.id })).body['summary']).toMatchObject({
      ...{ total_amount: 1600, total_spent: 0, remaining: 1600, to_pay: 1600 },
      ...{ total_income: 50, total_received: 0, balance: -1550 },
    });
    expect(await allBudgets(ada.token, event)).toEqual(before);
  });

  it('can be changed, and the original stays', async () => {
    await add({ spent: 7 });
    const made = await copied();
    const [line] = await allBudgets(ada.token, made);
    const changes = { amount: 1, spent: 2 };
    const path = { event_id: made.id, id: String(line?.id) };
    expect((await ada.updateBudget(path, changes)).status).toBe(200);
    expect(await viewed(made)).toMatchObject({ total_amount: 1, budgets_count: 1 });
    expect(await viewed(event)).toMatchObject({ total_amount: 800, budgets_count: 1 });
    expect((await ada.delete(event)).status).toBe(200);
    expect(await allBudgets(ada.token, made)).toMatchObject([changes]);
  });

  it.each([
    ['2026-06-30', '2027-07-04', '2027-06-30'],
    ['2026-07-05', '2025-07-04', '2025-07-05'],
    // A leap day between.
    ['2026-07-04', '2028-07-04', '2028-07-04'],
    ['2026-01-31', '2028-07-04', '2028-02-01'],
    ['2026-07-05', '9999-12-30', '9999-12-31'],
    ['2026-07-03', '0001-01-02', '0001-01-01'],
  ])('due on %s move to a copy on %s: %s', async (due_date, event_date, moved) => {
    await add({ due_date });
    expect(await linesOf(await copied({ event_date }))).toMatchObject([{ due_date: moved }]);
  });

  it.each([
    ['2026-07-05', '9999-12-31'],
    ['2026-07-03', '0001-01-01'],
  ])('due on %s stop a copy on %s', async (due_date, event_date) => {
    await add({ due_date });
    const { status, body } = await rejected(() => copied({ event_date }));
    const message = 'Event date moves a due date outside the years 1 to 9999.';
    expect([status, body.errors]).toEqual([422, [{ field: 'event_date', code: 'invalid', message }]]);
  });
});

/** An event with equal budgets of which nothing is spent, stored as it is. */
async function stored(budgets: number, note = '') {
  const eventId = nextId();
  const key = eventKey({ ownerId: accountIdOf(ada.token), eventId });
  await putItem(key, eventItem(eventId, budgets, { spent_cents: 0, note }));
  return { id: String(eventId) };
}

/** An event that has room for fewer than 500 bytes. */
async function fullEvent(length = 790): Promise<{ id: string }> {
  return stored(500, 'x'.repeat(length)).catch((error) => {
    if (isRejection(error, 'conflict')) return fullEvent(length - 1);
    throw error;
  });
}

describe('one write or none', () => {
  it('a copy of 500 budgets is one read and one write', async () => {
    event = await stored(500);
    takeRequests();
    const made = await copied();
    // The first asks for the session.
    expect(takeRequests().counts).toEqual({ reads: 2, writes: 1 });
    const ids = (await allBudgets(ada.token, made)).map(({ id }) => id);
    expect([made.status, ids.length, new Set(ids).size]).toEqual([201, 500, 500]);
    expect(await viewed(made)).toMatchObject({ budgets_count: 500, total_amount: 400_000 });
  });

  it('a copy that is too large is none, and its key may be sent with another name', async () => {
    event = await fullEvent();
    const outcome = await rejected(() => keyed({ name: 'ß'.repeat(255) }));
    expect(outcome.codes).toEqual([409, 'event too_large']);
    event = await stored(1);
    expect((await keyed()).status).toBe(201);
  });

  it.each([0, 1, 2])('a copy that is killed after %d requests is none', async (requests) => {
    await add();
    expect((await killedAfter(requests, () => copied())).status).toBe(500);
    expect(await names()).toEqual(['Summer party']);
  });

  it('a lost answer makes no second copy', async () => {
    await add();
    gate.after = ({ operation }) => {
      if (operation !== 'PutItem') return undefined;
      gate.open();
      return 'lose';
    };
    const made = await copied();
    expect(made.status).toBe(201);
    expect((await allEvents(ada.token)).map(({ id }) => String(id))).toEqual([event.id, made.id]);
    expect(await allBudgets(ada.token, made)).toHaveLength(1);
  });
});

describe('a copy under a key', () => {
  // The session, the claim and the original are asked for before the write.
  const BEFORE_WRITE = 3;
  const WITH_WRITE = 4;

  it('is made once, and another day is other input', async () => {
    const [made, ...again] = [await keyed(), await keyed()];
    expect([made.status, made.isReplay]).toEqual([201, false]);
    expect(again).toMatchObject([{ status: 201, id: made.id, isReplay: true }]);
    expect((await rejected(() => keyed({ event_date: '2028-07-04' }))).codes).toEqual([
      ...[422, 'Idempotency-Key reused'],
    ]);
    event = await ada.newEvent();
    expect(await keyed()).toMatchObject({ status: 201, isReplay: false });
  });

  it('is made once by ten calls at once', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => keyed()));
    expect(made.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(await names()).toHaveLength(2);
  });

  it('is made by the repeat of one that was killed before its write', async () => {
    await add();
    expect((await killedAfter(BEFORE_WRITE, () => keyed())).status).toBe(500);
    expect(await names()).toHaveLength(1);
    expect(await allBudgets(ada.token, await keyed())).toHaveLength(1);
    expect(await names()).toHaveLength(2);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['stays', async () => undefined],
    ['is changed', () => ada.update(event, { name: 'Ball' })],
    ['gets a due date that is too late for the copy', () => add({ due_date: '9999-12-31' })],
    ['is deleted', () => ada.delete(event)],
  ])(
    'is found by the repeat of one that was killed after its write, if the original %s',
    async (_, change) => {
      expect((await killedDuring(WITH_WRITE, () => keyed())).status).toBe(500);
      await change();
      const made = await keyed();
      expect(await viewed(made)).toMatchObject({ name: 'Summer party', budgets_count: 0 });
      for (const again of [made, await keyed()])
        expect(again).toMatchObject({ status: 201, id: made.id, isReplay: true });
      const days = (await allEvents(ada.token)).map(({ event_date }) => event_date);
      expect(days.filter((day) => day === LATER.event_date)).toHaveLength(1);
    },
  );
});

describe('an original that changes before the write of its copy', () => {
  /** Does something between the read of the original and the write. */
  const beforeWrite = (work: () => Promise<unknown>) => {
    gate.before = async ({ operation }) => {
      if (operation !== 'PutItem') return;
      gate.open();
      await work();
    };
  };

  it('and is deleted: the copy has what was read', async () => {
    await add();
    beforeWrite(() => ada.delete(event));
    expect(await allBudgets(ada.token, await copied())).toMatchObject([{ name: 'Band' }]);
    expect(await names()).toEqual(['Summer party']);
  });

  it('and gets a budget: the copy has sums of the budgets that it has', async () => {
    await add();
    beforeWrite(() => add({ amount: 7 }));
    expect(await viewed(await copied())).toMatchObject({ budgets_count: 1, total_amount: 800 });
    expect(await viewEvent(ada.token, event)).toMatchObject({ budgets_count: 2, total_amount: 807 });
  });
});
