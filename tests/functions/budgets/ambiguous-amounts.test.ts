import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportOf, importInto, shownBudgets } from '../../support/budget-files.ts';
import { scaled } from '../../support/scale.ts';
import { allBudgets, newBudget, newEvent, newToken } from '../../support/service.ts';
import { tableContent } from '../../support/table-content.ts';

let token: string;
beforeEach(async () => {
  token = await newToken();
});

/** The errors of an import, after which nothing has changed. A dry run has the same. */
async function refused(event: { id: string }, file: string, query = {}) {
  const before = await tableContent();
  const dryRun = await importInto(token, event, file, { query: { ...query, dry_run: 'true' } });
  const { status, body } = await importInto(token, event, file, { query });
  expect([dryRun.status, dryRun.body.errors]).toEqual([status, body.errors]);
  expect(status).toBe(422);
  expect(await tableContent()).toEqual(before);
  return body.errors?.map(({ field, code, message }) => `${field} ${code}: ${message}`);
}

describe('an amount with a mark and three digits', () => {
  it.each([
    ['12.500', undefined, '.', 'could be 12,500 or 12.5: write 12500 or 12.50.'],
    ['1.250', 'EUR', '.', 'could be 1,250 or 1.25: write 1250 or 1.25.'],
    ['2.000', 'EUR', '.', 'could be 2,000 or 2: write 2000 or 2.00.'],
    ['12.345', 'EUR', '.', 'could be 12,345: write 12345.'],
    ['"12,500"', 'USD', ',', 'could be 12.500 or 12,5: write 12500 or 12,50.'],
    ['500.000', 'CLP', '.', 'could be 500,000: write 500000.'],
    ['"850,000"', 'VND', ',', 'could be 850.000: write 850000.'],
  ])('%s is refused in an event in %s with decimal=%s', async (cell, currency, decimal, sentence) => {
    const event = await newEvent(token, { currency });
    expect(
      await refused(event, `name,amount,spent,estimate\r\nHall,1,${cell},\r\nBand,${cell},1,${cell}\r\n`, {
        decimal,
      }),
    ).toEqual([
      `spent ambiguous: Line 2: Spent ${sentence}`,
      `amount ambiguous: Line 3: Amount ${sentence}`,
      `estimate ambiguous: Line 3: Estimate ${sentence}`,
    ]);
  });

  it.each([
    ['0.125', 'KWD', 0.125],
    ['12.500', 'KWD', 12.5],
    ['1234.500', 'EUR', 1234.5],
    ['0.500', 'EUR', 0.5],
    ['12500', 'EUR', 12_500],
    ['12.50', 'EUR', 12.5],
    ['012.500', 'EUR', 12.5],
  ])('%s is clear in %s', async (cell, currency, amount) => {
    const event = await newEvent(token, { currency });
    const { status } = await importInto(token, event, `name;amount\r\nHall;${cell}\r\n`);
    expect(status).toBe(201);
    expect(await allBudgets(token, event)).toMatchObject([{ amount }]);
  });

  it('is refused in a unit amount, and in a quantity whatever the currency', async () => {
    const file = 'name;unit_amount;quantity\r\nChairs;1.250;1.000\r\n';
    const quantity = 'quantity ambiguous: Line 2: Quantity could be 1,000 or 1: write 1000 or 1.00.';
    expect(await refused(await newEvent(token, { currency: 'KWD' }), file)).toEqual([quantity]);
    expect(await refused(await newEvent(token), 'name;unit_amount\r\nChairs;1.250\r\n')).toEqual([
      'unit_amount ambiguous: Line 2: Unit amount could be 1,250 or 1.25: write 1250 or 1.25.',
    ]);
  });

  it('is no change in a row whose budget has it already', async () => {
    const event = await newEvent(token, { currency: 'EUR' });
    await newBudget(token, event, { name: 'Hall', amount: 12.5, spent: 0, category: '' });
    const { text } = await exportOf(token, event, {}, { include: 'version' });
    const resaved = text.replace('12.50', '12.500');
    expect(resaved).not.toBe(text);
    const { status, body } = await importInto(token, event, resaved);
    expect([status, body]).toMatchObject([201, { changed_count: 0 }]);
    expect(await refused(event, text.replace('12.50', '12.600'))).toEqual([
      'amount ambiguous: Line 2: Amount could be 12,600 or 12.6: write 12600 or 12.60.',
    ]);
  });

  it('is checked against the currency that the event has when it is written', async () => {
    const event = await newEvent(token, { currency: 'KWD' });
    const file = 'name;amount\r\nHall;12.500\r\n';
    expect((await importInto(token, event, file, { query: { dry_run: 'true' } })).status).toBe(200);
    expect(await refused(await newEvent(token, { currency: 'CLP' }), file)).toHaveLength(1);
  });
});

it.each(['1,250.00', '1,250,000', "1'250", '1 250,50', '1.250,00'])(
  'the thousands separators of %s are named',
  async (cell) => {
    const decimal = cell.includes(',50') || cell.includes(',00') ? ',' : '.';
    expect(await refused(await newEvent(token), `name;amount\r\nHall;${cell}\r\n`, { decimal })).toEqual([
      'amount invalid: Line 2: Amount must not have thousands separators.',
    ]);
  },
);

/** A whole number with a mark between its groups of three digits. */
const grouped = (digits: string, mark: string) => digits.replaceAll(/\B(?=(\d{3})+$)/g, mark);

const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Signs that may stand in an event in each currency; any of them without one. */
const SIGNS: Record<string, string[]> = {
  EUR: ['€', 'EUR'],
  CLP: ['$', 'CLP'],
  KWD: ['KWD'],
  SEK: ['kr', 'kr.', 'SEK'],
};

const space = fc.constantFrom('', '', ' ', '\u00a0', '\u202f', '\t ');

const notation = fc.record({
  whole: fc.bigInt({ min: 0n, max: 999_999_999n }).map(String),
  fraction: fc.stringMatching(/^\d{0,4}$/),
  group: fc.constantFrom('', '', '', '.', ',', ' ', "'", '\u00a0'),
  mark: fc.constantFrom('.', ','),
  minus: fc.constantFrom('', '', '', '', '-', '\u2212', '+', '('),
  sign: fc.constantFrom('', '', '', ...Object.values(SIGNS).flat(), '%', '£', 'x'),
  isBefore: fc.boolean(),
  spaces: fc.tuple(space, space, space),
  column: fc.constantFrom('amount', 'spent', 'estimate', 'unit_amount'),
  decimal: fc.constantFrom('.', ','),
  currency: fc.constantFrom(undefined, ...Object.keys(SIGNS)),
});

it('a number in any notation is stored as it was meant, or refused', { timeout: 300_000 }, async () => {
  const events = new Map(
    await Promise.all(
      [undefined, ...Object.keys(SIGNS)].map(async (currency) => {
        const event = await newEvent(token, { currency });
        return [currency, event] as const;
      }),
    ),
  );
  let count = 0;
  const taken = { signs: 0, plain: 0 };
  const written = fc.asyncProperty(notation, async ({ whole, fraction, group, mark, sign, ...rest }) => {
    const { column, decimal, currency, minus, isBefore, spaces } = rest;
    const event = events.get(currency) ?? { id: '' };
    count += 1;
    const name = `Budget ${count}`;
    const number = `${grouped(whole, group)}${fraction && mark + fraction}`;
    const parts = [`${minus}${number}${minus === '(' ? ')' : ''}`, sign];
    const cell = `${spaces[0]}${(isBefore ? parts.reverse() : parts).join(spaces[1])}${spaces[2]}`;
    const other = column === 'unit_amount' ? '' : ',1';
    const header = `name,${column}${other && (column === 'amount' ? ',spent' : ',amount')}`;
    const file = `${header}\r\n${name},"${cell}"${other}\r\n`;
    const { status } = await importInto(token, event, file, { query: { decimal } });
    if (status === 422) return;
    expect(status).toBe(201);
    const right = currency === undefined ? Object.values(SIGNS).flat().concat('£') : SIGNS[currency];
    expect(['', ...(right ?? [])]).toContain(sign);
    const budget = (await shownBudgets(token, event)).find((found) => found['name'] === name);
    const isTaken = currency === 'KWD' && AMBIGUOUS.test(number);
    const meant = isTaken ? number.replace(decimal, '.') : `${whole}.${fraction || '0'}`;
    expect(Number(budget?.[column])).toBe(Number(meant));
    expect(minus === '' || Number(meant) === 0).toBe(true);
    expect(isTaken || !AMBIGUOUS.test(number)).toBe(true);
    taken[sign === '' ? 'plain' : 'signs'] += 1;
  });
  await fc.assert(written, { numRuns: scaled(3_000, 300) });
  // Of few runs, a seed may have none.
  expect(Math.min(taken.plain, taken.signs)).toBeGreaterThanOrEqual(scaled(25, 0));
});
