import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, newClient } from '../../support/client.ts';

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent({ currency: 'EUR' });
});

/** The budgets after an import, which a dry run took as well. */
async function taken(file: string, query: Record<string, string> = {}, headers = {}) {
  const dryRun = await ada.importFile(event, file, { ...query, dry_run: 'true' }, headers);
  const made = await ada.importFile(event, file, query, headers);
  expect([dryRun.status, made.status]).toEqual([200, 201]);
  return ada.budgetsOf(event);
}

/** The codes and sentences of the errors of a file. */
async function errorsOf(file: string, query = {}) {
  const { body } = await ada.rejectedImport(event, file, query);
  return body.errors?.map(({ code, message }) => `${code}: ${message}`);
}

it.each([
  ['an empty first line', '\nname,amount\nHall,10\n'],
  ['a line that tells Excel the delimiter', 'sep=;\nname;amount\nHall;10\n'],
  ['spaces', 'Name,Amount,Due date,Unit amount\nHall,10,2027-03-04,\n'],
])('the header may have or follow %s', async (_, file) => {
  expect(await taken(file)).toMatchObject([{ name: 'Hall', amount: 10 }]);
});

it('the header is searched below titles, and has its own line in errors', async () => {
  const file = 'Summer party,,\n,,\nUpdated 3/4/27,,\nname,category,amount\nHall,Venue,5000\n';
  expect(await errorsOf(file)).toEqual([
    'invalid: Line 4: If this is the header, delete the lines above it.',
  ]);
  expect(await errorsOf('sep=;\n\nname;amount;colour\nHall;x;y\n')).toEqual([
    expect.stringMatching(/^invalid: Line 3: Colour is not a column \(/),
  ]);
});

it('words are taken in any case, and booleans in other languages', async () => {
  const file =
    'kind,name,unit_amount,per_guest\nIncome,Tickets,8,Yes\nEXPENSE,Hall,25,Non\nexpense,Cake,5,x\n,Flowers,1,nie\n';
  event = await ada.newEvent({ guests: 10 });
  expect(await taken(file)).toMatchObject([
    { kind: 'income', amount: 80 },
    { kind: 'expense', amount: 25, per_guest: false },
    { amount: 50 },
    { amount: 1 },
  ]);
});

it.each<[currency: string | undefined, cell: string, amount: number, query?: Record<string, string>]>([
  ['EUR', '10787,54 €', 10_787.54, { decimal: ',' }],
  ['EUR', '\u00a0€\u00a012.50\u202f', 12.5],
  ['USD', '$0', 0],
  ['USD', '1250.00 USD', 1250],
  ['USD', 'US$ 5', 5],
  ['CAD', '$5', 5],
  ['SEK', '5 kr', 5],
  ['CLP', '$500.000', 500_000],
  ['USD', '1,250.00 USD', 1250],
  ['JPY', '5000円', 5000],
  ['CNY', '￥5000', 5000],
  ['KRW', '5000원', 5000],
  ['KWD', 'KWD 12.500', 12.5],
  [undefined, '5 kr', 5],
  [undefined, 'CHF 5', 5],
])('the sign of a currency in an event in %s, %s is taken', async (currency, cell, amount, query = {}) => {
  const file = `name\tamount\tspent\testimate\nHall\t${cell}\t${cell}\t${cell}\n`;
  event = await ada.newEvent({ currency });
  expect(await taken(file, query)).toMatchObject([{ amount, spent: amount, estimate: amount }]);
});

it('the sign of a currency may stand in some amounts, and beside the code of the same currency', async () => {
  const file = 'name,amount,spent\nHall,€5,5 EUR\nBand,7,\n';
  event = await ada.newEvent();
  expect(await taken(file)).toMatchObject([{ amount: 5, spent: 5 }, { amount: 7 }]);
});

it.each([
  ['EUR', '$5', 'invalid: Line 2: Amount is in $, but the event is in EUR.'],
  ['EUR', '5 USD', 'invalid: Line 2: Amount is in USD, but the event is in EUR.'],
  ['USD', '5 kr', 'invalid: Line 2: Amount is in kr, but the event is in USD.'],
  ['USD', 'CA$5', 'invalid: Line 2: Amount is in CA$, but the event is in USD.'],
  ['KRW', '5000円', 'invalid: Line 2: Amount is in 円, but the event is in KRW.'],
  ['EUR', '€12.500', expect.stringMatching(/^ambiguous: Line 2: Amount could be 12500 or 12\.5: /)],
  ['CLP', '$0.5', 'too_precise: Line 2: Amount must have no fractional digits: write "1" or "0".'],
  ['EUR', '€-5', expect.stringMatching(/^negative: Line 2: Amount must not be negative\./)],
])('the sign of a currency in an event in %s, %s is rejected', async (currency, cell, message) => {
  event = await ada.newEvent({ currency });
  expect(await errorsOf(`name\tamount\nHall\t${cell}\n`)).toEqual([message]);
});

it.each([
  ['€5', '£5', 'Line 3: Amount is in £, but the file has amounts in € too.'],
  ['Fr. 5', '5 €', 'Line 3: Amount is in €, but the file has amounts in Fr. too.'],
  ['$5', '5 USD', 'Line 3: Amount is in USD, but the file has amounts in $ too.'],
  ['USD 5', '$5', 'Line 3: Amount is in $, but the file has amounts in USD too.'],
  ['5 kr', 'SEK 5', 'Line 3: Amount is in SEK, but the file has amounts in kr too.'],
])('an event without a currency takes no file with %s and %s', async (one, other, message) => {
  const file = `name,amount\nHall,${one}\nBand,${other}\n`;
  event = await ada.newEvent();
  expect(await errorsOf(file)).toEqual([`invalid: ${message}`]);
});

it.each([
  ['12,5', '.', 'a point'],
  ['12.5', ',', 'a comma'],
])('an amount of %s contradicts decimal=%s', async (cell, decimal, said) => {
  expect(await errorsOf(`name;amount\nHall;${cell}\n`, { decimal })).toEqual([
    `invalid: Line 2: Amount contradicts the query, in which decimal is ${said}.`,
  ]);
});

it('the sign of a currency is compared with the currency that the event has when it is written', async () => {
  event = await ada.newEvent();
  expect(await taken('name,amount\nHall,€5\n')).toHaveLength(1);
  await ada.update(event, { currency: 'USD' });
  const message = 'invalid: Line 2: Amount is in €, but the event is in USD.';
  expect(await errorsOf('name,amount\nHall,€5\n')).toEqual([message]);
});

it('the sign of a currency may stand in a row that changes a budget, which may have the amount already', async () => {
  await ada.newBudget(event, { name: 'Hall', amount: 12.5, spent: 0, category: '' });
  const { text } = await ada.exportBudgets(event, { include: 'version' });
  expect(await taken(text.replace('12.50', '€12.500'))).toMatchObject([{ amount: 12.5, version: 0 }]);
  expect(await taken(text.replace('12.50', '€13'))).toMatchObject([{ amount: 13 }]);
});

it.each([
  ['15%', 'Amount must not be a percentage.'],
  ['(250.00)', 'Amount must not be in parentheses: write a minus if you mean one.'],
  ['#REF!', 'Amount is an error of the spreadsheet. Repair its formula, or widen its column.'],
  ['TBD', 'Amount must be a number without other text, such as "1250.50", "1,250.50" or "1.250,50".'],
  ['??', 'Amount must be a number without other text, such as "1250.50", "1,250.50" or "1.250,50".'],
  ['[covered]', 'Amount must be a number without other text, such as "1250.50", "1,250.50" or "1.250,50".'],
  ['50,-', 'Amount must be a number: write "50".'],
])('an amount of %s gets a sentence that is true', async (cell, message) => {
  expect(await errorsOf(`name;amount\nHall;${cell}\n`)).toEqual([`invalid: Line 2: ${message}`]);
});

describe('a day', () => {
  const file = (...days: string[]) =>
    `name,amount,due_date\n${days.map((day) => `Hall,10,${day}\n`).join('')}`;

  it.each([
    '6/30/2027',
    '30.06.2027',
    '2027/06/30',
    '2027-06-30 00:00:00',
    '6/30/2027 12:00:00 AM',
    '2027年6月30日',
  ])('%s is taken', async (day) => {
    expect(await taken(file(day))).toMatchObject([{ due_date: '2027-06-30' }]);
  });

  it('that could be another needs the order of the file', async () => {
    const sentence = 'Due date could be day/month or month/day: import the file with date=dmy or date=mdy.';
    expect(await errorsOf(file('6/30/2027', '3/4/2027'))).toEqual([`ambiguous: Line 3: ${sentence}`]);
    const days = file('3/4/2027', '2027-06-30');
    expect(await taken(days, { date: 'dmy' })).toMatchObject([{ due_date: '2027-04-03' }, {}]);
    event = await ada.newEvent();
    const asWritten = [{ due_date: '2027-03-04' }, { due_date: '2027-06-30' }];
    expect(await taken(days, { date: 'mdy' })).toMatchObject(asWritten);
  });

  it('has to fit the order that the query says', async () => {
    for (const [days, date, line] of [
      [['3/4/2027', '6/30/2027'], 'dmy', 3],
      [['30.6.2027'], 'mdy', 2],
    ] as const)
      expect(await errorsOf(file(...days), { date })).toEqual([
        `invalid: Line ${line}: Due date contradicts date=${date}.`,
      ]);
    for (const date of ['ymd', 'DMY', ''])
      expect(await errorsOf(file('2027-06-30'), { date })).toEqual(['invalid: Date must be dmy or mdy.']);
  });

  it.each([
    ['6/30/27', 'must have a year of four digits'],
    ['31/2/2027', 'must be a valid date (YYYY-MM-DD)'],
    ['2027-06-30 99:99', 'must be a valid date (YYYY-MM-DD)'],
    ['22/11', 'has no year'],
    ['6/2027', 'has no day'],
    ['-', 'must be a valid date (YYYY-MM-DD)'],
    ['30. Juni 2027', 'must have no name of a month: write a day such as "2027-06-30" or "30.06.2027"'],
    ['2027-06-29T22:00Z', 'must be a valid date (YYYY-MM-DD)'],
    ['0027-06-30', 'must be in the year 1900 or later'],
  ])('%s is rejected', async (day, message) => {
    expect(await errorsOf(file(day))).toEqual([`invalid: Line 2: Due date ${message}.`]);
  });
});

describe('a file that is no CSV in UTF-8', () => {
  const file = Buffer.from('\ufeffname,amount\nCafé,1\n');
  const ENCODING = 'The file was saved in another encoding than UTF-8. Save it as "CSV UTF-8".';
  const WORKBOOK = 'The file is a workbook or a zip. Save its sheet as "CSV UTF-8".';

  it.each([
    ['in Latin-1', Buffer.from('name,amount\nCafé,1\n', 'latin1'), ENCODING],
    ['in UTF-16', Buffer.from(file.toString(), 'utf16le'), ENCODING],
    ['saved twice', Buffer.from(file.toString('latin1')), ENCODING],
    ['of Excel', Buffer.from('PK\u0003\u0004\u0014\0', 'latin1'), WORKBOOK],
    ['of Excel 97', Buffer.from('d0cf11e0a1b11ae10000', 'hex'), WORKBOOK],
  ])('%s gets a sentence of its own', async (_, bytes, message) => {
    for (const type of ['text/csv', 'application/vnd.ms-excel']) {
      const { codes, messages } = await ada.rejectedImport(event, bytes, {}, { 'content-type': type });
      expect([...codes, ...messages]).toEqual([400, 'body invalid', message]);
    }
  });
});

it.each(['application/vnd.ms-excel', 'application/csv', 'Application/CSV; charset=utf-8'])(
  '%s is CSV, as some programs say',
  async (type) => {
    const file = 'name,amount\nHall,10\n';
    expect(await taken(file, {}, { 'content-type': type })).toMatchObject([{ amount: 10 }]);
  },
);
