import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { type Client, newClient } from '../../support/client.ts';
import { scaled } from '../../support/scale.ts';
import { expectSums } from '../../support/sharing.ts';

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent({ name: 'Müllers "Fest"\r\nX: 1' });
});

const HEADER = '\ufeffname,category,amount,spent,kind,vendor,note,due_date';

it('an export is a CSV file with a BOM, a header row and CRLF, named after the event', async () => {
  expect((await ada.exportBudgets(event)).text).toBe(`${HEADER}\r\n`);
  await ada.newBudget(event, { name: 'Band', category: 'Music', amount: 800.5, spent: 0.1 });
  await ada.newBudget(event, {
    ...{ name: '=1+1', category: '', amount: 5, spent: 0, kind: 'income' },
    ...{ vendor: 'A, "B"', note: 'two\nlines', due_date: '2027-05-01' },
  });
  const { text, headers, tag } = await ada.exportBudgets(event);
  expect(text).toBe(
    `${HEADER}\r\nBand,Music,800.50,0.10,,,,\r\n` +
      `'=1+1,,5.00,0.00,income,"A, ""B""","two\nlines",2027-05-01\r\n`,
  );
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="Mullers Fest X 1 budgets.csv"; filename*=UTF-8''M%C3%BCllers%20Fest%20X%201%20budgets.csv`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  expect(tag).toBe((await ada.view(event)).tag);
  const again = await ada.exportBudgets(event, {}, { 'if-none-match': tag });
  expect([again.status, again.text]).toEqual([304, '']);
  for (const id of ['1', 'x'])
    expect((await ada.exportBudgets({ id })).codes).toEqual([404, 'path not_found']);
});

it('guards formulas wherever a spreadsheet with another separator sees a cell, and its import takes the guards off', async () => {
  const attack = {
    ...{ name: 'Drinks', category: 'x;@SUM(A1)', amount: 1, spent: 0 },
    ...{ vendor: "ACME;=cmd|'/C calc'!A0", note: 'call them\n=1+1;"=2+2' },
  };
  await ada.newBudget(event, attack);
  const { text } = await ada.exportBudgets(event);
  expect(text.split('\r\n')[1]).toBe(
    `Drinks,x;'@SUM(A1),1.00,0.00,,ACME;'=cmd|'/C calc'!A0,"call them\n'=1+1;'""=2+2",`,
  );
  const copy = await ada.newEvent();
  expect((await ada.importFile(copy, text)).status).toBe(201);
  expect(await ada.budgetsOf(copy)).toEqual([expect.objectContaining(attack)]);
  expect((await ada.exportBudgets(copy)).text).toBe(text);
});

const text = (maxLength: number) =>
  fc.oneof(
    // A file with U+FFFD is rejected: it was probably decoded from another encoding.
    fc
      .string({ unit: 'grapheme', maxLength: maxLength / 10 })
      .map((value) => value.replaceAll('\uFFFD', '?')),
    fc
      .array(fc.constantFrom(...'\'"=+-@\t\r\n,; aé🎈'), { maxLength })
      .map((letters) => [...letters.join('')].slice(0, maxLength).join('')),
  );

const amount = (digits: number) =>
  fc.oneof(
    fc.integer({ min: 0, max: 10 ** (9 + digits) - 1 }).map((units) => units / 10 ** digits),
    fc.constantFrom(0, 10 ** -digits, (10 ** (9 + digits) - 1) / 10 ** digits),
  );
/** An amount, or what it follows from. A unit is a multiple of four, so that no product has a fraction. */
const terms = (digits: number) =>
  fc.oneof(
    fc.record({ amount: amount(digits) }),
    fc.record(
      {
        unit_amount: fc.nat({ max: 2_500 }).map((quarter) => (4 * quarter) / 10 ** digits),
        quantity: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(null, 0.5, 31.5, 1.25)),
        per_guest: fc.constantFrom(true, false, null),
      },
      { requiredKeys: ['unit_amount'] },
    ),
  );
const line = (digits: number) =>
  fc.record(
    {
      ...{ name: text(200).filter((name) => name.trim() !== ''), category: text(100), terms: terms(digits) },
      ...{ spent: amount(digits), kind: fc.constantFrom('expense', 'income'), vendor: text(100) },
      ...{ note: text(500), due_date: fc.constantFrom('1900-01-01', '2027-06-01', '9999-12-31') },
    },
    { requiredKeys: ['name', 'category', 'terms', 'spent'] },
  );
/** Budgets without ids. An empty cell is one that was not given. */
const withoutIds = (lines: unknown) =>
  JSON.parse(
    JSON.stringify(lines, (key, value) =>
      key === 'id' || (value === '' && key !== 'category') ? undefined : value,
    ),
  );

it.each<[currency: string | undefined, digits: number]>([
  [undefined, 2],
  ['JPY', 0],
  ['KWD', 3],
])('what is exported can be imported in %s', { timeout: 120_000 }, async (currency, digits) => {
  const lines = fc.array(line(digits), { minLength: 1, maxLength: 10 });
  const property = fc.asyncProperty(lines, fc.option(fc.nat({ max: 500 })), async (drawn, guests) => {
    const from = await ada.newEvent({ currency, guests });
    const to = await ada.newEvent({ currency, guests });
    const budgets = drawn.map(({ terms, ...fields }) => ({ ...fields, ...terms }));
    expect((await ada.importFile(from, budgets)).status).toBe(201);
    const { text } = await ada.exportBudgets(from);
    expect((await ada.importFile(to, text)).status).toBe(201);
    expect(withoutIds(await ada.budgetsOf(to))).toEqual(withoutIds(await ada.budgetsOf(from)));
    expect(await ada.summaryOf(to)).toEqual(await ada.summaryOf(from));
    expect((await ada.exportBudgets(to)).text).toBe(text);
    await expectSums(ada.token, to);
  });
  await fc.assert(property, { numRuns: scaled(100, 8) });
});

it('what is exported can be imported with 500 lines', async () => {
  const lines = Array.from({ length: 500 }, (_, n) => ({ name: `Line ${n}`, amount: n / 100 }));
  await ada.importFile(event, lines);
  const to = await ada.newEvent();
  expect((await ada.importFile(to, (await ada.exportBudgets(event)).text)).status).toBe(201);
  expect(await ada.budgetsOf(to)).toHaveLength(500);
});
