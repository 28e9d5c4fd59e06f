import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportOf, importInto } from '../../support/budget-files.ts';
import { call } from '../../support/call.ts';
import { scaled } from '../../support/scale.ts';
import { allBudgets, endpoints, newBudget, newEvent, newToken } from '../../support/service.ts';
import { expectSums } from '../../support/sums.ts';
import { tableContent } from '../../support/table-content.ts';

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token, { guests: 80 });
});

const PLAIN = '\ufeffname,category,amount,spent,kind,vendor,note,due_date';
const imported = (budgets: string | object[], request = {}) => importInto(token, event, budgets, request);
const linesOf = async () => (await allBudgets(token, event)).map(({ id: _, ...line }) => line);
/** The budgets of an event without ids, as text. */
const shown = async ({ id }: { id: string }) => {
  const { text } = await call(endpoints.listBudgets.handler, {
    method: 'GET',
    token,
    path: { event_id: id },
  });
  return text.replaceAll(/"id":\d+,/g, '');
};

/** Expects the same errors from an import and its dry run, and no change. */
async function refused(budgets: string | object[], query = {}) {
  const before = await tableContent();
  const checked = await imported(budgets, { query: { ...query, dry_run: 'true' } });
  const { status, text, body } = await imported(budgets, { query });
  expect([checked.status, checked.text]).toEqual([status, text]);
  expect(await tableContent()).toEqual(before);
  expect(status).toBe(422);
  return body.errors?.map(({ line, field, code }) => [...(line ? [line] : []), field, code].join(' '));
}

describe('an export', () => {
  it('has columns for units only if the event has some, and always the amount', async () => {
    await newBudget(token, event, { name: 'Band', category: '', amount: 800.5, spent: 0 });
    expect((await exportOf(token, event)).text).toBe(`${PLAIN}\r\nBand,,800.50,0.00,,,,\r\n`);
    const units = { amount: undefined, unit_amount: 3.5, category: '', spent: 0 };
    const path = await newBudget(token, event, { ...units, name: 'Drinks', quantity: 2, per_guest: true });
    await newBudget(token, event, { ...units, name: 'Cake' });
    expect((await exportOf(token, event)).text).toBe(
      [
        `${PLAIN},unit_amount,quantity,per_guest`,
        ...[
          'Band,,800.50,0.00,,,,,,,',
          'Drinks,,560.00,0.00,,,,,3.50,2,true',
          'Cake,,3.50,0.00,,,,,3.50,,',
          '',
        ],
      ].join('\r\n'),
    );
    for (const budget of await allBudgets(token, event)) {
      const body = { unit_amount: null };
      await call(endpoints.updateBudget.handler, {
        ...{ token, path: { ...path, id: String(budget.id) }, body },
      });
    }
    expect((await exportOf(token, event)).text).toBe(
      `${PLAIN}\r\nBand,,800.50,0.00,,,,\r\nDrinks,,560.00,0.00,,,,\r\nCake,,3.50,0.00,,,,\r\n`,
    );
  });
});

describe('an import of a file', () => {
  it.each<[string, string, object?]>([
    ['the amount', 'name,amount,unit_amount,quantity,per_guest\nDrinks,560.00,3.50,2,true\nBand,9,,,\n'],
    ['an empty amount', 'name,amount,unit_amount,quantity,per_guest\nDrinks,,3.5,2,TRUE\nBand,9,,,\n'],
    [
      'a quantity with a fraction of 0',
      'name,amount,unit_amount,quantity,per_guest\nDrinks,560,3.5,2.0,true\nBand,9,,,',
    ],
    [
      'columns in another order',
      'Per_Guest,QUANTITY,unit_amount,name,amount\nTrue,2,3.5,Drinks,\n,,,Band,9\n',
    ],
    [
      'decimal commas',
      'name;amount;unit_amount;quantity;per_guest\nDrinks;560,00;3,5;2,0;true\nBand;9;;;',
      { decimal: ',' },
    ],
    [
      'a plain line that says it is not per guest',
      'name,amount,unit_amount,quantity,per_guest\nDrinks,,3.5,2,true\nBand,9,,,false\n',
    ],
  ])('with %s adds what follows', async (_, file, query = {}) => {
    const check = await imported(file, { query: { ...query, dry_run: 'true' } });
    expect([check.status, await linesOf()]).toEqual([200, []]);
    expect((await imported(file, { query })).status).toBe(201);
    const drinks =
      '"amount":560.00,"spent":0.00,"unit_amount":3.50,"quantity":2,"per_guest":true,"version":0}';
    expect(await shown(event)).toContain(
      `${drinks},{"name":"Band","category":"","amount":9.00,"spent":0.00,"version":0}`,
    );
    await expectSums(token, event);
  });

  it('without a column for amounts computes them', async () => {
    const file = 'name,unit_amount,per_guest\nDrinks,3.5,true\nChairs,2,\n';
    expect((await imported(file)).status).toBe(201);
    expect(await linesOf()).toMatchObject([{ amount: 280 }, { amount: 2 }]);
    await expectSums(token, event);
  });

  it('with the earlier columns is as it was', async () => {
    const file = 'name,category,amount,spent\nBand,Music,800.50,0.10\nCatering,Food,1250.5,\n';
    expect((await imported(file)).status).toBe(201);
    expect(await linesOf()).toEqual([
      { name: 'Band', category: 'Music', amount: 800.5, spent: 0.1 },
      { name: 'Catering', category: 'Food', amount: 1250.5, spent: 0 },
    ]);
  });

  it('with an amount of another event is refused in every line, and says which amount it is', async () => {
    const file =
      'name,amount,unit_amount,quantity,per_guest\nDrinks,560,3.5,2,true\n\nBand,9,,,\nCake,7.01,3.5,2,\n';
    expect(await refused(file)).toEqual(['5 amount derived']);
    event = await newEvent(token, { guests: 81 });
    expect(await refused(file)).toEqual(['2 amount derived', '5 amount derived']);
    const { body } = await imported(file);
    expect(body.errors?.map(({ message }) => message)).toEqual([
      'Line 2: Amount must be 567.00, as calculated from the unit amount.',
      'Line 5: Amount must be 7.00, as calculated from the unit amount.',
    ]);
  });

  it.each<[string, ...string[]]>([
    ['Drinks,,,2,', '2 amount blank'],
    ['Drinks,5,,2,', '2 unit_amount blank'],
    ['Drinks,5,,,true', '2 unit_amount blank'],
    ['Drinks,,,,', '2 amount blank'],
    ['Drinks,,-1,,', '2 unit_amount negative'],
    ['Drinks,,1e3,,', '2 unit_amount invalid'],
    ['Drinks,,x,2,true', '2 unit_amount invalid'],
    ['Drinks,x,3,2,true', '2 amount invalid'],
    ['Drinks,,3,0,', '2 quantity invalid'],
    ['Drinks,,3,2.5555,', '2 quantity too_precise'],
    ['Drinks,,3.01,2.5,', '2 quantity too_precise'],
    ['Drinks,,3,1000001,', '2 quantity invalid'],
    ['Drinks,,3,x,maybe', '2 quantity invalid', '2 per_guest invalid'],
    ['Drinks,,3.501,,', '2 unit_amount ambiguous'],
    ['Drinks,,3.5015,,', '2 unit_amount too_precise'],
    ['Drinks,6.001,3,2,', '2 amount ambiguous'],
    ['Drinks,0.001,3,2,', '2 amount too_precise'],
    ['Drinks,,999999999.99,2,', '2 unit_amount too_large'],
    ['Drinks,,999999.99,20,true', '2 unit_amount too_large'],
    ['Drinks,1,999999.99,20,true', '2 unit_amount too_large'],
  ])('refuses the line %s', async (line, ...errors) => {
    expect(await refused(`name,amount,unit_amount,quantity,per_guest\n${line}\n`)).toEqual(errors);
  });

  it('needs a column for amounts or for unit amounts', async () => {
    expect(await refused('name,quantity\nDrinks,2\n')).toEqual(['1 amount blank']);
  });

  it.each<[string, object]>([
    ['libreoffice-units.csv', {}],
    ['libreoffice-units-german.csv', { decimal: ',' }],
  ])('that a spreadsheet program saved (%s) has the lines that were exported', async (name, query) => {
    const file = readFileSync(`tests/fixtures/csv/${name}`, 'utf8');
    expect((await imported(file, { query })).status).toBe(201);
    const exported = await exportOf(token, event);
    expect(exported.text.split('\r\n').slice(1)).toEqual([
      'Drinks,Food,560.00,0.00,,Café Zürich,,2027-06-01,3.50,2,true',
      'Chairs,Hall,1250500.00,0.10,,,"a\nb",,1250.50,1000,',
      'Favours,,0.80,0.00,expense,,,,0.01,,true',
      'Tickets,Sales,2000.00,999999.99,income,,,,25.00,1,true',
      'Lights,,999999999.99,0.00,,,,,46191.51,21649,false',
      'Band,Music,800.00,950.50,,,,,,,',
      '',
    ]);
    await expectSums(token, event);
    event = await newEvent(token, { guests: 81 });
    expect(await refused(file, query)).toEqual([2, 4, 5].map((line) => `${line} amount derived`));
  });
});

describe('an import of JSON', () => {
  it('computes amounts', async () => {
    const lines = [
      { name: 'Drinks', unit_amount: 3.5, quantity: 2, per_guest: true },
      { name: 'Tickets', unit_amount: 10, per_guest: true, kind: 'income' },
      { name: 'Band', amount: 9 },
    ];
    expect((await imported(lines)).status).toBe(201);
    expect(await linesOf()).toMatchObject([{ amount: 560 }, { amount: 800 }, { amount: 9 }]);
    await expectSums(token, event);
  });

  it('takes the amount beside a unit amount if it is right', async () => {
    const lines = (amount: number) => [
      { name: 'Band', amount: 9 },
      { name: 'Drinks', amount, unit_amount: 3.5 },
    ];
    expect(await refused(lines(3.6))).toEqual(['budgets[1].amount derived']);
    expect((await imported(lines(3.5))).status).toBe(201);
    expect(await linesOf()).toMatchObject([{ amount: 9 }, { amount: 3.5 }]);
  });

  it.each<[object, string]>([
    [{ amount: 5, quantity: 2 }, 'budgets[0].unit_amount blank'],
    [{ unit_amount: null }, 'budgets[0].amount blank'],
    [{ unit_amount: 999_999_999.99, quantity: 2 }, 'budgets[0].unit_amount too_large'],
    [{ unit_amount: 999_999, quantity: 1_000, per_guest: true }, 'budgets[0].unit_amount too_large'],
  ])('refuses %j', async (fields, error) => {
    expect(await refused([{ name: 'Drinks', ...fields }])).toEqual([error]);
  });
});

describe('what is exported can be imported into an event with as many guests', () => {
  const units = fc.record(
    {
      // So that no product of it has a fraction.
      unit: fc.nat({ max: 2_500 }).map((quarter) => 4 * quarter),
      quantity: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(null, 0.5, 31.5, 1.25)),
      per_guest: fc.oneof(fc.boolean(), fc.constant(null)),
      kind: fc.constantFrom('expense', 'income'),
      note: fc.constantFrom('=1+1', 'a, "b"'),
    },
    { requiredKeys: ['unit'] },
  );
  const plain = fc.record({ cents: fc.nat({ max: 999_999_999 }) });

  it.each<[currency: string | undefined, digits: number]>([
    [undefined, 2],
    ['JPY', 0],
    ['KWD', 3],
  ])('in %s', { timeout: 120_000 }, async (currency, digits) => {
    const bodyOf = (line: { unit: number } | { cents: number }) => {
      if ('cents' in line) return { name: 'Plain', amount: line.cents / 10 ** digits };
      const { unit, ...fields } = line;
      return { name: 'Units', ...fields, unit_amount: unit / 10 ** digits };
    };
    const property = fc.asyncProperty(
      fc.array(fc.oneof(units, plain), { minLength: 1, maxLength: 8 }),
      fc.option(fc.nat({ max: 500 })),
      async (lines, guests) => {
        const [from, to] = [
          await newEvent(token, { currency, guests }),
          await newEvent(token, { currency, guests }),
        ];
        expect((await importInto(token, from, lines.map(bodyOf))).status).toBe(201);
        const file = await exportOf(token, from);
        expect((await importInto(token, to, file.text)).status).toBe(201);
        expect(await shown(to)).toBe(await shown(from));
        expect((await exportOf(token, to)).text).toBe(file.text);
        await expectSums(token, to);
      },
    );
    await fc.assert(property, { numRuns: scaled(50, 10) });
  });
});
