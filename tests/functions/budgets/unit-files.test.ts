import { readFileSync } from 'node:fs';
import { beforeEach, expect, it } from 'vitest';
import { type Client, newClient } from '../../support/client.ts';
import { expectSums } from '../../support/sharing.ts';
import { rejected } from '../../support/table.ts';

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent({ guests: 80 });
});

const PLAIN = '\ufeffname,category,amount,spent,kind,vendor,note,due_date';
/** The budgets of an event without ids, as text. */
const shown = async (on = event) => (await ada.listBudgets(on)).text.replaceAll(/"id":\d+,/g, '');
const exported = async (from = event) => (await ada.exportBudgets(from)).text;

/** The lines, fields and codes of the errors of a file. */
async function errorsOf(file: string, query = {}) {
  const { status, body } = await ada.rejectedImport(event, file, query);
  expect(status).toBe(422);
  return body.errors?.map(({ line, field, code }) => `${line} ${field} ${code}`);
}

it('an export has columns for units only if the event has some, and always the amount', async () => {
  await ada.newBudget(event, { name: 'Band', category: '', amount: 800.5, spent: 0 });
  const band = 'Band,,800.50,0.00,,,,';
  expect(await exported()).toBe(`${PLAIN}\r\n${band}\r\n`);
  const units = { amount: undefined, unit_amount: 3.5, category: '', spent: 0 };
  await ada.newBudget(event, { ...units, name: 'Drinks', quantity: 2, per_guest: true });
  await ada.newBudget(event, { ...units, name: 'Cake' });
  expect(await exported()).toBe(
    `${PLAIN},unit_amount,quantity,per_guest\r\n${band},,,\r\n` +
      'Drinks,,560.00,0.00,,,,,3.50,2,true\r\nCake,,3.50,0.00,,,,,3.50,,\r\n',
  );
  for (const { id } of await ada.budgetsOf(event))
    await ada.updateBudget({ event_id: event.id, id: String(id) }, { unit_amount: null });
  expect(await exported()).toBe(`${PLAIN}\r\n${band}\r\nDrinks,,560.00,0.00,,,,\r\nCake,,3.50,0.00,,,,\r\n`);
});

const HEADER = 'name,amount,unit_amount,quantity,per_guest\n';

it.each<[string, string, query?: Record<string, string>]>([
  ['the amount', `${HEADER}Drinks,560.00,3.50,2,true\nBand,9,,,\n`],
  ['an empty amount', `${HEADER}Drinks,,3.5,2,TRUE\nBand,9,,,\n`],
  ['a quantity with a fraction of 0', `${HEADER}Drinks,560,3.5,2.0,true\nBand,9,,,`],
  ['other places', 'Per_Guest,QUANTITY,unit_amount,name,amount\nTrue,2,3.5,Drinks,\n,,,Band,9\n'],
  [
    'decimal commas',
    'name;amount;unit_amount;quantity;per_guest\nDrinks;560,00;3,5;2,0;true\nBand;9;;;',
    { decimal: ',' },
  ],
  ['a plain line that is not per guest', `${HEADER}Drinks,,3.5,2,true\nBand,9,,,false\n`],
])('an import of a file with %s adds what follows', async (_, file, query = {}) => {
  expect((await rejected(() => ada.importFile(event, file, { ...query, dry_run: 'true' }))).status).toBe(200);
  expect((await ada.importFile(event, file, query)).status).toBe(201);
  expect(await shown()).toContain(
    '"amount":560.00,"spent":0.00,"unit_amount":3.50,"quantity":2,"per_guest":true,"version":0},' +
      '{"name":"Band","category":"","amount":9.00,"spent":0.00,"version":0}',
  );
  await expectSums(ada.token, event);
});

it('an import of a file without a column for amounts computes them', async () => {
  await ada.importFile(event, 'name,unit_amount,per_guest\nDrinks,3.5,true\nChairs,2,\n');
  expect(await ada.budgetsOf(event)).toMatchObject([{ amount: 280 }, { amount: 2 }]);
  await expectSums(ada.token, event);
  expect(await errorsOf('name,quantity\nDrinks,2\n')).toEqual(['1 amount blank']);
});

it('an import of a file has decimal commas in a quantity', async () => {
  const file =
    'category;name;quantity;unit_amount;amount\nStudio;Direction;30;550;16500\nStudio;Editing;31,5;650;20475\n';
  await ada.importFile(event, file, { decimal: ',' });
  expect(await ada.budgetsOf(event)).toMatchObject([{ quantity: 30 }, { amount: 20_475, quantity: 31.5 }]);
  const { text } = await ada.exportBudgets(event, { include: 'version' });
  expect(text).toContain('650.00,31.5,');
  expect((await ada.importFile(event, text)).body).toMatchObject({ changed_count: 0 });
});

it('an import of a file with an amount of another event is rejected in every line, and says which amount it is', async () => {
  const file = `${HEADER}Drinks,560,3.5,2,true\n\nBand,9,,,\nCake,7.01,3.5,2,\n`;
  expect(await errorsOf(file)).toEqual(['5 amount derived']);
  event = await ada.newEvent({ guests: 81 });
  expect((await ada.rejectedImport(event, file)).messages).toEqual([
    'Line 2: Amount must be 567.00, as calculated from the unit amount.',
    'Line 5: Amount must be 7.00, as calculated from the unit amount.',
  ]);
  const flyers = 'name;unit_amount;quantity\nFlyers;0.0125;1000\n';
  expect((await ada.rejectedImport(event, flyers)).messages).toEqual([
    'Line 2: Unit amount must have at most two fractional digits. For a finer price, write the product as the amount.',
  ]);
});

it.each<[line: string, ...errors: string[]]>([
  ['Drinks,,,2,', 'amount blank'],
  ['Drinks,5,,2,', 'unit_amount blank'],
  ['Drinks,5,,,true', 'unit_amount blank'],
  ['Drinks,,,,', 'amount blank'],
  ['Drinks,,-1,,', 'unit_amount negative'],
  ['Drinks,,1e3,,', 'unit_amount invalid'],
  ['Drinks,,x,2,true', 'unit_amount invalid'],
  ['Drinks,x,3,2,true', 'amount invalid'],
  ['Drinks,,3,2.5555,', 'quantity too_precise'],
  ['Drinks,,3.01,2.5,', 'quantity too_precise'],
  ['Drinks,,3,x,maybe', 'quantity invalid', 'per_guest invalid'],
  ['Drinks,,3.501,,', 'unit_amount ambiguous'],
  ['Drinks,,3.5015,,', 'unit_amount too_precise'],
  ['Drinks,6.001,3,2,', 'amount ambiguous'],
  ['Drinks,0.001,3,2,', 'amount too_precise'],
  ['Drinks,,999999999.99,2,', 'unit_amount too_large'],
  ['Drinks,,999999.99,20,true', 'unit_amount too_large'],
  ['Drinks,1,999999.99,20,true', 'unit_amount too_large'],
])('an import of a file rejects the line %s', async (line, ...errors) => {
  expect(await errorsOf(`${HEADER}${line}\n`)).toEqual(errors.map((error) => `2 ${error}`));
});

it.each([
  ['libreoffice-units.csv', {}],
  ['libreoffice-units-german.csv', { decimal: ',' }],
])('%s, which a spreadsheet program saved, has the lines that were exported', async (name, query) => {
  const file = readFileSync(`tests/fixtures/csv/${name}`, 'utf8');
  expect((await ada.importFile(event, file, query)).status).toBe(201);
  expect((await exported()).split('\r\n').slice(1)).toEqual([
    'Drinks,Food,560.00,0.00,,Café Zürich,,2027-06-01,3.50,2,true',
    'Chairs,Hall,1250500.00,0.10,,,"a\nb",,1250.50,1000,',
    'Favours,,0.80,0.00,expense,,,,0.01,,true',
    'Tickets,Sales,2000.00,999999.99,income,,,,25.00,1,true',
    'Lights,,999999999.99,0.00,,,,,46191.51,21649,false',
    'Band,Music,800.00,950.50,,,,,,,',
    '',
  ]);
  await expectSums(ada.token, event);
  event = await ada.newEvent({ guests: 81 });
  expect(await errorsOf(file, query)).toEqual([2, 4, 5].map((line) => `${line} amount derived`));
});

it('an import of JSON computes amounts, and takes one beside a unit amount if it is right', async () => {
  const lines = (cake: number) => [
    { name: 'Drinks', unit_amount: 3.5, quantity: 2, per_guest: true },
    { name: 'Tickets', unit_amount: 10, per_guest: true, kind: 'income' },
    { name: 'Cake', amount: cake, unit_amount: 3.5 },
  ];
  expect((await ada.rejectedImport(event, lines(3.6))).codes).toEqual([422, 'budgets[2].amount derived']);
  expect((await ada.importFile(event, lines(3.5))).status).toBe(201);
  expect(await ada.budgetsOf(event)).toMatchObject([{ amount: 560 }, { amount: 800 }, { amount: 3.5 }]);
  await expectSums(ada.token, event);
});

it.each<[object, string]>([
  [{ amount: 5, quantity: 2 }, 'unit_amount blank'],
  [{ unit_amount: null }, 'amount blank'],
  [{ unit_amount: 999_999_999.99, quantity: 2 }, 'unit_amount too_large'],
  [{ unit_amount: 999_999, quantity: 1_000, per_guest: true }, 'unit_amount too_large'],
])('an import of JSON rejects %j', async (fields, error) => {
  const { codes } = await ada.rejectedImport(event, [{ name: 'Drinks', ...fields }]);
  expect(codes).toEqual([422, `budgets[0].${error}`]);
});
