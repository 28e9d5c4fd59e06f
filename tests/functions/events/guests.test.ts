import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { importInto } from '../../support/budget-files.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { rejected } from '../../support/rejected.ts';
import {
  allBudgets,
  endpoints,
  newBudget,
  newEvent,
  newToken,
  party,
  viewEvent,
} from '../../support/service.ts';
import { sharedEvent } from '../../support/sharing.ts';
import { expectSums } from '../../support/sums.ts';

const gate = await gateToDatabase();

const { create, copy, update, updateBudget, deleteBudget, view, viewBudget, list, exportAccount } = endpoints;

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token, { guests: 80 });
});

const PER_GUEST = { amount: undefined, unit_amount: 3.5, quantity: 2, per_guest: true, spent: 1 };

const change = (body: object, headers = {}, path = event) =>
  call(update.handler, { token, path, headers, body });
const add = (fields: Record<string, unknown> = PER_GUEST) => newBudget(token, event, fields);
const amounts = async () => (await allBudgets(token, event)).map(({ amount }) => amount);
const versionOf = async (path: { event_id: string; id: string }) =>
  (await call(viewBudget.handler, { method: 'GET', token, path })).tag;
const shown = async (path = event) =>
  z.looseObject({}).parse((await call(view.handler, { method: 'GET', token, path })).body.data)['guests'];

describe('the guests of an event', () => {
  it.each([0, 1, 80, 100_000])('may be %d, and are in all answers', async (guests) => {
    const created = await call(create.handler, {
      ...{ token, body: party({ guests }) },
      headers: { prefer: 'return=representation' },
    });
    expect([created.status, created.body.data]).toMatchObject([201, { guests }]);
    expect(await shown({ id: created.id })).toBe(guests);
    const { text } = await call(list.handler, { method: 'GET', token });
    expect(text).toContain(`"event_date":"2026-07-04","guests":${guests}}`);
    const exported = await call(exportAccount.handler, { method: 'GET', token });
    expect(exported.text).toContain(`"event_date":"2026-07-04","guests":${guests},"budgets":[]`);
  });

  it.each([undefined, null])('are in no answer if they are %s', async (guests) => {
    const own = await newToken();
    await newEvent(own, { guests });
    for (const { handler } of [list, exportAccount])
      expect((await call(handler, { method: 'GET', token: own })).text).not.toContain('guests');
  });

  it.each([-1, 1.5, 100_001, 1e12, -1e12, '80', true, []])('may not be %j', async (guests) => {
    const body = party({ guests });
    const message = 'Guests must be a whole number from 0 to 100000.';
    for (const write of [
      () => call(create.handler, { token, body }),
      () => change({ guests }),
      () => call(copy.handler, { token, path: event, body }),
    ]) {
      const { status, body: answer } = await rejected(write);
      expect([status, answer.errors]).toEqual([422, [{ field: 'guests', code: 'invalid', message }]]);
    }
  });

  it('are set, changed and cleared by an update, and others keep them', async () => {
    event = await newEvent(token);
    for (const [body, guests] of [
      [{ guests: 80 }, 80],
      [{ name: 'Ball' }, 80],
      [{ guests: 0, name: 'Party' }, 0],
      [{ guests: null }, undefined],
      [{ guests: null }, undefined],
    ] as const) {
      expect((await change(body)).status).toBe(200);
      expect(await shown()).toBe(guests);
    }
  });
});

describe('a change of the guests', () => {
  it('computes all budgets per guest anew, and no others', async () => {
    await add();
    await add({ ...PER_GUEST, per_guest: false });
    await add({ amount: 9 });
    await add({ ...PER_GUEST, kind: 'income', unit_amount: 10, quantity: undefined });
    await add({ ...PER_GUEST, unit_amount: 0 });
    expect(await amounts()).toEqual([560, 7, 9, 800, 0]);
    for (const [guests, expected] of [
      [81, [567, 7, 9, 810, 0]],
      [0, [0, 7, 9, 0, 0]],
      [100_000, [700_000, 7, 9, 1_000_000, 0]],
      [null, [0, 7, 9, 0, 0]],
      [1, [7, 7, 9, 10, 0]],
    ] as const) {
      expect((await change({ guests })).status).toBe(200);
      expect(await amounts()).toEqual(expected);
      await expectSums(token, event);
    }
    expect(await viewEvent(token, event)).toMatchObject({ total_amount: 23, budgets_count: 5 });
  });

  it('keeps everything else of the budgets', async () => {
    const texts = { vendor: 'Ada & Co.', note: 'By card', due_date: '2026-06-30' };
    await add({ ...PER_GUEST, ...texts });
    const [before] = await allBudgets(token, event);
    expect((await change({ guests: 81 })).status).toBe(200);
    const path = { event_id: event.id, id: String(before?.id) };
    const { text } = await call(viewBudget.handler, { method: 'GET', token, path });
    expect(text).toContain(
      '"amount":567.00,"spent":1.00,"vendor":"Ada & Co.","note":"By card","due_date":"2026-06-30",' +
        '"unit_amount":3.50,"quantity":2,"per_guest":true',
    );
    await expectSums(token, event);
  });

  it('gives only the budgets whose amount changes another version', async () => {
    const [drinks, free, plain] = [await add(), await add({ ...PER_GUEST, unit_amount: 0 }), await add({})];
    const stale = { 'if-match': await versionOf(drinks) };
    const updated = await change({ guests: 90 });
    expect(updated.tag).toBe('"5"');
    expect(await Promise.all([drinks, free, plain].map(versionOf))).toEqual(['"1"', '"0"', '"0"']);
    for (const { handler } of [updateBudget, deleteBudget]) {
      const edit = () => call(handler, { token, path: drinks, headers: stale, body: { name: 'Wine' } });
      expect((await rejected(edit)).status).toBe(412);
    }
    const current = { 'if-match': '"1"' };
    const named = { token, path: drinks, headers: current, body: { name: 'Wine' } };
    expect((await call(updateBudget.handler, named)).status).toBe(200);
  });

  it('to as many as before changes no budget, but the version of the event', async () => {
    const drinks = await add();
    const before = await allBudgets(token, event);
    const updated = await change({ guests: 80 });
    expect([updated.status, updated.tag]).toEqual([200, '"3"']);
    expect(await allBudgets(token, event)).toEqual(before);
    expect(await versionOf(drinks)).toBe('"0"');
    await expectSums(token, event);
  });

  it('also changes the other fields', async () => {
    event = await newEvent(token, { currency: 'JPY', limit_amount: 10 });
    const body = { guests: 5, name: 'Ball', currency: 'BHD', limit_amount: 10.125, description: 'In' };
    expect((await change(body)).status).toBe(200);
    const { body: viewed } = await call(view.handler, { method: 'GET', token, path: event });
    expect(viewed.data).toMatchObject(body);
  });

  it('needs the current version if one is sent', async () => {
    await add();
    const stale = await rejected(() => change({ guests: 90 }, { 'if-match': '"1"' }));
    expect(stale.status).toBe(412);
    expect((await change({ guests: 90 }, { 'if-match': '"1", "2"' })).status).toBe(200);
    expect(await amounts()).toEqual([630]);
  });

  it('has the event in its answer if that is preferred', async () => {
    await add();
    const headers = { prefer: 'return=representation' };
    const { body } = await change({ guests: 90 }, headers);
    expect(body.data).toMatchObject({ id: Number(event.id), guests: 90, total_amount: 630 });
    expect((await change({ guests: null }, headers)).body.data).not.toHaveProperty('guests');
  });

  it('is refused if an amount would be too large, and changes nothing', async () => {
    await add();
    await add({ ...PER_GUEST, name: 'Hall', unit_amount: 46_191.51, quantity: undefined });
    const { status, body } = await rejected(() => change({ guests: 21_650, name: 'Ball' }));
    const message = 'Guests make Hall too large (maximum is 999999999.99).';
    expect([status, body.errors]).toEqual([422, [{ field: 'guests', code: 'too_large', message }]]);
    expect((await change({ guests: 21_649 })).status).toBe(200);
    expect(await amounts()).toEqual([151_543, 999_999_999.99]);
    await expectSums(token, event);
  });

  it('is for the owner and editors', async () => {
    const shared = await sharedEvent();
    token = shared.viewer;
    expect((await rejected(() => change({ guests: 5 }, {}, shared.event))).status).toBe(403);
    token = await newToken();
    expect((await rejected(() => change({ guests: 5 }, {}, shared.event))).status).toBe(404);
    expect((await rejected(() => change({ guests: 5 }, {}, { id: '1' }))).status).toBe(404);
    token = shared.editor;
    await newBudget(token, shared.event, PER_GUEST);
    expect((await change({ guests: 5 }, {}, shared.event)).status).toBe(200);
    expect(await viewEvent(shared.owner, shared.event)).toMatchObject({ total_amount: 1285.5 });
    await expectSums(shared.owner, shared.event);
  });

  it('is one read and one write, of 500 budgets too', async () => {
    const { amount: _, ...line } = { ...PER_GUEST, name: 'Drinks' };
    await importInto(token, event, Array(500).fill(line));
    takeRequests();
    expect((await change({ guests: 100 })).status).toBe(200);
    // The first asks for the session.
    expect(takeRequests().counts).toEqual({ reads: 2, writes: 1 });
    expect(await viewEvent(token, event)).toMatchObject({ total_amount: 350_000, budgets_count: 500 });
    await expectSums(token, event);
    takeRequests();
    expect((await change({ name: 'Ball' })).status).toBe(200);
    expect(takeRequests().counts).toEqual({ reads: 2, writes: 1 });
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
    expect(await amounts()).toEqual([700, 700]);
    await expectSums(token, event);
  });

  it('a budget whose write read the old guests gets the new ones', async () => {
    beforeWrite(() => change({ guests: 100 }));
    await add();
    expect(await amounts()).toEqual([700]);
    const drinks = await add();
    beforeWrite(() => change({ guests: 10 }));
    const body = { quantity: 3 };
    expect((await call(updateBudget.handler, { token, path: drinks, body })).status).toBe(200);
    expect(await amounts()).toEqual([70, 105]);
    await expectSums(token, event);
  });
});

describe('a copy', () => {
  const copied = (fields: object = {}, headers = {}) =>
    call(copy.handler, { token, path: event, headers, body: { event_date: '2028-07-04', ...fields } });

  it.each<[object, number | undefined, [drinks: number, other: number]]>([
    [{}, 80, [560, 9]],
    [{ guests: 100 }, 100, [700, 9]],
    [{ guests: 0 }, 0, [0, 9]],
    [{ guests: null }, undefined, [0, 9]],
  ])('with %j has its guests, and their amounts', async (fields, guests, expected) => {
    await add();
    await add({ amount: 9 });
    const made = await copied(fields);
    const original = event;
    event = { id: made.id };
    expect([made.status, await shown()]).toEqual([201, guests]);
    expect(await amounts()).toEqual(expected);
    await expectSums(token, event);
    expect(await viewEvent(token, event)).toMatchObject({ total_amount: expected[0] + 9 });
    expect((await change({ guests: 10 })).status).toBe(200);
    expect(await amounts()).toEqual([70, 9]);
    await expectSums(token, event);
    event = original;
    expect(await amounts()).toEqual([560, 9]);
  });

  it('of an event without guests has none, or those that are given', async () => {
    event = await newEvent(token);
    await add();
    expect(await shown({ id: (await copied()).id })).toBeUndefined();
    expect(await shown({ id: (await copied({ guests: 5 })).id })).toBe(5);
  });

  it('keeps unit amounts, quantities and what is per guest', async () => {
    await add();
    const path = { event_id: (await copied()).id };
    const { text } = await call(endpoints.listBudgets.handler, { method: 'GET', token, path });
    expect(text).toContain(
      '"amount":560.00,"spent":0.00,"unit_amount":3.50,"quantity":2,"per_guest":true,"version":0}',
    );
  });

  it('is refused if an amount would be too large', async () => {
    await add({ ...PER_GUEST, unit_amount: 999_999.99 });
    const outcome = await rejected(() => copied({ guests: 100_000 }));
    expect(outcome.codes).toEqual([422, 'guests too_large']);
  });

  it('under a key is found again, and other guests are other input', async () => {
    await add();
    const key = { 'idempotency-key': 'a-key' };
    const made = await copied({ guests: 100 }, key);
    const again = await copied({ guests: 100 }, key);
    expect([again.id, again.headers['idempotency-replayed']]).toEqual([made.id, 'true']);
    expect((await rejected(() => copied({}, key))).codes).toEqual([422, 'Idempotency-Key reused']);
  });

  it('may be given guests by a viewer', async () => {
    const shared = await sharedEvent();
    token = shared.viewer;
    event = shared.event;
    expect((await copied({ guests: 5 })).status).toBe(201);
  });
});
