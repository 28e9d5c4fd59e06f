import { beforeEach, expect, it } from 'vitest';
import { type Client, newClient } from '../../support/client.ts';
import { expectSums } from '../../support/sharing.ts';

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent({ guests: 10 });
});

/** The budgets after an import. */
async function loaded(budgets: string | unknown[], query = {}) {
  expect((await ada.importFile(event, budgets, query)).status).toBe(201);
  await expectSums(ada.token, event);
  return ada.budgetsOf(event);
}
const messagesOf = async (budgets: string | unknown[]) => (await ada.rejectedImport(event, budgets)).messages;

it('without an amount as a column the amount is what was spent, but for a row with a ref, and a create is rejected', async () => {
  await loaded([{ name: 'Band', spent: 7 }]);
  await loaded('name,spent\nDeposit hall,500\nStamps,42.50\n');
  const { id } = await ada.newBudget(event, { amount: 9, spent: 0 });
  expect(await loaded(`ref,name,spent\nb${id}.0,Hall,5\n,Choir,7\n`)).toMatchObject([
    { amount: 7, spent: 7 },
    { amount: 500, spent: 500 },
    { amount: 42.5, spent: 42.5 },
    { name: 'Hall', amount: 9, spent: 5 },
    { amount: 7, spent: 7 },
  ]);
  expect((await ada.createBudget(event, { name: 'Hall', spent: 5 })).status).toBe(422);
});

it('without an amount as a column an ambiguous number is decided as ever', async () => {
  expect(await loaded('name;spent\nHall;1.250\nBand;7,50\n')).toMatchObject([
    { amount: 1_250, spent: 1_250 },
    { amount: 7.5 },
  ]);
});

it('without an amount as a column each error is told once, and an empty cell of that column is one', async () => {
  expect(await messagesOf('name,spent\nHall,-5\nBand,7\n')).toHaveLength(1);
  expect(await messagesOf('name,spent\nHall,1000000000\n')).toHaveLength(1);
  for (const file of [
    'name,spent\nHall,\n',
    'name,amount,spent\nHall,,5\n',
    'name,unit_amount,spent\nHall,,5\n',
  ])
    expect(await messagesOf(file)).toEqual(["Line 2: Amount can't be blank."]);
});

it('paid_on makes one payment of what was spent, or of the amount if that is empty', async () => {
  const file = [
    'paid_on,name,amount,spent,unit_amount,per_guest,due_date,kind',
    '2027-01-02,Hall,500,300,,,2027-06-01,',
    '03.01.2027,Band,,,5,yes,,',
    ',Cake,7,,,,,',
    '2027-01-04,Bar,5,9,,,,',
    '2027-01-05,Tickets,20,,,,,income',
    '',
  ].join('\n');
  const hall = { amount: 500, spent: 300, due_date: '2027-06-01', unscheduled: 200 };
  expect(await loaded(file)).toMatchObject([
    { ...hall, payments: [{ amount: 300, paid: true, paid_on: '2027-01-02' }] },
    { amount: 50, spent: 50, payments: [{ amount: 50, paid_on: '2027-01-03' }] },
    { amount: 7, spent: 0 },
    { amount: 5, spent: 9, payments: [{ amount: 9 }] },
    { amount: 20, spent: 20, payments: [{ amount: 20 }] },
  ]);
});

it('paid_on is taken in JSON, where null is nothing', async () => {
  const rows = [
    { name: 'Hall', spent: 5, paid_on: '2027-01-02' },
    { name: 'Band', amount: 7, paid_on: null },
  ];
  expect(await loaded(rows)).toMatchObject([
    { amount: 5, payments: [{ amount: 5, paid_on: '2027-01-02' }] },
    { amount: 7, spent: 0 },
  ]);
});

it('paid_on takes a ledger with one call, and twice unless both have the same key', async () => {
  const file =
    'date,name,category,amount\n2026-02-10,Deposit hall,Venue,500\n2026-03-01,Stamps,Paper,42.50\n';
  const query = { columns: 'date:paid_on,name:name,category:category,amount:spent' };
  await loaded(file, query);
  const summary = { total_amount: 542.5, total_spent: 542.5, to_pay: 0 };
  expect(await ada.summaryOf(event)).toMatchObject(summary);
  for (const key of ['one', 'one']) await ada.importFile(event, file, query, { 'idempotency-key': key });
  expect(await ada.budgetsOf(event)).toHaveLength(4);
});

it('paid_on is rejected where nothing was paid, where it is no day, and for budgets that are there', async () => {
  expect(await messagesOf('name,amount,spent,paid_on\nHall,5,0,2027-01-02\nBand,0,,2027-01-02\n')).toEqual([
    'Line 2: Spent must not be zero with paid_on.',
    'Line 3: Amount must not be zero with paid_on.',
  ]);
  const onDay = (day: string) => messagesOf(`name,amount,paid_on\nHall,5,${day}\n`);
  expect(await onDay('soon')).toEqual(['Line 2: Paid on must be a valid date (YYYY-MM-DD).']);
  expect(await onDay('0027-01-02')).toEqual(['Line 2: Paid on must be in the year 1900 or later.']);
  const { id } = await ada.newBudget(event, { name: 'Hall', amount: 9, spent: 0 });
  const file = (day: string) => `ref,amount,paid_on\nb${id}.0,8,${day}\n`;
  expect(await messagesOf(file('2027-01-02'))).toEqual(['Line 2: Paid on is only for new budgets.']);
  expect(await messagesOf([{ id: Number(id), amount: 8, paid_on: '2027-01-02' }])).toEqual([
    'Paid on is only for new budgets.',
  ]);
  expect(await loaded(file(''))).toMatchObject([{ amount: 8 }]);
});
