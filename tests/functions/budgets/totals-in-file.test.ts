import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { exportOf, importInto } from '../../support/budget-files.ts';
import { allBudgets, newBudget, newEvent, newToken } from '../../support/service.ts';
import { tableContent } from '../../support/table-content.ts';

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
});

const SUBTOTALS = [
  'category,name,amount',
  'Venue,Hall,5000',
  'Venue,Chairs,300',
  'Venue,Subtotal,5300',
  'Food,Catering,4000',
  'Food,Subtotal,4000',
  ',Grand total,9300',
  '',
].join('\n');

const answered = z.object({
  warnings: z.optional(z.array(z.object({ line: z.int(), field: z.string(), message: z.string() }))),
  summary: z.optional(z.looseObject({})),
});

/** The lines and fields of the warnings of a dry run. */
async function warningsOf(file: string) {
  const { status, body } = await importInto(token, event, file, { query: { dry_run: 'true' } });
  expect(status).toBe(200);
  return answered.parse(body).warnings?.map(({ line, field }) => `${line} ${field}`);
}

describe('a file with totals', () => {
  it('is imported with warnings and the summary', async () => {
    const { status, body } = await importInto(token, event, SUBTOTALS);
    expect([status, body.return_count]).toEqual([201, 6]);
    const end = 'Delete the row if it is a total, or it counts twice.';
    expect(body).toMatchObject({
      warnings: [
        { line: 4, field: 'amount', message: `Line 4: Amount is the sum of rows before it. ${end}` },
        { line: 6, field: 'name', message: `Line 6: Name looks like that of a total. ${end}` },
        { line: 7, field: 'amount' },
      ],
      summary: { total_amount: 27_900 },
    });
    expect(await allBudgets(token, event)).toHaveLength(6);
  });

  it('gets the same from a dry run, which changes nothing', async () => {
    const before = await tableContent();
    const dryRun = await importInto(token, event, SUBTOTALS, { query: { dry_run: 'true' } });
    expect(await tableContent()).toEqual(before);
    const made = await importInto(token, event, SUBTOTALS);
    const [checked, done] = [dryRun.body, made.body].map((body) => answered.parse(body));
    expect(checked).toEqual({ ...done, summary: { ...done?.summary, version: 1 } });
  });

  it('gets them again from a repeat with its Idempotency-Key, and once with Prefer', async () => {
    const headers = { 'idempotency-key': 'a-key' };
    const made = await importInto(token, event, SUBTOTALS, { headers });
    const again = await importInto(token, event, SUBTOTALS, { headers });
    expect([again.text, again.isReplay]).toEqual([made.text, true]);
    const preferred = await importInto(token, await newEvent(token), SUBTOTALS, {
      headers: { prefer: 'return=representation' },
    });
    expect(preferred.body).toMatchObject({ budgets: { length: 6 }, warnings: { length: 3 } });
    expect(preferred.text.match(/"summary":/g)).toHaveLength(1);
  });
});

describe('a row is a sum', () => {
  it.each<[string, string]>([
    ['of all rows', 'name,category,amount\nHall,A,1\nBand,B,2\nAll,C,3\n'],
    ['of its category', 'name,category,amount\nHall,A,1\nWine,B,9\nBand,A,2\nVenue,A,3\n'],
    ['since the last total', 'name,amount\nHall,1\nBand,2\nVenue,3\nWine,4\nBread,5\nFood,9\nAll,12\n'],
    ['of income', 'name,kind,amount\nTickets,income,1\nHall,,5\nBar,income,2\nAll,income,3\n'],
    ['of unit amounts', 'name,unit_amount,quantity,amount\nHall,1.5,2,\nBand,0.5,3,\nAll,,,4.5\n'],
  ])('%s', async (_, file) => {
    const lines = file.trim().split('\n').length;
    expect((await warningsOf(file))?.at(-1)).toBe(`${lines} amount`);
  });

  it.each<[string, string]>([
    ['of one row', 'name,amount\nHall,1\nBand,1\n'],
    ['of one row and nothing', 'name,amount\nHall,1\nWine,0\nBand,1\n'],
    ['of 0', 'name,amount\nHall,0\nWine,0\nBand,0\n'],
    ['of rows after it', 'name,amount\nAll,3\nHall,1\nBand,2\n'],
    ['of rows of another kind', 'name,kind,amount\nHall,,1\nBand,,2\nTickets,income,3\n'],
    ['of rows of other categories', 'name,category,amount\nHall,A,1\nBand,B,2\nWine,A,7\nBread,A,3\n'],
    ['of a total', 'name,amount\nHall,1\nBand,2\nAll,6\n'],
  ])('but not %s', async (_, file) => {
    expect(await warningsOf(file)).toBeUndefined();
  });
});

describe('a row is named as a total', () => {
  it.each([
    'Total',
    'SUBTOTAL:',
    'Venue total',
    'Sub-total',
    'Gesamtsumme',
    'Summe Essen',
    'Sous-total',
    'Итого',
    '合計',
    '会場小計',
    '总计:',
    'المجموع',
    'סה"כ',
    'Σύνολο',
    'Tổng cộng',
    'Insgesamt',
    'Ogółem',
    'UKUPNO',
    'Saldo',
    'Solde',
    'balance',
  ])('%s', async (name) => {
    expect(await warningsOf(`name;amount\n"${name.replaceAll('"', '""')}";7\n`)).toEqual(['2 name']);
  });

  it.each([
    'Totally Tango',
    'Summer drinks',
    'Band (lump sum)',
    'Band (total of three) on stage',
    'Solde traiteur',
    '7',
  ])('%s is not', async (name) => {
    expect(await warningsOf(`name;amount\n"${name.replaceAll('"', '""')}";7\n`)).toBeUndefined();
  });
});

describe('without a total', () => {
  it('the response is as it was', async () => {
    const { text } = await importInto(token, event, 'name,amount\nHall,5\nBand,7\n');
    expect(text).toBe('{"status":"success","message":"Budgets imported successfully","return_count":2}');
  });

  it('so is that of a file in which only a known budget is one', async () => {
    for (const fields of [
      { name: 'Hall', amount: 1 },
      { name: 'Band', amount: 2 },
      { name: 'Total', amount: 3 },
    ])
      await newBudget(token, event, { ...fields, category: '' });
    const { text } = await exportOf(token, event, {}, { include: 'version' });
    const { body } = await importInto(token, event, text);
    expect(body).toEqual(expect.not.objectContaining({ warnings: expect.anything() }));
    const more = await importInto(token, event, `${text},Total,,3,,,,,\r\n`);
    expect(more.body).toMatchObject({ created_count: 1, warnings: [{ line: 5 }] });
  });

  it('so is that of a list in JSON', async () => {
    const rows = [1, 2, 3].map((amount) => ({ name: 'Total', amount }));
    const { text } = await importInto(token, event, rows);
    expect(text).toBe('{"status":"success","message":"Budgets imported successfully","return_count":3}');
  });
});

it('at most 100 rows are named, and how many more there are', async () => {
  const rows = Array.from({ length: 102 }, (_, n) => `Subtotal ${n} total,1\n`).join('');
  const { body } = await importInto(token, event, `name,amount\n${rows}Grand total,7\n`);
  const { warnings = [] } = answered.parse(body);
  expect([warnings.length, warnings.at(-1)?.message]).toEqual([101, 'Line 102: More warnings like this: 3.']);
});
