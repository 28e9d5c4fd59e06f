import { beforeEach, expect, it } from 'vitest';
import { type Client, newClient } from '../../support/client.ts';
import { expectSums } from '../../support/sharing.ts';
import { rejected } from '../../support/table.ts';

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent();
});

const HINT = 'must not be negative. For a discount, a refund or a credit, lower the amount or add income.';
const WAY_OUT = `${HINT} If all amounts with a minus are costs, add a column kind with expense.`;

/** The budgets after an import. */
async function loaded(file: string) {
  expect((await ada.importFile(event, file)).status).toBe(201);
  await expectSums(ada.token, event);
  return ada.budgetsOf(event);
}

it('a file whose expenses all have a minus is imported without them', async () => {
  const file = [
    'kind,category,name,amount',
    'income,other,Tickets,8000',
    "expense,venue,Hall,'-2500",
    'expense,signage,Badges,-300.50',
    "expense,food,Lunch,'-0",
    'expense,food,Coffee,0',
    '',
  ].join('\n');
  expect(await loaded(file)).toMatchObject([
    { name: 'Tickets', kind: 'income', amount: 8_000 },
    { name: 'Hall', kind: 'expense', amount: 2_500 },
    { name: 'Badges', amount: 300.5 },
    { name: 'Lunch', amount: 0 },
    { name: 'Coffee', amount: 0 },
  ]);
});

it('a file whose expenses all have a minus may have it in all columns of amounts, and in ambiguous ones, and changes budgets as well', async () => {
  const file = 'kind;name;amount;spent;estimate;unit_amount\nexpense;Hall;-9;-4;-8;-9\nexpense;Band;-7;0;;\n';
  expect(await loaded(file)).toMatchObject([
    { amount: 9, spent: 4, estimate: 8, unit_amount: 9 },
    { amount: 7, spent: 0 },
  ]);
  const ambiguous = 'kind;name;amount\nexpense;Hall;-12.500\nexpense;Band;-7\n';
  expect((await ada.rejectedImport(event, ambiguous)).messages).toEqual([
    'Line 2: Amount could be 12500 or 12.5: with decimal=, it is 12500; if it is 12.5, write "12.50".',
  ]);
  event = await ada.newEvent();
  await ada.newBudget(event, { name: 'Hall', kind: 'expense', amount: 9, spent: 0 });
  const { text } = await ada.exportBudgets(event, { include: 'version' });
  expect(await loaded(text.replace(/9\.00/, '-10.00'))).toMatchObject([{ amount: 10, version: 1 }]);
});

it('a file that says nothing of its amounts, which all have a minus, is imported without them, with a warning', async () => {
  const file = 'due_date,name,amount,spent\n2027-01-02,Bar,-4.90,0\n2027-01-03,Pub,25.80-,-5\n';
  const { body } = await ada.importFile(event, file);
  const message = 'Line 2: The minus of all amounts was taken off: they are costs.';
  expect(body['warnings']).toEqual([{ line: 2, field: 'amount', message }]);
  expect(await ada.budgetsOf(event)).toMatchObject([{ amount: 4.9 }, { amount: 25.8, spent: 5 }]);
});

it.each<[string, string, ...number[]]>([
  ['without a column for the kind', 'name,amount\nHall,5000\nEarly booking discount,-250.00\n', 3],
  ['without a column for the kind, if it is the only amount', 'name,amount\nHall,-5000\nBand,0\n', 2],
  ['without a kind beside a ref that is new', 'ref,name,amount\n,Hall,-5000\n,Band,250\n', 2],
  ['without a column for the kind beside refs', 'ref,name,amount\nb5.0,Hall,-9\n,Band,-7\n', 2, 3],
  ['beside an expense without one', 'kind,name,amount\nexpense,Hall,-2500\nexpense,Refund,300\n', 2],
  ['beside one without a kind', 'kind,name,amount\nexpense,Hall,-2500\n,Band,300\n', 2],
  ['in a row without a kind', 'kind,name,amount\nexpense,Hall,-2500\n,Band,-300\n', 2, 3],
  ['in income', 'kind,name,amount\nexpense,Hall,-2500\nincome,Tickets,-300\n', 3],
  ['beside what was spent', 'kind,name,amount,spent\nexpense,Hall,-2500,100\n', 2],
])('a minus is rejected, with what to do with a discount, %s', async (_, file, ...lines) => {
  const messages = lines.map((line) => `Line ${line}: Amount ${WAY_OUT}`);
  expect((await ada.rejectedImport(event, file)).messages).toEqual(messages);
});

it('a minus is rejected, with what to do with a discount, in JSON, whatever its kind', async () => {
  const body = { name: 'Discount', kind: 'expense', amount: -250 };
  expect((await rejected(() => ada.createBudget(event, body))).messages).toEqual([`Amount ${HINT}`]);
  const { codes, messages } = await ada.rejectedImport(event, [body]);
  expect([...codes, ...messages]).toEqual([422, 'budgets[0].amount negative', `Amount ${HINT}`]);
});
