import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { upgradeTable } from '../../build/upgrade.ts';
import { OutOfTimeError } from '../../lib/erasure/pace.ts';
import { call } from '../support/call.ts';
import { faultyDatabase, isWrite } from '../support/faults.ts';
import { historyOf, undo } from '../support/history.ts';
import { PASSWORD } from '../support/person.ts';
import { recordedTable } from '../support/records.ts';
import { endpoints, newBudget } from '../support/service.ts';
import { DAY_AFTER_03, itemsOf03 } from '../support/table-of-0.3.ts';
import { wholeTable } from '../support/whole-table.ts';

const database = await faultyDatabase();
const table = wholeTable();
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: DAY_AFTER_03 });
  await table.empty();
  await table.add(itemsOf03());
});
afterEach(() => vi.useRealTimers());

const wait = async () => undefined;
const upgrade = () => upgradeTable({ wait });

const storedBudget = z.looseObject({
  n: z.string(),
  a: z.int(),
  s: z.int(),
  k: z.optional(z.string()),
  d: z.optional(z.string()),
  p: z.optional(z.boolean()),
  y: z.optional(
    z.record(z.string(), z.looseObject({ a: z.int(), d: z.optional(z.string()), p: z.optional(z.string()) })),
  ),
});
const storedEvent = z.looseObject({
  PK: z.string(),
  SK: z.string(),
  head: z.looseObject({ name: z.string(), total_cents: z.int() }),
  budgets: z.record(z.string(), storedBudget),
});
type StoredBudget = z.output<typeof storedBudget>;
type StoredEvent = z.output<typeof storedEvent>;

const isEvent = ({ SK }: Record<string, unknown>) => String(SK).startsWith('EVENT#');
const keyOf = ({ PK, SK }: Record<string, unknown>) => `${PK} ${SK}`;
const byKey = (items: Record<string, unknown>[]) => new Map(items.map((item) => [keyOf(item), item]));
const sum = (numbers: number[]) => numbers.reduce((one, other) => one + other, 0);

/** What a budget of 0.3 says now. */
function budgetNow({ p: isPaid, ...budget }: StoredBudget) {
  return isPaid && !budget.y ? { ...budget, s: Math.max(budget.a, budget.s) } : budget;
}

/** The amounts of a budget that are open, with their days. */
function openOf(budget: StoredBudget) {
  const { a, s, d, y } = budgetNow(budget);
  const payments = Object.values(y ?? {});
  const rest = a - (y ? sum(payments.map((payment) => payment.a)) : s);
  const open = payments.filter(({ p }) => !p).map((payment) => ({ a: payment.a, d: payment.d }));
  return [{ a: rest, d }, ...open].filter((amount) => amount.a > 0);
}

const leftOf = (budget: StoredBudget) => sum(openOf(budget).map(({ a }) => a));

/** How many amounts of a budget were paid. */
function paidOf(budget: StoredBudget): number {
  const { s, y } = budgetNow(budget);
  return y ? Object.values(y).filter(({ p }) => p).length : Number(s > 0);
}

/** The event as it has to be after the upgrade. */
function eventNow({ budgets, head, ...others }: StoredEvent) {
  const all = Object.values(budgets);
  const isIncome = ({ k }: StoredBudget) => k === 'income';
  const expenses = all.filter((budget) => !isIncome(budget));
  const to_receive_cents = sum(all.filter(isIncome).map(leftOf));
  const paid_count = sum(all.map(paidOf));
  const days = all.flatMap(openOf).flatMap(({ d }) => d ?? []);
  return {
    ...others,
    head: {
      ...head,
      spent_cents: sum(expenses.map((budget) => budgetNow(budget).s)),
      to_pay_cents: sum(expenses.map(leftOf)),
      ...(to_receive_cents > 0 && { to_receive_cents }),
      ...(paid_count > 0 && { paid_count }),
      due_count: 1,
      open_days: Object.fromEntries(days.map((day) => [day, days.filter((other) => other === day).length])),
    },
    budgets: Object.fromEntries(Object.entries(budgets).map(([id, budget]) => [id, budgetNow(budget)])),
  };
}

/** All that the table has after the upgrade. */
const tableNow = byKey(itemsOf03().map((item) => (isEvent(item) ? eventNow(storedEvent.parse(item)) : item)));
const EVENTS = itemsOf03().filter(isEvent).length;

async function logIn(name: string): Promise<string> {
  const body = { username: `${name}@example.com`, password: PASSWORD };
  return String((await call(endpoints.login.handler, { body })).body.token);
}

const get = (name: keyof typeof endpoints, token: string, path = {}, query = {}) =>
  call(endpoints[name].handler, { method: 'GET', token, path, query });

/** An event as version 0.3 has stored it. Its id is a path. */
function eventNamed(name: string) {
  const events = itemsOf03()
    .filter(isEvent)
    .map((item) => storedEvent.parse(item));
  const event = events.find(({ head }) => head.name === name);
  if (!event) throw new Error(`There is no event ${name}`);
  return { ...event, id: String(Number(event.SK.replace('EVENT#', ''))) };
}

/** Stores an event of the table with other sums. */
async function store(event: StoredEvent, sums: Record<string, unknown>): Promise<void> {
  const item = (await table.items()).find((each) => keyOf(each) === keyOf(event));
  const { head, ...others } = storedEvent.parse(item);
  await table.add([{ ...others, head: { ...head, ...sums } }]);
}

const budgetIn = ({ budgets }: StoredEvent, name: string): string =>
  String(Object.entries(budgets).find(([, { n }]) => n === name)?.[0]);

const summary = z.object({
  total_amount: z.number(),
  total_spent: z.number(),
  to_pay: z.number(),
  to_receive: z.number(),
});

async function summaryOf(token: string, { id }: { id: string }) {
  const { text } = await get('listBudgets', token, { event_id: id });
  return z.object({ summary }).parse(JSON.parse(text)).summary;
}

/** The sums that an event with two digits has to show. */
function summaryNow(event: StoredEvent) {
  const { head } = eventNow(event);
  return {
    total_amount: head.total_cents / 100,
    total_spent: head.spent_cents / 100,
    to_pay: head.to_pay_cents / 100,
    to_receive: (head.to_receive_cents ?? 0) / 100,
  };
}

describe('the upgrade', () => {
  it('gives each event its sums, also in the trash, and changes nothing else', async () => {
    expect(await upgrade()).toBe(EVENTS);
    expect(byKey(await table.items())).toEqual(tableNow);
    expect(await upgrade()).toBe(0);
    expect(byKey(await table.items())).toEqual(tableNow);
  });

  it('leaves nothing in histories', async () => {
    const record = await recordedTable();
    await upgrade();
    await record();
    expect(byKey(await table.items())).toEqual(tableNow);
  });

  it.each(Array.from({ length: EVENTS }, (_, n) => n))(
    'goes on after it was killed at write %i',
    async (last) => {
      let writes = 0;
      const lane = database.disturb((request) => {
        if (isWrite(request)) writes += 1;
        if (writes <= last) return undefined;
        return { kind: writes === last + 1 ? 'lose' : 'drop', degree: 0 };
      });
      const killed = () => upgradeTable({ wait, hasTime: () => writes <= last });
      await lane.complete(() => expect(killed()).rejects.toThrow(OutOfTimeError));
      database.release(lane);
      expect(await upgrade()).toBeGreaterThanOrEqual(EVENTS - last - 1);
      expect(byKey(await table.items())).toEqual(tableNow);
    },
  );

  it('loses nothing that somebody changes meanwhile', async () => {
    const [ada, wedding] = [await logIn('ada'), eventNamed('Wedding')];
    const budget = { event_id: wedding.id, id: budgetIn(wedding, 'Partly spent') };
    let isChanged = false;
    const lane = database.disturb(() => undefined);
    lane.before = async (request) => {
      if (isChanged || !request.body.includes('"Wedding"') || !isWrite(request)) return;
      isChanged = true;
      await call(endpoints.updateBudget.handler, { token: ada, path: budget, body: { spent: 799 } });
    };
    expect(await lane.complete(upgrade)).toBe(EVENTS);
    database.release(lane);
    const [before, after] = [summaryNow(wedding), await summaryOf(ada, wedding)];
    expect(after).toEqual({ ...before, total_spent: before.total_spent + 499, to_pay: before.to_pay - 499 });
    expect(await upgrade()).toBe(0);
  });

  it('may come between the read and the write of a change', async () => {
    const [grace, dinner] = [await logIn('grace'), eventNamed('Dinner')];
    await upgrade();
    await store(dinner, { to_pay_cents: 1 });
    const lane = database.disturb(() => undefined);
    let upgraded = 0;
    const path = { event_id: dinner.id, id: budgetIn(dinner, 'Wine') };
    lane.before = async ({ operation }) => {
      if (operation === 'UpdateItem' && upgraded === 0) upgraded = await upgrade();
    };
    const body = { spent: 1.125 };
    await lane.complete(() => call(endpoints.updateBudget.handler, { token: grace, path, body }));
    database.release(lane);
    expect(upgraded).toBe(1);
    expect(await get('list', grace, {}, { include: 'summary' })).toMatchObject({
      text: expect.stringContaining('"to_pay":38.876'),
    });
    expect(await upgrade()).toBe(0);
  });

  it('leaves out what is no event, and tells of it after all others', async () => {
    await table.add([{ PK: 'ACCOUNT#nobody', SK: 'EVENT#0000000000000001', head: {} }]);
    await expect(upgrade()).rejects.toThrow("ACCOUNT#nobody EVENT#0000000000000001 can't be upgraded");
    const items = byKey(await table.items());
    items.delete('ACCOUNT#nobody EVENT#0000000000000001');
    expect(items).toEqual(tableNow);
  });

  it('repairs sums that version 0.3 has not kept', async () => {
    await upgrade();
    await store(eventNamed('Dinner'), {
      to_pay_cents: 1,
      to_receive_cents: 1,
      open_days: { '2026-12-20': 0 },
    });
    expect(await upgrade()).toBe(1);
    expect(byKey(await table.items())).toEqual(tableNow);
  });
});

describe('before the upgrade', () => {
  it('an event shows what was paid as spent, and its sums', async () => {
    const [ada, wedding] = [await logIn('ada'), eventNamed('Wedding')];
    expect(await summaryOf(ada, wedding)).toEqual(summaryNow(wedding));
    const { body } = await get('listBudgets', ada, { event_id: wedding.id });
    const spent = z.array(z.object({ name: z.string(), spent: z.number() })).parse(body.data);
    expect(Object.fromEntries(spent.map((budget) => [budget.name, budget.spent]))).toMatchObject({
      ...{ 'Paid without spent': 800, 'Paid with less spent': 800, 'Paid with more spent': 500.5 },
      ...{ 'Spent, but not paid': 1_000, 'Ticked off by mistake': 0, 'Gift, received': 2_000 },
    });
    expect(JSON.stringify(body.data)).not.toContain('"paid":false');
  });

  it('lists leave out sums that they lack, and then have them', async () => {
    const grace = await logIn('grace');
    const lists = async () => [
      (await get('list', grace, {}, { include: 'summary' })).text,
      (await get('viewSummary', grace)).text,
    ];
    for (const text of await lists()) expect(text).not.toContain('to_pay');
    await upgrade();
    for (const text of await lists()) expect(text).toContain('"to_pay":39.876');
  });

  it.each(['a budget', 'an event'])('a change of %s sets all sums', async (what) => {
    const [ada, wedding] = [await logIn('ada'), eventNamed('Wedding')];
    if (what === 'a budget') await newBudget(ada, wedding, { amount: 100, spent: 60 });
    else
      await call(endpoints.update.handler, { token: ada, path: { id: wedding.id }, body: { name: 'Party' } });
    const sums = summaryNow(wedding);
    if (what === 'a budget') {
      sums.total_amount += 100;
      sums.total_spent += 60;
      sums.to_pay += 40;
    }
    expect(await summaryOf(ada, wedding)).toEqual(sums);
    const { body } = await get('list', ada, {}, { include: 'summary' });
    const listed = z.array(z.looseObject({ id: z.int() })).parse(body.data);
    expect(listed.find(({ id }) => String(id) === wedding.id)).toMatchObject(sums);
  });

  it('what was paid is open again if less was spent', async () => {
    const [ada, wedding] = [await logIn('ada'), eventNamed('Wedding')];
    const path = { event_id: wedding.id, id: budgetIn(wedding, 'Paid without spent') };
    await call(endpoints.updateBudget.handler, { token: ada, path, body: { spent: 100 } });
    expect((await get('viewBudget', ada, path)).body.data).toMatchObject({ amount: 800, spent: 100 });
    const before = summaryNow(wedding);
    expect(await summaryOf(ada, wedding)).toMatchObject({ to_pay: before.to_pay + 700 });
  });

  it('what is left to pay and was paid is listed as after it', async () => {
    const ada = await logIn('ada');
    const lists = async () => [
      (await get('listPayments', ada)).body.data,
      (await get('listPayments', ada, {}, { paid: 'true' })).body.data,
    ];
    const before = await lists();
    // Those of Ada, and the one that Grace shares with her.
    const heads = ['Wedding', 'Wedding again', 'Empty', 'Expo'].map(
      (name) => eventNow(eventNamed(name)).head,
    );
    expect(before.map((list) => z.array(z.unknown()).parse(list).length)).toEqual([
      sum(heads.flatMap(({ open_days }) => Object.values(open_days))),
      sum(heads.map(({ paid_count = 0 }) => paid_count)),
    ]);
    await upgrade();
    expect(await lists()).toEqual(before);
  });

  it('histories don’t say paid, and restore what was paid as spent', async () => {
    const [ada, wedding] = [await logIn('ada'), eventNamed('Wedding')];
    const entries = await historyOf(ada, wedding, { limit: '100' });
    expect(entries).toHaveLength(35);
    expect(JSON.stringify(entries)).not.toMatch(/"paid":false|"spent":0,"paid"/);
    const deletion = entries.find(
      ({ changes: [change] }) => change?.before?.['name'] === 'Deleted while paid',
    );
    expect(deletion?.changes).toMatchObject([{ change: 'deleted', before: { amount: 210, spent: 210 } }]);
    expect((await undo(ada, wedding, deletion?.version ?? 0)).status).toBe(200);
    const before = summaryNow(wedding);
    expect(await summaryOf(ada, wedding)).toMatchObject({
      ...{ total_spent: before.total_spent + 210, to_pay: before.to_pay },
    });
  });
});
