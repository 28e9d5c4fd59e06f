import { beforeEach, describe, expect, it } from 'vitest';
import { exportOf, importInto, shownBudgets } from '../../support/budget-files.ts';
import { call } from '../../support/call.ts';
import { rejected } from '../../support/rejected.ts';
import { endpoints, newBudget, newEvent, newToken } from '../../support/service.ts';
import { expectSums } from '../../support/sums.ts';

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
});

const HINT = 'must not be negative. For a discount, a refund or a credit, lower the amount or add income.';
const WAY_OUT = `${HINT} If all amounts with a minus are costs, add a column kind with expense.`;

/** What is said of a file, of which nothing is imported. */
async function messagesFor(file: string) {
  const dryRun = await importInto(token, event, file, { query: { dry_run: 'true' } });
  const { status, body } = await rejected(() => importInto(token, event, file));
  expect([dryRun.status, dryRun.body.errors]).toEqual([status, body.errors]);
  expect(status).toBe(422);
  return body.errors?.map(({ message }) => message);
}

describe('a file whose expenses all have a minus', () => {
  it('is imported without them', async () => {
    const file = [
      'kind,category,name,amount',
      'income,other,Tickets,8000',
      "expense,venue,Hall,'-2500",
      'expense,signage,Badges,-300.50',
      "expense,food,Lunch,'-0",
      'expense,food,Coffee,0',
      '',
    ].join('\n');
    const { status, body } = await importInto(token, event, file);
    expect([status, body.return_count]).toEqual([201, 5]);
    expect(await shownBudgets(token, event)).toMatchObject([
      { name: 'Tickets', kind: 'income', amount: 8_000 },
      { name: 'Hall', kind: 'expense', amount: 2_500 },
      { name: 'Badges', amount: 300.5 },
      { name: 'Lunch', amount: 0 },
      { name: 'Coffee', amount: 0 },
    ]);
    await expectSums(token, event);
  });

  it('may have it in all columns of amounts', async () => {
    const file =
      'kind;name;amount;spent;estimate;unit_amount\nexpense;Hall;-9;-4;-8;-9\nexpense;Band;-7;0;;\n';
    expect((await importInto(token, event, file)).status).toBe(201);
    expect(await shownBudgets(token, event)).toMatchObject([
      { amount: 9, spent: 4, estimate: 8, unit_amount: 9 },
      { amount: 7, spent: 0 },
    ]);
  });

  it('changes budgets as well', async () => {
    await newBudget(token, event, { name: 'Hall', kind: 'expense', amount: 9, spent: 0 });
    const { text } = await exportOf(token, event, {}, { include: 'version' });
    const file = text.replace(/9\.00/, '-10.00');
    expect((await importInto(token, event, file)).status).toBe(201);
    expect(await shownBudgets(token, event)).toMatchObject([{ amount: 10 }]);
  });

  it('may still have ambiguous amounts', async () => {
    expect(await messagesFor('kind;name;amount\nexpense;Hall;-12.500\nexpense;Band;-7\n')).toEqual([
      'Line 2: Amount could be 12500 or 12.5: with decimal=, it is 12500; if it is 12.5, write "12.50".',
    ]);
  });
});

it('a file that says nothing of its amounts, which all have a minus, is imported without them, with a warning', async () => {
  const file = 'due_date,name,amount,spent\n2027-01-02,Bar,-4.90,0\n2027-01-03,Pub,25.80-,-5\n';
  const { status, body } = await importInto(token, event, file);
  expect([status, body['warnings']]).toEqual([
    201,
    [
      {
        line: 2,
        field: 'amount',
        message: 'Line 2: The minus of all amounts was taken off: they are costs.',
      },
    ],
  ]);
  expect(await shownBudgets(token, event)).toMatchObject([{ amount: 4.9 }, { amount: 25.8, spent: 5 }]);
});

describe('a minus is rejected, with what to do with a discount,', () => {
  it.each<[string, string, ...number[]]>([
    ['without a column for the kind', 'name,amount\nHall,5000\nEarly booking discount,-250.00\n', 3],
    ['without a column for the kind, if it is the only amount', 'name,amount\nHall,-5000\nBand,0\n', 2],
    ['without a kind beside a ref that is new', 'ref,name,amount\n,Hall,-5000\n,Band,250\n', 2],
    ['beside an expense without one', 'kind,name,amount\nexpense,Hall,-2500\nexpense,Refund,300\n', 2],
    ['beside one without a kind', 'kind,name,amount\nexpense,Hall,-2500\n,Band,300\n', 2],
    ['in a row without a kind', 'kind,name,amount\nexpense,Hall,-2500\n,Band,-300\n', 2, 3],
    ['in income', 'kind,name,amount\nexpense,Hall,-2500\nincome,Tickets,-300\n', 3],
    ['beside what was spent', 'kind,name,amount,spent\nexpense,Hall,-2500,100\n', 2],
  ])('%s', async (_, file, ...lines) => {
    expect(await messagesFor(file)).toEqual(lines.map((line) => `Line ${line}: Amount ${WAY_OUT}`));
  });

  it('in JSON, whatever its kind', async () => {
    const path = { event_id: event.id };
    const body = { name: 'Discount', kind: 'expense', amount: -250 };
    const created = await rejected(() => call(endpoints.createBudget.handler, { token, path, body }));
    expect(created.body.errors?.map(({ message }) => message)).toEqual([`Amount ${HINT}`]);
    const imported = await rejected(() => importInto(token, event, [body]));
    expect(imported.body.errors).toMatchObject([{ code: 'negative', message: `Amount ${HINT}` }]);
  });
});
