import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { upgradeTable } from '../../build/upgrade.ts';
import { OutOfTimeError } from '../../lib/concurrency.ts';
import { budgetPath } from '../../lib/dynamodb/keys.ts';
import { clientOf } from '../support/client.ts';
import { faultyDatabase, isWrite } from '../support/faults.ts';
import { recordedTable } from '../support/records.ts';
import { IS_FULL } from '../support/scale.ts';
import { setInEvent } from '../support/sharing.ts';
import { heldOf04, itemsOf04 } from '../support/table-of-0.4.ts';
import { wholeTable } from '../support/whole-table.ts';

const database = await faultyDatabase();
const table = wholeTable();
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: heldOf04.now });
  await table.empty();
  await table.add(itemsOf04());
});
afterEach(() => vi.useRealTimers());

const wait = async () => undefined;
const upgrade = () => upgradeTable({ wait });

const storedBudget = z.looseObject({ a: z.int(), f: z.optional(z.looseObject({ a: z.int() })) });
const storedEvent = z.looseObject({ head: z.looseObject({}), budgets: z.record(z.string(), storedBudget) });

const isEvent = ({ SK }: Record<string, unknown>) => String(SK).startsWith('EVENT#');
const keyOf = ({ PK, SK }: Record<string, unknown>) => `${PK} ${SK}`;
const byKey = (items: Record<string, unknown>[]) => new Map(items.map((item) => [keyOf(item), item]));

/** An event as it has to be after the upgrade: units with a fractional quantity are where the others are. */
function eventNow(item: Record<string, unknown>) {
  const { budgets, ...others } = storedEvent.parse(item);
  const now = Object.entries(budgets).map(([id, { f, ...budget }]) => [id, { ...budget, ...f }]);
  return { ...others, budgets: Object.fromEntries(now) };
}

/** All that the table has after the upgrade. */
const tableNow = byKey(itemsOf04().map((item) => (isEvent(item) ? eventNow(item) : item)));
const EVENTS = itemsOf04().filter((item) => isEvent(item) && JSON.stringify(item).includes('"f":')).length;

const ada = clientOf(String(heldOf04.sessions['ada']));
const wedding = String(heldOf04.events['wedding']);
const ribbon = { event_id: wedding, id: String(heldOf04.budgets['ribbon']) };

describe('the upgrade', () => {
  it('stores fractional quantities with the other fields, also in the trash, and changes nothing else', async () => {
    expect(EVENTS).toBeGreaterThan(5);
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

  it.each(IS_FULL ? Array.from({ length: EVENTS }, (_, n) => n) : [0, EVENTS - 1])(
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
    let isChanged = false;
    const lane = database.disturb(() => undefined);
    lane.before = async (request) => {
      if (isChanged || !request.body.includes('"Wedding"') || !isWrite(request)) return;
      isChanged = true;
      await ada.updateBudget(ribbon, { quantity: 7.25 });
    };
    expect(await lane.complete(upgrade)).toBe(EVENTS);
    database.release(lane);
    expect((await ada.viewBudget(ribbon)).body.data).toMatchObject({ amount: 14.5, quantity: 7.25 });
    expect(await upgrade()).toBe(0);
  });

  it('may come between the read and the write of a change', async () => {
    const lane = database.disturb(() => undefined);
    let upgraded = 0;
    lane.before = async ({ operation }) => {
      if (operation === 'UpdateItem' && upgraded === 0) upgraded = await upgrade();
    };
    await lane.complete(() => ada.updateBudget(ribbon, { unit_amount: null, amount: 7 }));
    database.release(lane);
    expect(upgraded).toBe(EVENTS);
    expect((await ada.viewBudget(ribbon)).body.data).toMatchObject({ amount: 7 });
    expect((await ada.viewBudget(ribbon)).body.data).not.toHaveProperty('quantity');
    expect(await upgrade()).toBe(0);
  });

  it('takes the units of 0.4 where it has removed `per_guest` of this version’s', async () => {
    const event = { id: wedding };
    const cake = await ada.newBudget(event, { amount: 450, unit_amount: 2, quantity: 2.5, per_guest: true });
    const stored = budgetPath(Number(cake.id));
    await setInEvent(ada.token, event, [...stored, 'a'], 500);
    await setInEvent(ada.token, event, [...stored, 'f'], { u: 200, q: 2.5, a: 500 });
    for (const left of [EVENTS, 0]) {
      expect(await ada.shownBudget(cake)).not.toHaveProperty('per_guest');
      expect(await upgrade()).toBe(left);
    }
  });

  it('leaves out what is no event, and tells of it after all others', async () => {
    await table.add([{ PK: 'ACCOUNT#nobody', SK: 'EVENT#0000000000000001', head: {} }]);
    await expect(upgrade()).rejects.toThrow("ACCOUNT#nobody EVENT#0000000000000001 can't be upgraded");
    const items = byKey(await table.items());
    items.delete('ACCOUNT#nobody EVENT#0000000000000001');
    expect(items).toEqual(tableNow);
  });
});

describe.each(['sums', 'a paid budget'])('an event of version 0.3, by %s,', (by) => {
  beforeEach(async () => {
    const old = itemsOf04().find(({ SK }) => SK === `EVENT#${wedding.padStart(16, '0')}`);
    const { head, budgets, ...others } = storedEvent.parse(old);
    const { to_pay_cents: _, ...lacking } = head;
    const paid = Object.fromEntries(Object.entries(budgets).map(([id, each]) => [id, { ...each, p: true }]));
    await table.add([
      by === 'sums' ? { ...others, budgets, head: lacking } : { ...others, head, budgets: paid },
    ]);
  });

  it('is 503, and never read wrongly', async () => {
    const event = { id: wedding };
    const calls = [ada.listBudgets(event), ada.update(event, { name: 'Party' }), ada.listPayments()];
    if (by === 'sums') calls.push(ada.list(), ada.view(event), ada.viewSummary());
    for (const { status } of await Promise.all(calls)) expect(status).toBe(503);
  });

  it('is named by the upgrade, which upgrades all others', async () => {
    await expect(upgrade()).rejects.toThrow(
      "can't be upgraded. OldEventError: An event was stored by version 0.3. Upgrade to version 0.4 first",
    );
    const left = (await table.items()).filter(
      (item) => isEvent(item) && JSON.stringify(item).includes('"f":'),
    );
    expect(left).toMatchObject([{ SK: `EVENT#${wedding.padStart(16, '0')}` }]);
  });
});
