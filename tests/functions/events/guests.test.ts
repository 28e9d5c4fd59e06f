import { beforeEach, describe, expect, it } from 'vitest';
import { importInto, shownBudgets } from '../../support/budget-files.ts';
import { type Client, newClient, sharedClients } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { gateToDatabase } from '../../support/proxied-database.ts';
import { allBudgets, party, viewEvent } from '../../support/service.ts';
import { expectSums } from '../../support/sharing.ts';
import { rejected } from '../../support/table.ts';

const gate = await gateToDatabase();

const PER_GUEST = { amount: undefined, unit_amount: 3.5, quantity: 2, per_guest: true, spent: 1 };

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent({ guests: 80 });
});

const change = (body: object, headers = {}) => ada.update(event, body, headers);
const add = (fields: Record<string, unknown> = {}) => ada.newBudget(event, { ...PER_GUEST, ...fields });
const copied = (fields: object = {}) => ada.copy(event, { event_date: '2028-07-04', ...fields });
/** The guests that a view shows. */
const shown = async (path = event) => Object((await ada.view(path)).body.data).guests;

/** Expects the amounts of all budgets, and the sums of the event to be theirs. */
async function expectAmounts(expected: readonly number[], path = event) {
  expect((await allBudgets(ada.token, path)).map(({ amount }) => amount)).toEqual(expected);
  await expectSums(ada.token, path);
}

describe('the guests of an event', () => {
  it.each([0, 1, 80, 100_000])('may be %d, and are in all answers', async (guests) => {
    const bob = await newClient();
    const created = await bob.create(party({ guests }), { prefer: 'return=representation' });
    expect([created.status, created.body.data]).toMatchObject([201, { guests }]);
    const shown = `"event_date":"2026-07-04","guests":${guests}`;
    for (const { text } of [await bob.view({ id: created.id }), await bob.list()])
      expect(text).toContain(`${shown}}`);
    expect((await bob.exportAccount()).text).toContain(`${shown},"budgets":[]`);
  });

  it.each([undefined, null])('are in no answer if they are %s', async (guests) => {
    const bob = await newClient();
    const path = await bob.newEvent({ guests });
    for (const { text } of [await bob.view(path), await bob.list(), await bob.exportAccount()])
      expect(text).not.toContain('guests');
  });

  it.each([-1, 1.5, 100_001, '80', true, []])('may not be %j', async (guests) => {
    const message = 'Guests must be a whole number from 0 to 100000.';
    for (const write of [
      () => ada.create(party({ guests })),
      () => change({ guests }),
      () => copied({ guests }),
    ]) {
      const { status, body } = await rejected(write);
      expect([status, body.errors]).toEqual([422, [{ field: 'guests', code: 'invalid', message }]]);
    }
  });

  it('are set, changed and cleared by an update, and others keep them', async () => {
    event = await ada.newEvent({ currency: 'JPY', limit_amount: 10 });
    const others = { name: 'Ball', currency: 'BHD', limit_amount: 10.125, description: 'In' };
    for (const [body, guests] of [
      [{ guests: 80 }, 80],
      [{ name: 'Gala' }, 80],
      [{ guests: 0, ...others }, 0],
      [{ guests: null }, undefined],
      [{ guests: null }, undefined],
    ] as const) {
      expect((await change(body)).status).toBe(200);
      expect(await shown()).toBe(guests);
    }
    expect((await ada.view(event)).body.data).toMatchObject(others);
  });
});

describe('a change of the guests', () => {
  it('computes all budgets per guest anew, and no others', async () => {
    await add();
    await add({ per_guest: false });
    await ada.newBudget(event, { amount: 9 });
    await add({ kind: 'income', unit_amount: 10, quantity: undefined });
    await add({ unit_amount: 0 });
    await expectAmounts([560, 7, 9, 800, 0]);
    for (const [guests, expected] of [
      [81, [567, 7, 9, 810, 0]],
      [0, [0, 7, 9, 0, 0]],
      [100_000, [700_000, 7, 9, 1_000_000, 0]],
      [null, [0, 7, 9, 0, 0]],
      [1, [7, 7, 9, 10, 0]],
    ] as const) {
      expect((await change({ guests })).status).toBe(200);
      await expectAmounts(expected);
    }
    expect(await viewEvent(ada.token, event)).toMatchObject({ total_amount: 23, budgets_count: 5 });
  });

  it('keeps everything else of the budgets', async () => {
    const texts = { vendor: 'Ada & Co.', note: 'By card', due_date: '2026-06-30' };
    const budget = await add(texts);
    const { body } = await change({ guests: 81 }, { prefer: 'return=representation' });
    expect(body.data).toMatchObject({ id: Number(event.id), guests: 81, total_amount: 567 });
    expect((await ada.viewBudget(budget)).text).toContain(
      '"amount":567.00,"spent":1.00,"vendor":"Ada & Co.","note":"By card","due_date":"2026-06-30",' +
        '"unit_amount":3.50,"quantity":2,"per_guest":true',
    );
  });

  it('gives only the budgets whose amount changes another version', async () => {
    const budgets = [await add(), await add({ unit_amount: 0 }), await ada.newBudget(event)];
    const tags = () => Promise.all(budgets.map(async (budget) => (await ada.viewBudget(budget)).tag));
    expect((await change({ guests: 90 })).tag).toBe('"5"');
    expect(await tags()).toEqual(['"1"', '"0"', '"0"']);
    // As many as before.
    expect((await change({ guests: 90 })).tag).toBe('"6"');
    expect(await tags()).toEqual(['"1"', '"0"', '"0"']);
    await expectAmounts([630, 0, 1250.5]);
  });

  it('is rejected if an amount would be too large', async () => {
    await add();
    await add({ name: 'Hall', unit_amount: 46_191.51, quantity: undefined });
    const { status, body } = await rejected(() => change({ guests: 21_650, name: 'Ball' }));
    const message = 'Guests make Hall too large (maximum is 999999999.99).';
    expect([status, body.errors]).toEqual([422, [{ field: 'guests', code: 'too_large', message }]]);
    expect((await rejected(() => copied({ guests: 21_650 }))).codes).toEqual([422, 'guests too_large']);
    expect((await change({ guests: 21_649 })).status).toBe(200);
    await expectAmounts([151_543, 999_999_999.99]);
  });

  it('by an editor has the same result, and a viewer may copy with other guests', async () => {
    const { owner, editor, viewer, event: shared } = await sharedClients();
    await owner.newBudget(shared, PER_GUEST);
    expect((await editor.update(shared, { guests: 5 })).status).toBe(200);
    expect(await viewEvent(owner.token, shared)).toMatchObject({ total_amount: 1285.5 });
    await expectSums(owner.token, shared);
    expect((await viewer.copy(shared, { event_date: '2028-07-04', guests: 5 })).status).toBe(201);
  });

  it('is one read and one write, of 500 budgets too', async () => {
    const { amount: _, ...line } = { ...PER_GUEST, name: 'Drinks' };
    await importInto(ada.token, event, Array(500).fill(line));
    for (const fields of [{ guests: 100 }, { name: 'Ball' }]) {
      takeRequests();
      expect((await change(fields)).status).toBe(200);
      // The first asks for the session.
      expect(takeRequests().counts).toEqual({ reads: 2, writes: 1 });
    }
    await expectAmounts(Array(500).fill(700));
  });
});

describe('others who change the event meanwhile', () => {
  /** Does something between the read of the event and the write. */
  const beforeWrite = (work: () => Promise<unknown>) => {
    gate.before = async ({ operation }) => {
      if (operation === 'GetItem') return;
      gate.open();
      await work();
    };
  };

  it('a new budget per guest has the new guests', async () => {
    await add();
    beforeWrite(() => add());
    expect((await change({ guests: 100 })).status).toBe(200);
    await expectAmounts([700, 700]);
  });

  it('a budget whose write read the old guests gets the new ones', async () => {
    beforeWrite(() => change({ guests: 100 }));
    await add();
    await expectAmounts([700]);
    const drinks = await add();
    beforeWrite(() => change({ guests: 10 }));
    expect((await ada.updateBudget(drinks, { quantity: 3 })).status).toBe(200);
    await expectAmounts([70, 105]);
  });
});

describe('a copy', () => {
  it.each<[object, number | undefined, [drinks: number, other: number]]>([
    [{}, 80, [560, 9]],
    [{ guests: 100 }, 100, [700, 9]],
    [{ guests: 0 }, 0, [0, 9]],
    [{ guests: null }, undefined, [0, 9]],
  ])('with %j has its guests, and their amounts', async (fields, guests, expected) => {
    await add();
    await ada.newBudget(event, { amount: 9 });
    const made = { id: (await copied(fields)).id };
    expect(await shown(made)).toBe(guests);
    await expectAmounts(expected, made);
    expect((await ada.update(made, { guests: 10 })).status).toBe(200);
    await expectAmounts([70, 9], made);
    const [drinks] = await shownBudgets(ada.token, made);
    expect(drinks).toMatchObject({ spent: 0, unit_amount: 3.5, quantity: 2, per_guest: true });
    await expectAmounts([560, 9]);
  });

  it('of an event without guests has none, or those that are given', async () => {
    event = await ada.newEvent();
    await add();
    expect(await shown({ id: (await copied()).id })).toBeUndefined();
    expect(await shown({ id: (await copied({ guests: 5 })).id })).toBe(5);
  });
});
