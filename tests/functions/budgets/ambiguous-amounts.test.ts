import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { type Client, newClient } from '../../support/client.ts';
import { scaled } from '../../support/scale.ts';

let ada: Client;
beforeEach(async () => {
  ada = await newClient();
});

/** The errors of an import into an event with this currency. */
async function errorsOf(currency: string | undefined, file: string, decimal?: string) {
  const event = await ada.newEvent({ currency });
  const { body } = await ada.rejectedImport(event, file, decimal ? { decimal } : {});
  return body.errors?.map(({ field, code, message }) => `${field} ${code}: ${message}`);
}

/** Files with one cell in three columns, beside cells that may show what it is. */
const fileWith = (cell: string, others: string[]) =>
  [
    'name;amount;spent;estimate',
    `Hall;1;${cell};`,
    `Band;${cell};1;${cell}`,
    ...others.map((other) => `Cake;${other};;`),
    '',
  ].join('\r\n');

/** A cell, the currency of the event, other cells, what follows, and the `decimal` of the query. */
type Case<Expected> = [string, string | undefined, string[], Expected, string?];

const MILLION = 'could be 1250000 or 1250: if it is 1250000, write "1250000"; if it is 1250, write';

it.each<Case<string>>([
  // Nothing shows what it is.
  [
    '12.500',
    undefined,
    [],
    'could be 12500 or 12.5: with decimal=, it is 12500; if it is 12.5, write "12.50"',
  ],
  ['12,500', 'USD', [], 'could be 12500 or 12,5: with decimal=. it is 12500; if it is 12,5, write "12,50"'],
  ['2.000', 'EUR', ['7', '1 000'], 'could be 2000 or 2: with decimal=, it is 2000; if it is 2, write "2.00"'],
  ['12.345', 'EUR', [], 'could be 12345: with decimal=, it is 12345'],
  ["1'250.000", 'EUR', ['12,50'], `${MILLION} "1250.00"`],
  ["1'250.000", 'EUR', [], `${MILLION} "1250.00"`, ','],
  ['1 250,000', 'KWD', [], `${MILLION} "1250,000"`, ','],
  // Its mark is the decimal mark, so it may have too many digits, and is never the thousandfold.
  ['93.795', 'AUD', ['871.51'], 'has three fractional digits: write "93.80" or "93.79"'],
  ['93,794', 'EUR', ['871,51'], 'has three fractional digits: write "93,79"'],
  ['93.796', 'EUR', [], 'has three fractional digits: write "93.80"', '.'],
  ['12.500', 'EUR', [], 'has three fractional digits: write "12.50"', '.'],
  ['12.500', 'EUR', ['871.51', '1.000,00'], 'has three fractional digits: write "12.50"'],
  // With three fractional digits, other cells decide nothing.
  ['1.250', 'KWD', ['871.51'], 'could be 1250 or 1.25: with decimal=, it is 1250; with decimal=. it is 1.25'],
  ['1,250', 'KWD', ['1.5'], 'could be 1250 or 1,25: with decimal=. it is 1250; with decimal=, it is 1,25'],
])('%s is rejected in an event in %s beside %j: it %s', async (cell, currency, others, sentence, decimal) => {
  expect(await errorsOf(currency, fileWith(cell, others), decimal)).toEqual([
    `spent ambiguous: Line 2: Spent ${sentence}.`,
    `amount ambiguous: Line 3: Amount ${sentence}.`,
    `estimate ambiguous: Line 3: Estimate ${sentence}.`,
  ]);
});

it.each<Case<number>>([
  ['12,500', 'USD', ['871.51'], 12_500],
  ['12.500', undefined, ['1.250.000'], 12_500],
  ['12.500', 'EUR', ['1 250,5'], 12_500],
  ['12.500', 'EUR', ['0,25'], 12_500],
  ['12.500', 'EUR', [], 12_500, ','],
  ['12,500', 'EUR', [], 12_500, '.'],
  ['12.500', 'CLP', [], 12_500],
  ['850,000', 'VND', ['5,000'], 850_000],
  ['12.500', 'CLP', [], 12_500, ','],
  ['12.500', 'KWD', [], 12.5, '.'],
  ['12.500', 'KWD', [], 12_500, ','],
  ['12,500', 'KWD', [], 12.5, ','],
  ['1234.500', 'EUR', [], 1234.5],
  ['0.500', 'EUR', [], 0.5],
])('%s is taken in an event in %s beside %j as %s', async (cell, currency, others, amount, decimal) => {
  const event = await ada.newEvent({ currency });
  const query: Record<string, string> = decimal ? { decimal } : {};
  expect((await ada.importFile(event, fileWith(cell, others), query)).status).toBe(201);
  expect((await ada.budgetsOf(event))[1]).toMatchObject({ amount, estimate: amount });
});

it.each([
  ['733.333', '500.00', undefined, '"733"'],
  ['12,500', '', ',', '"13" or "12"'],
  ['0.5', '', undefined, '"1" or "0"'],
])('%s has too many digits for JPY beside %j with decimal=%s', async (cell, other, decimal, written) => {
  const file = `name;amount\nHall;${cell}\n${other && `Cake;${other}\n`}`;
  const message = `Line 2: Amount must have no fractional digits: write ${written}.`;
  expect(await errorsOf('JPY', file, decimal)).toEqual([`amount too_precise: ${message}`]);
});

it('is a fraction in a currency with three digits if all amounts have a point and three digits', async () => {
  const file = 'name;amount;spent\nHall;12.500;0.000\nBand;1234.500;\n';
  const event = await ada.newEvent({ currency: 'KWD' });
  expect((await ada.importFile(event, file)).status).toBe(201);
  await ada.importFile(event, 'name;amount\nCake;1.500\n', { decimal: ',' });
  expect(await ada.budgetsOf(event)).toMatchObject([{ amount: 12.5 }, { amount: 1234.5 }, { amount: 1500 }]);
  expect(await errorsOf('KWD', file.replace('0.000', '7'))).toHaveLength(1);
  // The currency counts that the event has when it is written.
  expect(await errorsOf('EUR', file)).not.toEqual([]);
});

it('is decided in a quantity by other cells, has two digits there, and shows what the others are', async () => {
  const event = await ada.newEvent({ currency: 'EUR' });
  const file = 'name;unit_amount;quantity\nChairs;0,5;1.000\nCups;1.250;0,5\n';
  expect((await ada.importFile(event, file)).status).toBe(201);
  expect(await ada.budgetsOf(event)).toMatchObject([
    { unit_amount: 0.5, quantity: 1_000 },
    { unit_amount: 1_250, quantity: 0.5 },
  ]);
  const could = 'could be 1000 or 1: with decimal=, it is 1000; if it is 1, write "1.00".';
  for (const currency of ['CLP', 'KWD'])
    expect(await errorsOf(currency, 'name;unit_amount;quantity\nChairs;1250;1.000\n')).toEqual([
      `quantity ambiguous: Line 2: Quantity ${could}`,
    ]);
});

it('is no change in a row whose budget has it already in either meaning, whatever other cells show', async () => {
  const event = await ada.newEvent({ currency: 'EUR' });
  await ada.newBudget(event, { name: 'Hall', amount: 12.5, spent: 12_500, category: '' });
  const { text } = await ada.exportBudgets(event, { include: 'version' });
  const resaved = text.replace('12.50', '12.500').replace('12500.00', '12.500');
  expect(resaved).not.toBe(text);
  for (const file of [resaved, `${resaved},Band,,7.50,,,,,\r\n`, `${resaved},Band,,"7,50",,,,,\r\n`]) {
    const { body } = await ada.importFile(event, file, { dry_run: 'true' });
    expect(body).toMatchObject({ status: 'success', changed_count: 0 });
  }
  expect((await ada.rejectedImport(event, text.replace('12.50', '12.600'))).messages).toEqual([
    'Line 2: Amount has three fractional digits: write "12.60".',
  ]);
});

it.each([
  ['468.15999999999997', 'USD', 'two', '"468.16"'],
  ['3,4199999999999995', 'USD', 'two', '"3,42"'],
  ['1.0000000000000000001', 'EUR', 'two', '"1.00"'],
  ['0.0000001', 'EUR', 'two', '"0.00"'],
  ['2.4995', 'KWD', 'three', '"2.500" or "2.499"'],
])('%s has more digits than %s', async (cell, currency, digits, written) => {
  expect(await errorsOf(currency, `name;amount\nHall;${cell}\n`)).toEqual([
    `amount too_precise: Line 2: Amount must have at most ${digits} fractional digits: write ${written}.`,
  ]);
});

interface Notation {
  group: string;
  mark: '.' | ',';
  isIndian?: boolean;
}

/** How spreadsheets write numbers in ten countries. */
const NOTATIONS: Record<string, Notation> = {
  'United States': { group: ',', mark: '.' },
  Germany: { group: '.', mark: ',' },
  France: { group: '\u202f', mark: ',' },
  Poland: { group: '\u00a0', mark: ',' },
  Switzerland: { group: '’', mark: '.' },
  India: { group: ',', mark: '.', isIndian: true },
  Mexico: { group: ',', mark: '.' },
  Brazil: { group: '.', mark: ',' },
  Sweden: { group: ' ', mark: ',' },
  Estonia: { group: '', mark: ',' },
};

function written(
  units: number,
  digits: number,
  { group, mark, isIndian }: Notation,
  isGrouped: boolean,
): string {
  const whole = String(Math.floor(units / 10 ** digits));
  const fraction = digits > 0 ? mark + String(units % 10 ** digits).padStart(digits, '0') : '';
  const groups = isIndian ? /\B(?=(\d\d)*\d{3}$)/g : /\B(?=(\d{3})+$)/g;
  return (isGrouped ? whole.replaceAll(groups, group) : whole) + fraction;
}

const country = fc.constantFrom(...Object.keys(NOTATIONS));

const file = fc.record({
  people: fc.array(country, { minLength: 1, maxLength: 2 }),
  cells: fc.array(
    fc.record({
      person: fc.nat({ max: 1 }),
      units: fc.oneof(
        fc.nat({ max: 9_999 }),
        fc.nat({ max: 999_999_999 }),
        fc.nat({ max: 2_000 }).map((n) => n * 100),
      ),
      isShort: fc.boolean(),
      isGrouped: fc.boolean(),
    }),
    { minLength: 1, maxLength: 8 },
  ),
  sign: fc.constantFrom('', '', '€', 'EUR'),
  decimal: fc.constantFrom('right', 'wrong', 'none'),
  digits: fc.constantFrom(0, 2, 2, 2, 3),
  column: fc.constantFrom('amount', 'spent', 'estimate'),
});

const CURRENCIES: Record<number, string> = { 0: 'JPY', 2: 'EUR', 3: 'KWD' };

it('numbers in any notation, of one or two people, are stored as they were meant, or rejected', {
  timeout: 300_000,
}, async () => {
  const counts: Record<string, number> = {};
  const count = (name: string, number: number) => {
    counts[name] = (counts[name] ?? 0) + number;
  };
  const property = fc.asyncProperty(file, async ({ people, cells, sign, decimal, digits, column }) => {
    // With three digits, another person's amounts or a wrong decimal= can't be told from the file's own.
    fc.pre(digits !== 3 || (decimal !== 'wrong' && new Set(people).size === 1));
    const [one = '', other = one] = people;
    const mark = NOTATIONS[one]?.mark ?? '.';
    const said = { right: mark, wrong: mark === '.' ? ',' : '.', none: undefined }[decimal];
    const texts = cells.map(({ person, units, isShort, isGrouped }) => {
      const notation = NOTATIONS[person === 0 ? one : other] ?? { group: '', mark };
      // Whole amounts may be written without a fraction, but not in currencies with three digits, where they look like one.
      const isWhole = isShort && units % 10 ** digits === 0 && digits !== 3;
      return isWhole
        ? written(units / 10 ** digits, 0, notation, isGrouped)
        : written(units, digits, notation, isGrouped);
    });
    const rows = texts.map((text, index) => `Row ${index}\t1\t${text}${digits === 2 ? ` ${sign}` : ''}`);
    const header = column === 'amount' ? 'name\tspent\tamount' : `name\tamount\t${column}`;
    const event = await ada.newEvent({ currency: CURRENCIES[digits] });
    const query: Record<string, string> = said === undefined ? {} : { decimal: said };
    const { status } = await ada.importFile(event, `${header}\n${rows.join('\n')}\n`, query);
    const kind = `${new Set([one, other]).size} with ${decimal} decimal=, ${digits} digits`;
    count(`${kind}: ${status === 201 ? 'taken' : 'rejected'}`, cells.length);
    if (status === 422) return;
    expect(status).toBe(201);
    const stored = (await ada.budgetsOf(event)).map((budget) => Number(budget[column]));
    expect(stored, texts.join(' | ')).toEqual(cells.map(({ units }) => units / 10 ** digits));
  });
  await fc.assert(property, { numRuns: scaled(3_000, 100) });
  expect(counts['1 with none decimal=, 2 digits: taken']).toBeGreaterThan(scaled(500, 16));
  expect(counts['1 with right decimal=, 2 digits: rejected'] ?? 0).toBeLessThan(scaled(20, 2));
});
