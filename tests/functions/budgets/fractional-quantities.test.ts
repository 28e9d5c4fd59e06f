import { beforeEach, describe, expect, it } from 'vitest';
import { exportOf, importInto } from '../../support/budget-files.ts';
import { call } from '../../support/call.ts';
import { recordedDeletion, undo } from '../../support/history.ts';
import { rejected } from '../../support/rejected.ts';
import { allBudgets, endpoints, newBudget, newEvent, newToken } from '../../support/service.ts';
import { expectSums } from '../../support/sums.ts';
import { tableContent } from '../../support/table-content.ts';

const { copy, createBudget, update, updateBudget, viewBudget } = endpoints;

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
});

const add = (fields: Record<string, unknown>) =>
  newBudget(token, event, { name: 'Editing', amount: undefined, spent: 0, ...fields });
const create = (fields: object) =>
  call(createBudget.handler, { token, path: { event_id: event.id }, body: { name: 'Editing', ...fields } });
const change = (path: { event_id: string; id: string }, body: object) =>
  call(updateBudget.handler, { token, path, body });
const setGuests = (guests: number) => call(update.handler, { token, path: event, body: { guests } });
const shown = async (path: { event_id: string; id: string }) =>
  (await call(viewBudget.handler, { method: 'GET', token, path })).text;

const TOO_PRECISE = {
  field: 'quantity',
  code: 'too_precise',
  message: 'Quantity must make an amount with at most two fractional digits.',
};

describe('a quantity with fractional digits', () => {
  it.each<[currency: string | undefined, fields: object, shown: string]>([
    [
      undefined,
      { unit_amount: 650, quantity: 31.5 },
      '20475.00,"spent":0.00,"unit_amount":650.00,"quantity":31.5',
    ],
    ['EUR', { unit_amount: 1, quantity: 0.01 }, '0.01,"spent":0.00,"unit_amount":1.00,"quantity":0.01'],
    ['EUR', { unit_amount: 0.3, quantity: 0.1 }, '0.03,"spent":0.00,"unit_amount":0.30,"quantity":0.1'],
    ['CLP', { unit_amount: 5_000, quantity: 1.25 }, '6250,"spent":0,"unit_amount":5000,"quantity":1.25'],
    ['KWD', { unit_amount: 1.1, quantity: 0.29 }, '0.319,"spent":0.000,"unit_amount":1.100,"quantity":0.29'],
    [
      'EUR',
      { unit_amount: 1_000, quantity: 999_999.99 },
      '999999990.00,"spent":0.00,"unit_amount":1000.00,"quantity":999999.99',
    ],
    [
      'EUR',
      { unit_amount: 650, quantity: 31.5, amount: 20_475 },
      '20475.00,"spent":0.00,"unit_amount":650.00,"quantity":31.5',
    ],
  ])('in %s of %j makes an exact amount', async (currency, fields, text) => {
    event = await newEvent(token, { currency });
    const created = await create(fields);
    expect(created.status).toBe(201);
    expect(await shown({ event_id: event.id, id: created.id })).toContain(`"amount":${text}}`);
    await expectSums(token, event);
  });

  it.each<[currency: string | undefined, fields: object, ...errors: string[]]>([
    [undefined, { unit_amount: 650.01, quantity: 31.5 }, 'quantity too_precise'],
    ['CLP', { unit_amount: 333, quantity: 0.5 }, 'quantity too_precise'],
    ['KWD', { unit_amount: 0.001, quantity: 0.01 }, 'quantity too_precise'],
    [undefined, { unit_amount: 1, quantity: 0.005 }, 'quantity invalid'],
    [undefined, { unit_amount: 1, quantity: 1.005 }, 'quantity too_precise'],
    [undefined, { unit_amount: 1_001, quantity: 999_999.99 }, 'unit_amount too_large'],
    [undefined, { unit_amount: 650, quantity: 31.5, amount: 20_474 }, 'amount derived'],
  ])('in %s of %j is refused', async (currency, fields, ...errors) => {
    event = await newEvent(token, { currency });
    expect((await rejected(() => create(fields))).codes).toEqual([422, ...errors]);
  });

  it('is refused in an update if the amount is not exact, and says so', async () => {
    const path = await add({ unit_amount: 650, quantity: 31.5 });
    const { status, body } = await rejected(() => change(path, { unit_amount: 650.01 }));
    expect([status, body.errors]).toEqual([422, [TOO_PRECISE]]);
    expect((await change(path, { unit_amount: 650.02 })).status).toBe(200);
    expect(await shown(path)).toContain('"amount":20475.63,');
  });

  it('is stored as it is, and a whole one as before', async () => {
    await add({ unit_amount: 650, quantity: 31.5 });
    await add({ unit_amount: 650, quantity: 2 });
    const content = JSON.stringify(await tableContent());
    expect(content).toMatch(/"q":31\.5[,}].*"q":2[,}]/);
    expect(content).not.toContain('"f":');
  });
});

describe('more guests', () => {
  const message = 'Guests must give Wine an amount with at most two fractional digits.';
  const inexact = [{ field: 'guests', code: 'too_precise', message }];

  it('are refused if an amount would not be exact', async () => {
    await add({ name: 'Wine', unit_amount: 12.5, quantity: 0.25, per_guest: true });
    const { status, body } = await rejected(() => setGuests(81));
    expect([status, body.errors]).toEqual([422, inexact]);
    expect((await setGuests(80)).status).toBe(200);
    expect(await allBudgets(token, event)).toMatchObject([{ amount: 250 }]);
  });

  it('are refused in a copy', async () => {
    await setGuests(80);
    await add({ name: 'Wine', unit_amount: 12.5, quantity: 0.25, per_guest: true });
    const copied = (guests: number) =>
      call(copy.handler, { token, path: event, body: { event_date: '2028-07-04', guests } });
    const { status, body } = await rejected(() => copied(81));
    expect([status, body.errors]).toEqual([422, inexact]);
    const original = event;
    event = { id: (await copied(160)).id };
    expect(event).not.toEqual(original);
    expect(await allBudgets(token, event)).toMatchObject([{ amount: 500 }]);
  });

  it('are in the way of a deleted budget whose amount would not be exact', async () => {
    await setGuests(80);
    const wine = await add({ name: 'Wine', unit_amount: 12.5, quantity: 0.25, per_guest: true });
    const version = await recordedDeletion(token, wine);
    await setGuests(81);
    const { status, body } = await rejected(() => undo(token, event, version));
    const message = 'Amount of Wine must have at most two fractional digits.';
    expect([status, body.errors]).toEqual([409, [{ field: 'amount', code: 'too_precise', message }]]);
    await setGuests(160);
    expect((await undo(token, event, version)).status).toBe(200);
    expect(await allBudgets(token, event)).toMatchObject([{ amount: 500 }]);
  });
});

describe('a file', () => {
  const input = [
    'category;name;quantity;unit_amount;amount',
    'Studio;Direction;30;550;16500',
    'Studio;Hosting;;;5400',
    'Studio;Editing;31,5;650;20475',
    '',
  ].join('\n');

  it('has decimal commas in a quantity', async () => {
    const { status } = await importInto(token, event, input, { query: { decimal: ',' } });
    expect(status).toBe(201);
    expect(await allBudgets(token, event)).toMatchObject([{}, {}, { amount: 20_475 }]);
    const exported = await exportOf(token, event, {}, { include: 'version' });
    expect(exported.text).toContain('650.00,31.5,');
    expect((await importInto(token, event, exported.text)).body).toMatchObject({ changed_count: 0 });
  });
});

it('a unit amount below the smallest coin is refused with what to write instead', async () => {
  const file = 'name;unit_amount;quantity\nFlyers;0.0125;1000\n';
  const { status, body } = await importInto(token, event, file);
  expect([status, body.errors?.map(({ message }) => message)]).toEqual([
    422,
    [
      'Line 2: Unit amount must have at most two fractional digits. For a finer price, write the product as the amount.',
    ],
  ]);
  expect((await importInto(token, event, 'name;amount\nFlyers;12.50\n')).status).toBe(201);
});
