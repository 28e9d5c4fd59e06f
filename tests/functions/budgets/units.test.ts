import { beforeEach, expect, it } from 'vitest';
import type { Outcome } from '../../support/call.ts';
import { type Client, newClient } from '../../support/client.ts';
import { recordedDeletion, undo } from '../../support/history.ts';
import { expectSums } from '../../support/sharing.ts';
import { rejected, tableContent } from '../../support/table.ts';

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent({ guests: 80 });
});

const create = (fields: object, headers = {}) =>
  ada.createBudget(event, { name: 'Drinks', ...fields }, headers);
/** A budget with a unit amount, and its path. */
const newUnits = (fields: object) =>
  ada.newBudget(event, { name: 'Drinks', amount: undefined, spent: 0, ...fields });
const PER_GUEST = { unit_amount: 3.5, quantity: 2, per_guest: true };
const WINE = { name: 'Wine', unit_amount: 12.5, quantity: 0.25, per_guest: true };

/** A budget in a response, as text from its amount on, and without what was spent if that is nothing. */
const shownIn = ({ text }: Outcome) =>
  text
    .replace(/^.*?"amount":/, '')
    .replace(/}+$/, '')
    .replace(/,"spent":0(\.0+)?(?=,|$)/, '');
const shown = async (budget: { event_id: string; id: string }) => shownIn(await ada.viewBudget(budget));

it.each<[fields: object, text: string, currency?: string]>([
  [PER_GUEST, '560.00,"unit_amount":3.50,"quantity":2,"per_guest":true'],
  [{ ...PER_GUEST, per_guest: false }, '7.00,"unit_amount":3.50,"quantity":2,"per_guest":false'],
  [{ unit_amount: 3.5, quantity: null, per_guest: null }, '3.50,"unit_amount":3.50'],
  [{ unit_amount: 3.5, amount: 280, per_guest: true }, '280.00,"unit_amount":3.50,"per_guest":true'],
  [{ unit_amount: 0, quantity: 1 }, '0.00,"unit_amount":0.00,"quantity":1'],
  [{ unit_amount: null, amount: 5 }, '5.00'],
  [{ amount: 5, quantity: null, per_guest: null }, '5.00'],
  [{ amount: 5, per_guest: false }, '5.00'],
  [{ unit_amount: 46_191.51, quantity: 21_649 }, '999999999.99,"unit_amount":46191.51,"quantity":21649'],
  [{ unit_amount: 650, quantity: 31.5 }, '20475.00,"unit_amount":650.00,"quantity":31.5'],
  [{ unit_amount: 650, quantity: 31.5, amount: 20_475 }, '20475.00,"unit_amount":650.00,"quantity":31.5'],
  [{ unit_amount: 1, quantity: 0.01 }, '0.01,"unit_amount":1.00,"quantity":0.01', 'EUR'],
  [{ unit_amount: 0.3, quantity: 0.1 }, '0.03,"unit_amount":0.30,"quantity":0.1', 'EUR'],
  [{ unit_amount: 5_000, quantity: 1.25 }, '6250,"unit_amount":5000,"quantity":1.25', 'CLP'],
  [{ unit_amount: 1.1, quantity: 0.29 }, '0.319,"unit_amount":1.100,"quantity":0.29', 'KWD'],
  [{ unit_amount: 1_000, quantity: 999_999.99 }, '999999990.00,"unit_amount":1000.00,"quantity":999999.99'],
])('a budget of %j has its amount, and the fields that were given', async (fields, text, currency) => {
  event = await ada.newEvent({ guests: 80, currency });
  const created = await create(fields);
  expect([created.status, shownIn(created)]).toEqual([201, text]);
  expect(await shown({ event_id: event.id, id: created.id })).toBe(text);
  const total_amount = Number(text.replace(/,.*$/, ''));
  expect((await ada.view(event)).body.data).toMatchObject({ total_amount });
  await expectSums(ada.token, event);
});

it('a budget with a unit amount is in lists and the export of the account, and costs nothing per guest without guests', async () => {
  await newUnits(PER_GUEST);
  const text = '"amount":560.00,"spent":0.00,"unit_amount":3.50,"quantity":2,"per_guest":true';
  expect((await ada.listBudgets(event)).text).toContain(`${text},"version":0}]`);
  const exported = (await ada.exportAccount()).text;
  expect(exported).toContain(`${text}}]`);
  expect(exported).toContain('"guests":80');
  for (const guests of [undefined, 0]) {
    event = await ada.newEvent({ guests });
    expect(shownIn(await create({ unit_amount: 3.5, per_guest: true }))).toMatch(/^0\.00,/);
    await expectSums(ada.token, event);
  }
});

it('a budget with a unit amount of income is what is expected, and its changes change the income alone', async () => {
  const tickets = await newUnits({ unit_amount: 12.5, per_guest: true, kind: 'income', spent: 7 });
  expect(await ada.budgetsOf(event)).toMatchObject([{ amount: 1000 }]);
  const summary = { total_amount: 0, total_income: 1000, total_received: 7 };
  expect(await ada.summaryOf(event)).toMatchObject(summary);
  expect((await ada.updateBudget(tickets, { quantity: 2, spent: 1 })).status).toBe(200);
  expect(await shown(tickets)).toMatch(/^2000\.00,"spent":1\.00,"kind":"income",/);
  expect(await ada.summaryOf(event)).toMatchObject({ ...summary, total_income: 2000, total_received: 1 });
  await expectSums(ada.token, event);
});

it.each<[fields: object, ...errors: string[]]>([
  [{ unit_amount: 3.5, amount: 3.51 }, 'amount derived'],
  [{ unit_amount: 3.5, amount: 3.5, per_guest: true }, 'amount derived'],
  [{ unit_amount: 650, quantity: 31.5, amount: 20_474 }, 'amount derived'],
  [{ unit_amount: 3.5, amount: null }, 'amount invalid'],
  [{ unit_amount: 3.5, amount: 'x' }, 'amount invalid'],
  [{ unit_amount: 3.5, amount: 3.5, paid: false }, 'paid invalid'],
  [{ amount: 5, quantity: 2 }, 'unit_amount blank'],
  [{ amount: 5, per_guest: true }, 'unit_amount blank'],
  [{ amount: 5, unit_amount: null, quantity: 2, per_guest: true }, 'unit_amount blank'],
  [{ unit_amount: null }, 'amount blank'],
  [{ quantity: 2 }, 'amount blank'],
  [{ unit_amount: '3.5' }, 'unit_amount invalid'],
  [{ unit_amount: -1 }, 'unit_amount negative'],
  [{ unit_amount: 3.501 }, 'unit_amount too_precise'],
  [{ unit_amount: 1e9 }, 'unit_amount too_large'],
  [{ unit_amount: 1_001, quantity: 999_999.99 }, 'unit_amount too_large'],
  [{ unit_amount: 3.5, quantity: 0 }, 'quantity invalid'],
  [{ unit_amount: 3.5, quantity: 0.001 }, 'quantity invalid'],
  [{ unit_amount: 1, quantity: 0.005 }, 'quantity invalid'],
  [{ unit_amount: 3.5, quantity: 1.505 }, 'quantity too_precise'],
  [{ unit_amount: 3.51, quantity: 1.5 }, 'quantity too_precise'],
  [{ unit_amount: 650.01, quantity: 31.5 }, 'quantity too_precise'],
  [{ unit_amount: 3.5, quantity: '2' }, 'quantity invalid'],
  [{ unit_amount: 3.5, quantity: 1_000_001 }, 'quantity invalid'],
  [{ unit_amount: 3.5, quantity: 1e12 }, 'quantity invalid'],
  [{ unit_amount: 3.5, per_guest: 'true' }, 'per_guest invalid'],
  [{ name: '', unit_amount: 3.5, amount: 1, per_guest: 1 }, 'name blank', 'per_guest invalid'],
  [
    { name: '', category: 7, spent: -1, vendor: 7, note: 7, due_date: 'x', kind: 'x' },
    ...['name blank', 'category invalid', 'amount blank', 'spent negative'],
    ...['vendor invalid', 'note invalid', 'due_date invalid', 'kind invalid'],
  ],
])('a budget with a unit amount is rejected for %j', async (fields, ...errors) => {
  expect((await rejected(() => create(fields))).codes).toEqual([422, ...errors]);
});

it('a budget with a unit amount has an amount with the digits of its currency', async () => {
  for (const [currency, unit_amount, quantity] of [
    ['CLP', 333, 0.5] as const,
    ['KWD', 0.001, 0.01] as const,
  ]) {
    event = await ada.newEvent({ currency });
    const { codes } = await rejected(() => create({ unit_amount, quantity }));
    expect(codes).toEqual([422, 'quantity too_precise']);
  }
});

it.each([
  [{ unit_amount: 1, amount: 2 }, 'Amount must be 1.00, as calculated from the unit amount.'],
  [{ amount: 1, quantity: 2 }, 'Unit amount is required with quantity or per_guest.'],
  [{ unit_amount: 1, quantity: 0 }, 'Quantity must be a number from 0.01 to 1000000.'],
  [{ unit_amount: 1.01, quantity: 0.5 }, 'Quantity must make an amount with at most two fractional digits.'],
  [
    { unit_amount: 1e6, quantity: 1_000 },
    'Unit amount makes the amount too large (maximum is 999999999.99).',
  ],
])('a budget with a unit amount of %j is rejected with what is wrong', async (fields, message) => {
  expect((await create(fields)).messages).toEqual([message]);
});

it('an update computes the amount anew from what it says and what it leaves', async () => {
  const budget = await newUnits(PER_GUEST);
  for (const [body, text] of [
    [{ quantity: 3, amount: 840 }, '840.00,"unit_amount":3.50,"quantity":3,"per_guest":true'],
    [{ amount: 840, name: 'Wine' }, '840.00,"unit_amount":3.50,"quantity":3,"per_guest":true'],
    [{ unit_amount: 4 }, '960.00,"unit_amount":4.00,"quantity":3,"per_guest":true'],
    [{ per_guest: false }, '12.00,"unit_amount":4.00,"quantity":3,"per_guest":false'],
    [{ quantity: null }, '4.00,"unit_amount":4.00,"per_guest":false'],
    [{ per_guest: null, quantity: 2 }, '8.00,"unit_amount":4.00,"quantity":2'],
    [{ per_guest: true, spent: 5 }, '640.00,"spent":5.00,"unit_amount":4.00,"quantity":2,"per_guest":true'],
    [{ name: 'Wine', spent: 0 }, '640.00,"unit_amount":4.00,"quantity":2,"per_guest":true'],
    [
      { per_guest: null, unit_amount: 46_191.51, quantity: 21_649 },
      '999999999.99,"unit_amount":46191.51,"quantity":21649',
    ],
  ] as const) {
    expect((await ada.updateBudget(budget, body)).status).toBe(200);
    expect(await shown(budget)).toBe(text);
    await expectSums(ada.token, event);
  }
  for (const body of [{ unit_amount: 1e6, quantity: 1_000 }, { quantity: 21_650 }, { per_guest: true }]) {
    const { codes } = await rejected(() => ada.updateBudget(budget, body));
    expect(codes).toEqual([422, 'unit_amount too_large']);
  }
});

it('an update makes a plain budget one with a unit amount, and a plain one again', async () => {
  const budget = await ada.newBudget(event, { spent: 0 });
  for (const [body, text] of [
    [{ quantity: null }, '1250.50'],
    [{ per_guest: null }, '1250.50'],
    [{ per_guest: false }, '1250.50'],
    [{ unit_amount: null }, '1250.50'],
    [{ unit_amount: 3, per_guest: true }, '240.00,"unit_amount":3.00,"per_guest":true'],
    [{ unit_amount: null }, '240.00'],
    [{ unit_amount: 2, quantity: 2 }, '4.00,"unit_amount":2.00,"quantity":2'],
    [{ unit_amount: null, amount: 7 }, '7.00'],
    [{ unit_amount: 1 }, '1.00,"unit_amount":1.00'],
    [{ unit_amount: null, quantity: null, per_guest: false }, '1.00'],
  ] as const) {
    expect((await ada.updateBudget(budget, body)).status).toBe(200);
    expect(await shown(budget)).toBe(text);
    await expectSums(ada.token, event);
  }
});

it.each<[body: object, ofUnits: string | undefined, ofPlain: string | undefined]>([
  [{ amount: 5 }, 'amount derived', undefined],
  [{ unit_amount: 3, amount: 5 }, 'amount derived', 'amount derived'],
  [{ quantity: 2, amount: 5 }, 'amount derived', 'unit_amount blank'],
  [{ quantity: 2 }, undefined, 'unit_amount blank'],
  [{ per_guest: true }, undefined, 'unit_amount blank'],
  [{ unit_amount: null, quantity: 2 }, 'unit_amount blank', 'unit_amount blank'],
  [{ unit_amount: null, per_guest: true }, 'unit_amount blank', 'unit_amount blank'],
  [{ quantity: 0 }, 'quantity invalid', 'quantity invalid'],
  [{ unit_amount: 3.501 }, 'unit_amount too_precise', 'unit_amount too_precise'],
  [{ unit_amount: 3.333, quantity: 0.1 }, 'unit_amount too_precise', 'unit_amount too_precise'],
])('an update to %j: %s for one with a unit amount, %s for a plain one', async (body, ...codes) => {
  const budgets = [await newUnits(PER_GUEST), await ada.newBudget(event)];
  for (const [place, budget] of budgets.entries()) {
    const code = codes[place];
    if (code) expect((await rejected(() => ada.updateBudget(budget, body))).codes).toEqual([422, code]);
    else expect((await ada.updateBudget(budget, body)).status).toBe(200);
  }
});

it('an update is rejected if the amount has too many digits, and a quantity is stored as it is', async () => {
  const editing = await newUnits({ unit_amount: 650, quantity: 31.5 });
  await newUnits({ unit_amount: 650, quantity: 2 });
  const content = JSON.stringify(await tableContent());
  expect(content).toMatch(/"q":31\.5[,}].*"q":2[,}]/);
  expect(content).not.toContain('"f":');
  const { codes } = await rejected(() => ada.updateBudget(editing, { unit_amount: 650.01 }));
  expect(codes).toEqual([422, 'quantity too_precise']);
  expect((await ada.updateBudget(editing, { unit_amount: 650.02 })).status).toBe(200);
  expect(await shown(editing)).toMatch(/^20475\.63,/);
});

it('a repeat with a key has the first response, whatever became of the guests', async () => {
  const keyed = (fields: object) => create(fields, { 'idempotency-key': 'a-key' });
  const made = await keyed(PER_GUEST);
  const budget = { event_id: event.id, id: made.id };
  for (const [guests, amount] of [[100, /^700\.00,/] as const, [null, /^0\.00,/] as const]) {
    await ada.update(event, { guests });
    expect(await shown(budget)).toMatch(amount);
    const again = await keyed({ ...PER_GUEST, spent: 0 });
    expect([again.text, again.isReplay]).toEqual([made.text, true]);
    await expectSums(ada.token, event);
  }
  expect((await rejected(() => keyed({ ...PER_GUEST, quantity: 3 }))).codes[1]).toBe(
    'Idempotency-Key reused',
  );
  event = await ada.newEvent({ currency: 'JPY' });
  const yen = { unit_amount: 350, per_guest: true };
  const first = await keyed(yen);
  await ada.update(event, { guests: 100 });
  expect([shownIn(first), (await keyed(yen)).text]).toEqual([expect.stringMatching(/^0,/), first.text]);
});

it('guests that would make an inexact amount are rejected, also in a copy and in an undo', async () => {
  const wine = await newUnits(WINE);
  const copied = (guests: number) => ada.copy(event, { event_date: '2028-07-04', guests });
  const message = 'Guests must give Wine an amount with at most two fractional digits.';
  for (const write of [() => ada.update(event, { guests: 81 }), () => copied(81)]) {
    const { codes, messages } = await rejected(write);
    expect([...codes, ...messages]).toEqual([422, 'guests too_precise', message]);
  }
  expect((await ada.update(event, { guests: 80 })).status).toBe(200);
  expect(await ada.budgetsOf(event)).toMatchObject([{ amount: 250 }]);
  expect(await ada.budgetsOf({ id: (await copied(160)).id })).toMatchObject([{ amount: 500 }]);

  const version = await recordedDeletion(ada.token, wine);
  await ada.update(event, { guests: 81 });
  const { codes, messages } = await rejected(() => undo(ada.token, event, version));
  const inTheWay = 'Amount of Wine must have at most two fractional digits.';
  expect([...codes, ...messages]).toEqual([409, 'amount too_precise', inTheWay]);
  await ada.update(event, { guests: 160 });
  expect((await undo(ada.token, event, version)).status).toBe(200);
  expect(await ada.budgetsOf(event)).toMatchObject([{ amount: 500 }]);
});
