import { beforeEach, describe, expect, it } from 'vitest';
import { importInto, shownBudgets } from '../../support/budget-files.ts';
import { call } from '../../support/call.ts';
import { endpoints, newBudget, newEvent, newToken } from '../../support/service.ts';
import { expectSums } from '../../support/sums.ts';
import { tableContent } from '../../support/table-content.ts';

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token, { guests: 10 });
});

const load = (budgets: string | unknown[], query = {}) => importInto(token, event, budgets, { query });

async function rejected(budgets: string | unknown[]) {
  const before = await tableContent();
  const { status, body } = await load(budgets);
  expect([status, await tableContent()]).toEqual([422, before]);
  return body.errors?.map(({ message }) => message);
}

describe('without an amount as a column', () => {
  it('the amount is what was spent', async () => {
    const file = 'name,spent\nDeposit hall,500\nStamps,42.50\n';
    expect((await load(file)).status).toBe(201);
    expect((await load([{ name: 'Band', spent: 7 }])).status).toBe(201);
    expect(await shownBudgets(token, event)).toMatchObject([
      { amount: 500, spent: 500 },
      { amount: 42.5, spent: 42.5 },
      { amount: 7, spent: 7 },
    ]);
    await expectSums(token, event);
  });

  it('an ambiguous number is decided as ever', async () => {
    expect((await load('name;spent\nHall;1.250\nBand;7,50\n')).status).toBe(201);
    expect(await shownBudgets(token, event)).toMatchObject([
      { amount: 1_250, spent: 1_250 },
      { amount: 7.5 },
    ]);
  });

  it('each error is told once', async () => {
    expect(await rejected('name,spent\nHall,-5\nBand,7\n')).toHaveLength(1);
    expect(await rejected('name,spent\nHall,1000000000\n')).toHaveLength(1);
    expect(await rejected('name,spent\nHall,\n')).toEqual(["Line 2: Amount can't be blank."]);
  });

  it('a row with a ref keeps its amount', async () => {
    const { id } = await newBudget(token, event, { name: 'Hall', amount: 9, spent: 0 });
    expect((await load(`ref,name,spent\nb${id}.0,Hall,5\n,Band,7\n`)).status).toBe(201);
    expect(await shownBudgets(token, event)).toMatchObject([
      { amount: 9, spent: 5 },
      { amount: 7, spent: 7 },
    ]);
  });

  it('an empty cell of that column is rejected', async () => {
    expect(await rejected('name,amount,spent\nHall,,5\n')).toEqual(["Line 2: Amount can't be blank."]);
    expect(await rejected('name,unit_amount,spent\nHall,,5\n')).toEqual(["Line 2: Amount can't be blank."]);
  });

  it('a create is rejected', async () => {
    const path = { event_id: event.id };
    const { status } = await call(endpoints.createBudget.handler, {
      token,
      path,
      body: { name: 'Hall', spent: 5 },
    });
    expect(status).toBe(422);
  });
});

describe('paid_on', () => {
  it('makes one payment of what was spent, or of the amount if that is empty', async () => {
    const file = [
      'paid_on,name,amount,spent,unit_amount,per_guest,due_date,kind',
      '2027-01-02,Hall,500,300,,,2027-06-01,',
      '03.01.2027,Band,,,5,yes,,',
      ',Cake,7,,,,,',
      '2027-01-04,Bar,5,9,,,,',
      '2027-01-05,Tickets,20,,,,,income',
      '',
    ].join('\n');
    expect((await load(file)).status).toBe(201);
    expect(await shownBudgets(token, event)).toMatchObject([
      {
        amount: 500,
        spent: 300,
        due_date: '2027-06-01',
        payments: [{ amount: 300, paid: true, paid_on: '2027-01-02' }],
        unscheduled: 200,
      },
      { amount: 50, spent: 50, payments: [{ amount: 50, paid_on: '2027-01-03' }] },
      { amount: 7, spent: 0 },
      { amount: 5, spent: 9, payments: [{ amount: 9 }] },
      { amount: 20, spent: 20, payments: [{ amount: 20 }] },
    ]);
    await expectSums(token, event);
  });

  it('is taken in JSON, where null is nothing', async () => {
    const rows = [
      { name: 'Hall', spent: 5, paid_on: '2027-01-02' },
      { name: 'Band', amount: 7, paid_on: null },
    ];
    expect((await load(rows)).status).toBe(201);
    expect(await shownBudgets(token, event)).toMatchObject([
      { amount: 5, payments: [{ amount: 5, paid_on: '2027-01-02' }] },
      { amount: 7, spent: 0 },
    ]);
    await expectSums(token, event);
  });

  it('a ledger goes in with one call', async () => {
    const file =
      'date,name,category,amount\n2026-02-10,Deposit hall,Venue,500\n2026-03-01,Stamps,Paper,42.50\n';
    const query = { columns: 'date:paid_on,name:name,category:category,amount:spent' };
    expect((await load(file, query)).status).toBe(201);
    const path = { event_id: event.id };
    const { body } = await call(endpoints.listBudgets.handler, { method: 'GET', token, path });
    expect(body).toMatchObject({ summary: { total_amount: 542.5, total_spent: 542.5, to_pay: 0 } });
  });

  it('is doubled by a second import, unless both have the same key', async () => {
    const file = 'name,spent,paid_on\nStamps,42.50,2026-03-01\n';
    for (const key of ['one', 'one', 'two'])
      await importInto(token, event, file, { headers: { 'idempotency-key': key } });
    expect(await shownBudgets(token, event)).toHaveLength(2);
  });

  it('is rejected where nothing was paid, where it is no day, and for budgets that are there', async () => {
    expect(await rejected('name,amount,spent,paid_on\nHall,5,0,2027-01-02\nBand,0,,2027-01-02\n')).toEqual([
      'Line 2: Spent must not be zero with paid_on.',
      'Line 3: Amount must not be zero with paid_on.',
    ]);
    expect(await rejected('name,amount,paid_on\nHall,5,soon\n')).toEqual([
      'Line 2: Paid on must be a valid date (YYYY-MM-DD).',
    ]);
    expect(await rejected('name,amount,paid_on\nHall,5,0027-01-02\n')).toEqual([
      'Line 2: Paid on must be in the year 1900 or later.',
    ]);
    const { id } = await newBudget(token, event, { name: 'Hall', amount: 9, spent: 0 });
    const file = (day: string) => `ref,amount,paid_on\nb${id}.0,8,${day}\n`;
    expect(await rejected(file('2027-01-02'))).toEqual(['Line 2: Paid on is only for new budgets.']);
    expect(await rejected([{ id: Number(id), amount: 8, paid_on: '2027-01-02' }])).toEqual([
      'Paid on is only for new budgets.',
    ]);
    expect((await load(file(''))).status).toBe(201);
  });

  it('a paid column is still rejected', async () => {
    expect(await rejected('name,amount,paid\nHall,5,yes\n')).toEqual([
      'Line 1: Paid is not a field of a budget. Set spent to the amount paid.',
    ]);
  });
});
