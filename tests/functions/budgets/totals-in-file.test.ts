import { beforeEach, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type Client, newClient } from '../../support/client.ts';
import { rejected } from '../../support/table.ts';

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent({ event_date: '2027-06-30' });
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
  warnings: z._default(z.array(z.object({ line: z.int(), field: z.string(), message: z.string() })), []),
});

/** The warnings of a dry run. */
async function warningsOf(file: string) {
  const { status, body } = await rejected(() => ada.importFile(event, file, { dry_run: 'true' }));
  expect(status).toBe(200);
  return answered.parse(body).warnings;
}
const placesOf = async (file: string) =>
  (await warningsOf(file)).map(({ line, field }) => `${line} ${field}`);
const messagesOf = async (file: string) => (await warningsOf(file)).map(({ message }) => message);

it('a file with totals is imported with warnings and the summary, which its dry run and its repeat have too', async () => {
  const dryRun = await ada.importFile(event, SUBTOTALS, { dry_run: 'true' });
  const keyed = () => ada.importFile(event, SUBTOTALS, {}, { 'idempotency-key': 'a-key' });
  const { status, body, text } = await keyed();
  const end = 'Delete the row if it is a total, or it counts twice.';
  const warnings = [
    { line: 4, field: 'amount', message: `Line 4: Amount is the sum of rows before it. ${end}` },
    { line: 6, field: 'name', message: `Line 6: Name looks like that of a total. ${end}` },
    { line: 7, field: 'amount', message: `Line 7: Amount is the sum of rows before it. ${end}` },
  ];
  const summary = await ada.summaryOf(event);
  expect([status, body]).toMatchObject([201, { return_count: 6, warnings, summary }]);
  expect(summary).toMatchObject({ total_amount: 27_900, version: 2 });
  expect(dryRun.body).toMatchObject({ warnings, summary: { ...summary, version: 1 } });
  const again = await keyed();
  expect([again.text, again.isReplay]).toEqual([text, true]);
  const preferred = await ada.importFile(event, SUBTOTALS, {}, { prefer: 'return=representation' });
  expect(preferred.body).toMatchObject({ budgets: { length: 6 }, warnings: { length: 3 } });
  expect(preferred.text.match(/"summary":/g)).toHaveLength(1);
});

it.each<[string, string]>([
  ['of all rows', 'name,category,amount\nHall,A,1\nBand,B,2\nAll,C,3\n'],
  ['of its category', 'name,category,amount\nHall,A,1\nWine,B,9\nBand,A,2\nVenue,A,3\n'],
  ['since the last total', 'name,amount\nHall,1\nBand,2\nVenue,3\nWine,4\nBread,5\nFood,9\nAll,12\n'],
  ['of income', 'name,kind,amount\nTickets,income,1\nHall,,5\nBar,income,2\nAll,income,3\n'],
  ['of unit amounts', 'name,unit_amount,quantity,amount\nHall,1.5,2,\nBand,0.5,3,\nAll,,,4.5\n'],
])('a row is a sum %s', async (_, file) => {
  const lines = file.trim().split('\n').length;
  expect((await placesOf(file)).at(-1)).toBe(`${lines} amount`);
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
  expect(await warningsOf(file)).toEqual([]);
});

it.each([
  ...['Total', 'SUBTOTAL:', 'Venue total', 'Sub-total', 'Gesamtsumme', 'Summe Essen', 'Sous-total', 'Итого'],
  ...['合計', '会場小計', '总计:', 'المجموع', 'סה"כ', 'Σύνολο', 'Tổng cộng', 'Insgesamt', 'Ogółem', 'UKUPNO'],
  ...['Saldo', 'Solde', 'balance'],
])('a row is named as a total: %s', async (name) => {
  expect(await placesOf(`name;amount\n"${name.replaceAll('"', '""')}";7\n`)).toEqual(['2 name']);
});

it.each([
  ...['Totally Tango', 'Summer drinks', 'Band (lump sum)', 'Band (total of three) on stage'],
  ...['Solde traiteur', '7'],
])('but not as %s', async (name) => {
  expect(await warningsOf(`name;amount\n${name};7\n`)).toEqual([]);
});

it('without a total, also in JSON, the response is as it was', async () => {
  const rows = [1, 2, 3].map((amount) => ({ name: 'Total', amount }));
  for (const budgets of ['name,amount\nHall,5\nBand,7\nCake,1\n', rows])
    expect((await ada.importFile(event, budgets)).text).toBe(
      '{"status":"success","message":"Budgets imported successfully","return_count":3}',
    );
});

it('a budget that the event has is no total', async () => {
  for (const [name, amount] of [['Hall', 1] as const, ['Band', 2] as const, ['Total', 3] as const])
    await ada.newBudget(event, { name, amount, category: '' });
  const { text } = await ada.exportBudgets(event, { include: 'version' });
  expect((await ada.importFile(event, text)).body).not.toHaveProperty('warnings');
  const more = await ada.importFile(event, `${text},Total,,3,,,,,\r\n`);
  expect(more.body).toMatchObject({ created_count: 1, warnings: [{ line: 5 }] });
});

it.each(['NÃ³mina', 'CafÃ©', 'Â£5', 'â€œBandâ€\u009d', 'Ð¡Ñ‚Ð¾Ð»', 'Å‚', 'FranÃ§ois'])(
  '%s looks damaged',
  async (name) => {
    expect(await messagesOf(`name,amount\n${name},5\n`)).toEqual([
      'Line 2: The text looks damaged: it was once read in another encoding.',
    ]);
  },
);

it.each(['Nómina', 'São Paulo', 'Ångström', 'CAFÉ “X”', 'Ä la carte', 'ÑANDÚ', 'Стол'])(
  '%s does not',
  async (name) => {
    expect(await warningsOf(`name,amount\n${name},5\n`)).toEqual([]);
  },
);

it('a day more than ten years from the event is named, if it is new, and another decimal mark', async () => {
  const rows = 'a,1,2570-05-30,\nb,1,2037-06-30,2017-06-30\nc,1,,2017-06-28\n';
  expect(await messagesOf(`name,amount,due_date,paid_on\n${rows}`)).toEqual([
    'Line 2: The day is more than ten years from the event.',
    'Line 4: The day is more than ten years from the event.',
  ]);
  const fields = { name: 'NÃ³', amount: 9, spent: 0, due_date: '2570-01-01' };
  const { id } = await ada.newBudget(event, fields);
  expect(await warningsOf(`ref,amount\nb${id}.0,9\n`)).toEqual([]);
  expect(await messagesOf('name;amount\na;12.50\nb;7,5\n')).toEqual([
    'Line 3: The number has another decimal mark than those before it.',
  ]);
});

it('at most 100 totals come first, and of others at most ten each, with how many more', async () => {
  const totals = Array.from({ length: 102 }, (_, n) => `Subtotal ${n} total,1,\n`).join('');
  const others = Array.from({ length: 120 }, (_, n) => `NÃ³ ${n},1,2570-05-30\n`).join('');
  const warnings = await messagesOf(`name,amount,due_date\n${others}${totals}Grand total,7,\n`);
  expect(warnings).toHaveLength(101 + 11 + 11);
  expect(warnings[0]).toMatch(/^Line 122: Name looks like that of a total\./);
  expect(warnings[100]).toBe('Line 222: More warnings like this: 3.');
  expect(warnings[111]).toBe('Line 12: More warnings like this: 110.');
  expect(warnings[122]).toBe('Line 12: More warnings like this: 110.');
});
