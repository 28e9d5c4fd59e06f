import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { isRejection } from '../../../lib/errors.ts';
import { nextId } from '../../../lib/id.ts';
import { getEvent } from '../../../lib/plan/repository.ts';
import { call, type Outcome } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { eventItem } from '../../support/event-item.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { putItem } from '../../support/put-items.ts';
import { notFound } from '../../support/rejections.ts';
import { scaled } from '../../support/scale.ts';
import { allBudgets, allEvents, endpoints, newBudget, newEvent, newToken } from '../../support/service.ts';
import { accountIdOf, referenceOf, share } from '../../support/sharing.ts';
import { killedAfter, killedDuring } from '../../support/stepping.ts';

const gate = await gateToDatabase();

const { copy, update, updateBudget, list, view, listBudgets, listMembers } = endpoints;
const remove = endpoints.delete;

/** A year later. */
const body = { event_date: '2027-07-04' };

const shownLines = z.array(z.looseObject({ id: z.int(), due_date: z.optional(z.string()) }));

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
});

const copied = (fields: object = {}, headers = {}, path = event) =>
  call(copy.handler, { token, path, headers, body: { ...body, ...fields } });
const keyed = (fields = {}) => copied(fields, { 'idempotency-key': 'a-key' });
const pathTo = (made: Outcome) => ({ id: made.id });
const get = async ({ handler }: typeof view, path: object) =>
  (await call(handler, { method: 'GET', token, path: { ...path } })).body;
const planOf = ({ id }: { id: string }) => get(listBudgets, { event_id: id });
const viewed = async (path: { id: string }) => (await get(view, path)).data;
const add = (fields: object) =>
  newBudget(token, event, { name: 'Band', category: 'Music', amount: 800, ...fields });
const linesOf = async (path: { id: string }) => shownLines.parse((await planOf(path)).data);
const titles = async () => (await allEvents(token)).map(({ name }) => name);

const errorsOf = ({ status, body }: Outcome) => [status, body.errors];

describe('a copy', () => {
  it('has the fields of the event, and the new day', async () => {
    event = await newEvent(token, { currency: 'JPY', limit_amount: 5000 });
    const made = await copied();
    expect([made.status, made.body]).toEqual([
      201,
      { status: 'success', message: 'Event saved successfully' },
    ]);
    expect(made.headers).toMatchObject({ location: `/events/view/${made.id}`, etag: '"1"' });
    expect(made.id).not.toBe(event.id);
    const original = z.looseObject({}).parse(await viewed(event));
    expect(await viewed(pathTo(made))).toEqual({ ...original, ...body, id: Number(made.id) });
  });

  it('has another name if that is given', async () => {
    const made = await copied({ name: ' Ball ' });
    expect(await viewed(pathTo(made))).toMatchObject({ name: 'Ball', ...body });
    expect(await titles()).toEqual(['Summer party', 'Ball']);
  });

  it.each([
    ['event_date', undefined, 'blank'],
    ['event_date', '2027-02-30', 'invalid'],
    ['name', '', 'blank'],
    ['name', null, 'invalid'],
    ['name', 'x'.repeat(256), 'too_long'],
    ['currency', 'XXX', 'invalid'],
    ['limit_amount', 0.005, 'too_precise'],
  ])('is refused with the %s %j', async (field, value, code) => {
    const outcome = await copied({ [field]: value });
    expect(outcome.body.message).toBe('Event failed to save');
    expect(errorsOf(outcome)).toMatchObject([422, [{ field, code }]]);
    expect(await titles()).toEqual(['Summer party']);
  });

  it.each(['1', 'x'])('of the unknown event %s responds 404', async (id) => {
    const outcome = await copied({}, {}, { id });
    expect([outcome.status, outcome.text]).toEqual([404, notFound('Event failed to save')]);
    expect(await titles()).toEqual(['Summer party']);
  });

  it('has every other field that is given', async () => {
    await add({ amount: 800 });
    const fields = { description: 'On the roof', currency: 'EUR', limit_amount: 1, guests: 80 };
    const made = await copied(fields);
    expect(await viewed(pathTo(made))).toMatchObject({ ...body, ...fields, total_amount: 800 });
    expect(await viewed(event)).toMatchObject({ description: 'In the garden' });
    expect(await viewed(event)).not.toHaveProperty('currency');
  });

  it('has no field that is null', async () => {
    event = await newEvent(token, { currency: 'EUR', limit_amount: 1, guests: 80 });
    const made = await copied({ currency: null, limit_amount: null, guests: null });
    const { currency, limit_amount, guests } = z.looseObject({}).parse(await viewed(pathTo(made)));
    expect([currency, limit_amount, guests]).toEqual([undefined, undefined, undefined]);
  });

  it('has a currency of other digits only without budgets, and with a new limit', async () => {
    event = await newEvent(token, { currency: 'EUR', limit_amount: 5000 });
    expect(errorsOf(await copied({ currency: 'JPY' }))).toMatchObject([
      409,
      [{ field: 'limit_amount', code: 'blank' }],
    ]);
    const made = await copied({ currency: 'JPY', limit_amount: 800_000 });
    expect(await viewed(pathTo(made))).toMatchObject({ currency: 'JPY', limit_amount: 800_000 });
    await add({});
    expect(errorsOf(await copied({ currency: 'JPY', limit_amount: 1 }))).toEqual([
      409,
      [
        {
          ...{ field: 'currency', code: 'in_use' },
          message: 'Currency must keep its number of fractional digits while the event has budgets.',
        },
      ],
    ]);
    expect(await titles()).toHaveLength(3);
  });

  it('ignores what it does not know', async () => {
    const made = await copied({ id: 7, budgets: [], total_amount: 5 });
    expect(made.id).not.toBe('7');
    expect(await viewed(pathTo(made))).toMatchObject({ total_amount: 0, budgets_count: 0 });
  });
});

describe('the budgets of a copy', () => {
  const fields = {
    kind: 'expense',
    vendor: 'Ada & Co.',
    note: 'By card',
    due_date: '2026-06-30',
  };

  it('have new ids in the same order, nothing spent, and nothing paid', async () => {
    await add({ spent: 950.5, ...fields });
    await add({ name: 'Gift', kind: 'income', amount: 50, spent: 20 });
    await add({ name: 'Catering', spent: 0 });
    const before = await linesOf(event);
    const made = pathTo(await copied());
    const lines = await linesOf(made);
    expect(lines.map(({ id: _, version: __, ...line }) => line)).toEqual([
      {
        ...{ name: 'Band', category: 'Music', amount: 800, spent: 0 },
        ...{ ...fields, due_date: '2027-06-30' },
      },
      { name: 'Gift', category: 'Music', amount: 50, spent: 0, kind: 'income' },
      { name: 'Catering', category: 'Music', amount: 800, spent: 0 },
    ]);
    const ids = [...before, ...lines].map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect((await planOf(made))['summary']).toMatchObject({
      ...{
        total_amount: 1600,
        total_spent: 0,
        remaining: 1600,
        to_pay: 1600,
        total_income: 50,
        total_received: 0,
        balance: -1550,
      },
    });
    expect(await linesOf(event)).toEqual(before);
  });

  it('can be changed, and the original stays', async () => {
    await add({ spent: 7 });
    const made = pathTo(await copied());
    const [line] = await allBudgets(token, made);
    const path = { event_id: made.id, id: String(line?.id) };
    const changes = { amount: 1, spent: 2 };
    expect((await call(updateBudget.handler, { token, path, body: changes })).status).toBe(200);
    expect(await viewed(made)).toMatchObject({ total_amount: 1, budgets_count: 1 });
    expect(await viewed(event)).toMatchObject({ total_amount: 800, budgets_count: 1 });
    expect((await call(remove.handler, { token, path: event })).status).toBe(200);
    expect(await allBudgets(token, made)).toMatchObject([changes]);
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
    const made = await copied({ event_date });
    expect(await linesOf(pathTo(made))).toMatchObject([{ due_date: moved }]);
  });

  it.each([
    ['2026-07-05', '9999-12-31'],
    ['2026-07-03', '0001-01-01'],
  ])('due on %s stop a copy on %s', async (due_date, event_date) => {
    await add({ due_date });
    expect(errorsOf(await copied({ event_date }))).toEqual([
      422,
      [
        {
          ...{ field: 'event_date', code: 'invalid' },
          message: 'Event date moves a due date outside the years 1 to 9999.',
        },
      ],
    ]);
    expect(await titles()).toEqual(['Summer party']);
  });
});

describe('a copy of a shared event', () => {
  it.each(['viewer', 'editor'] as const)('belongs to the %s, and has no members', async (role) => {
    const owner = token;
    await add({});
    const member = await newToken();
    await share(owner, event, member, role);
    token = member;
    const made = await copied();
    expect(made.status).toBe(201);
    expect((await get(listMembers, { event_id: made.id })).data).toMatchObject([{ role: 'owner' }]);
    expect(await allBudgets(token, pathTo(made))).toMatchObject([{ name: 'Band' }]);
    token = owner;
    expect((await call(view.handler, { method: 'GET', token, path: pathTo(made) })).status).toBe(404);
    expect(await titles()).toEqual(['Summer party']);
  });

  it('by its owner has no members either', async () => {
    const member = await newToken();
    await share(token, event, member, 'editor');
    const made = await copied();
    expect((await get(listMembers, { event_id: made.id })).data).toHaveLength(1);
    const path = pathTo(made);
    expect((await call(view.handler, { method: 'GET', token: member, path })).status).toBe(404);
  });
});

/** An event with equal budgets of which nothing is spent, stored as it is. */
async function stored(budgets: number, note = '') {
  const eventId = nextId();
  const key = eventKey({ ownerId: accountIdOf(token), eventId });
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
    const path = await stored(500);
    takeRequests();
    const made = await copied({}, {}, path);
    // The first asks for the session.
    expect(takeRequests().counts).toEqual({ reads: 2, writes: 1 });
    expect(made.status).toBe(201);
    const lines = await allBudgets(token, pathTo(made));
    expect([lines.length, new Set(lines.map(({ id }) => id)).size]).toEqual([500, 500]);
    expect(await viewed(pathTo(made))).toMatchObject({ budgets_count: 500, total_amount: 400_000 });
  });

  it('a copy that is too large is none, and its key may be sent with another name', async () => {
    event = await fullEvent();
    const outcome = await keyed({ name: 'ß'.repeat(255) });
    expect(errorsOf(outcome)).toMatchObject([409, [{ field: 'event', code: 'too_large' }]]);
    expect(await titles()).toHaveLength(2);
    event = await stored(1);
    expect((await keyed()).status).toBe(201);
  });

  it.each([0, 1, 2])('a copy that is killed after %d requests is none', async (requests) => {
    await add({});
    expect((await killedAfter(requests, () => copied())).status).toBe(500);
    expect(await titles()).toEqual(['Summer party']);
  });

  it('a lost answer makes no second copy', async () => {
    await add({});
    gate.after = ({ operation }) => {
      if (operation !== 'PutItem') return undefined;
      gate.open();
      return 'lose';
    };
    const made = await copied();
    expect(made.status).toBe(201);
    expect((await allEvents(token)).map(({ id }) => String(id))).toEqual([event.id, made.id]);
    expect(await allBudgets(token, pathTo(made))).toHaveLength(1);
  });
});

describe('a copy under a key', () => {
  const change = (fields: object) => call(update.handler, { token, path: event, body: fields });
  const expectReplayed = (again: Outcome, first: Outcome) =>
    expect([again.status, again.id, again.isReplay]).toEqual([201, first.id, true]);

  it('is made once', async () => {
    await add({});
    const made = await keyed();
    expect([made.status, made.isReplay]).toEqual([201, false]);
    expectReplayed(await keyed(), made);
    expect(await titles()).toEqual(['Summer party', 'Summer party']);
  });

  it('is refused with another day, and another event has keys of its own', async () => {
    await keyed();
    expect(errorsOf(await keyed({ event_date: '2028-07-04' }))).toMatchObject([422, [{ code: 'reused' }]]);
    event = await newEvent(token);
    expect((await keyed()).status).toBe(201);
  });

  it('is made once by ten calls at once', async () => {
    await add({});
    const made = await Promise.all(Array.from({ length: 10 }, () => keyed()));
    expect(made.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(new Set(made.map((outcome) => outcome.id)).size).toBe(1);
    expect(await allEvents(token)).toMatchObject([{ id: Number(event.id) }, { budgets_count: 1 }]);
  });

  // The session, the claim and the original are asked for before the write.
  const BEFORE_WRITE = 3;
  const WITH_WRITE = 4;

  it('is made by the repeat of one that was killed before its write', async () => {
    await add({});
    expect((await killedAfter(BEFORE_WRITE, () => keyed())).status).toBe(500);
    expect(await titles()).toEqual(['Summer party']);
    const made = await keyed();
    expect(await allBudgets(token, pathTo(made))).toHaveLength(1);
    expect(await titles()).toHaveLength(2);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['stays', async () => undefined],
    ['is changed', () => change({ name: 'Ball' })],
    ['gets a due date that is too late for the copy', () => add({ due_date: '9999-12-31' })],
    ['is deleted', () => call(remove.handler, { token, path: event })],
  ])(
    'is found by the repeat of one that was killed after its write, if the original %s',
    async (_, meanwhile) => {
      expect((await killedDuring(WITH_WRITE, () => keyed())).status).toBe(500);
      await meanwhile();
      const made = await keyed();
      expect([made.status, made.isReplay]).toEqual([201, true]);
      expect(await viewed(pathTo(made))).toMatchObject({ name: 'Summer party', budgets_count: 0 });
      expectReplayed(await keyed(), made);
      const copies = (await allEvents(token)).filter(({ event_date }) => event_date === body.event_date);
      expect(copies).toHaveLength(1);
    },
  );

  it('of a missing event is no replay', async () => {
    event = { id: '1' };
    expect((await keyed()).status).toBe(404);
    expect((await keyed()).status).toBe(404);
    expect(await titles()).toHaveLength(1);
  });
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
    await add({});
    beforeWrite(() => call(remove.handler, { token, path: event }));
    const made = await copied();
    expect(await allBudgets(token, pathTo(made))).toMatchObject([{ name: 'Band' }]);
    expect(await titles()).toEqual(['Summer party']);
  });

  it('and gets a budget: the copy has sums of the budgets that it has', async () => {
    await add({});
    beforeWrite(() => add({ amount: 7 }));
    const made = await copied();
    expect(await viewed(pathTo(made))).toMatchObject({ budgets_count: 1, total_amount: 800 });
    expect(await viewed(event)).toMatchObject({ budgets_count: 2, total_amount: 807 });
  });
});

describe('random events', () => {
  const CURRENCIES = { JPY: 1, EUR: 100, BHD: 1_000 };
  const day = fc
    .date({ min: new Date('1990-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const budget = fc.record(
    {
      name: fc.constantFrom('Band', 'Café'),
      category: fc.constantFrom('Music', 'Food'),
      units: fc.nat({ max: 999_999_999 }),
      spentUnits: fc.nat({ max: 999_999_999 }),
      kind: fc.constantFrom('expense', 'income'),
      vendor: fc.constantFrom('', 'Ada & Co.'),
      note: fc.constantFrom('By card', '=1+1'),
      due_date: day,
    },
    { requiredKeys: ['name', 'category', 'units', 'spentUnits'] },
  );
  const plan = fc.record({
    currency: fc.constantFrom('JPY', 'EUR', 'BHD'),
    from: day,
    to: day,
    limit: fc.option(fc.nat({ max: 999 })),
    lines: fc.array(budget, { maxLength: 6 }),
  });

  type Plan = typeof plan extends fc.Arbitrary<infer Value> ? Value : never;

  const movedBy = (days: number, from: string) => {
    const moved = new Date(from);
    moved.setUTCDate(moved.getUTCDate() + days);
    return moved.toISOString().slice(0, 10);
  };

  async function copyMatches({ currency, from, to, limit, lines }: Plan) {
    const unit = CURRENCIES[currency];
    const limited = limit !== null && { limit_amount: limit };
    event = await newEvent(token, { event_date: from, currency, ...limited });
    for (const { units, spentUnits, ...fields } of lines)
      await add({ ...fields, amount: units / unit, spent: spentUnits / unit });
    const made = pathTo(await copied({ event_date: to }));
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
    const expected = lines.map(({ units, spentUnits: _, due_date, ...fields }) => ({
      ...{ ...fields, amount: units / unit, spent: 0 },
      ...(due_date && { due_date: movedBy(days, due_date) }),
    }));
    const { data, summary } = await planOf(made);
    expect(shownLines.parse(data).map(({ id: _, version: __, ...fields }) => fields)).toEqual(expected);
    const sumOf = (wanted: string) =>
      lines.reduce((sum, { units, kind = 'expense' }) => sum + (kind === wanted ? units : 0), 0);
    const sums = {
      ...{
        total_amount: sumOf('expense') / unit,
        total_spent: 0,
        to_pay: sumOf('expense') / unit,
        ...limited,
      },
      ...(sumOf('income') > 0 && {
        total_income: sumOf('income') / unit,
        to_receive: sumOf('income') / unit,
      }),
    };
    expect(summary).toMatchObject(sums);
    const query = { include: 'summary' };
    const { body: listed } = await call(list.handler, { method: 'GET', token, query });
    const shown = z.array(z.looseObject({ id: z.int() })).parse(listed.data);
    const budgets_count = lines.length;
    const found = shown.find(({ id }) => String(id) === made.id);
    expect(found).toMatchObject({ ...sums, currency, event_date: to, budgets_count });
    expect('total_income' in { ...found }).toBe(sumOf('income') > 0);
    const stored = await getEvent(referenceOf(token, made));
    expect(stored?.paid_count).toBe(0);
    const open = Object.values(stored?.open_days ?? {}).reduce((sum, count) => sum + count, 0);
    expect(open).toBe(lines.filter(({ due_date, units }) => due_date && units > 0).length);
  }

  it('have copies with the lines and sums of the model', async () => {
    await fc.assert(fc.asyncProperty(plan, copyMatches), { numRuns: scaled(25, 5) });
  });
});
