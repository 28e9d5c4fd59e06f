import { beforeEach, describe, expect, it } from 'vitest';
import { exportOf, importInto } from '../../support/budget-files.ts';
import { call } from '../../support/call.ts';
import { endpoints, newBudget, newEvent, newToken } from '../../support/service.ts';
import { tableContent } from '../../support/table-content.ts';

let token: string;
beforeEach(async () => {
  token = await newToken();
});

type File = string | Buffer;
interface Event {
  id: string;
}

/** Imports a file after a dry run of it. */
async function taken(file: File, query = {}, event?: Event, headers: Record<string, string> = {}) {
  const into = event ?? (await newEvent(token, { currency: 'EUR' }));
  const dryRun = await importInto(token, into, file, { query: { ...query, dry_run: 'true' }, headers });
  const { status, body } = await importInto(token, into, file, { query, headers });
  expect([dryRun.status, status, body.errors]).toEqual([200, 201, undefined]);
  const list = await call(endpoints.listBudgets.handler, {
    method: 'GET',
    token,
    path: { event_id: into.id },
  });
  return list.body.data;
}

/** The errors of an import and its dry run, which change nothing. */
async function rejected(file: File, query = {}, event?: Event, headers: Record<string, string> = {}) {
  const into = event ?? (await newEvent(token, { currency: 'EUR' }));
  const before = await tableContent();
  const dryRun = await importInto(token, into, file, { query: { ...query, dry_run: 'true' }, headers });
  const { status, text, body } = await importInto(token, into, file, { query, headers });
  expect([dryRun.status, dryRun.text]).toEqual([status, text]);
  expect(await tableContent()).toEqual(before);
  return [status, ...(body.errors ?? []).map(({ code, message }) => `${code}: ${message}`)];
}

describe('the header', () => {
  it.each([
    ['an empty first line', '\nname,amount\nHall,10\n'],
    ['a line that tells Excel the delimiter', 'sep=;\nname;amount\nHall;10\n'],
    ['spaces', 'Name,Amount,Due date,Unit amount\nHall,10,2027-03-04,\n'],
  ])('may have or follow %s', async (_, file) => {
    expect(await taken(file)).toMatchObject([{ name: 'Hall', amount: 10 }]);
  });

  it('is searched below titles', async () => {
    const file = 'Summer party,,\n,,\nUpdated 3/4/27,,\nname,category,amount\nHall,Venue,5000\n';
    expect(await rejected(file)).toEqual([
      422,
      'invalid: Line 4: If this is the header, delete the lines above it.',
    ]);
  });

  it('has its own line in errors', async () => {
    expect(await rejected('sep=;\n\nname;amount;colour\nHall;x;y\n')).toEqual([
      422,
      expect.stringMatching(/^invalid: Line 3: Colour is not a column \(/),
    ]);
  });
});

it('words are taken in any case, and booleans in other languages', async () => {
  const file =
    'kind,name,unit_amount,per_guest\nIncome,Tickets,8,Yes\nEXPENSE,Hall,25,Non\nexpense,Cake,5,x\n,Flowers,1,nie\n';
  const event = await newEvent(token, { guests: 10 });
  expect(await taken(file, {}, event)).toMatchObject([
    { kind: 'income', amount: 80 },
    { kind: 'expense', amount: 25, per_guest: false },
    { amount: 50 },
    { amount: 1 },
  ]);
});

describe('the sign of a currency', () => {
  it.each<[string | undefined, string, number, object?]>([
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
  ])('in an event in %s, %s is taken', async (currency, cell, amount, query = {}) => {
    const file = `name\tamount\tspent\testimate\nHall\t${cell}\t${cell}\t${cell}\n`;
    const event = await newEvent(token, { currency });
    expect(await taken(file, query, event)).toMatchObject([{ amount, spent: amount, estimate: amount }]);
  });

  it('may stand in some amounts, and beside the code of the same currency', async () => {
    const file = 'name,amount,spent\nHall,€5,5 EUR\nBand,7,\n';
    expect(await taken(file, {}, await newEvent(token))).toMatchObject([
      { amount: 5, spent: 5 },
      { amount: 7 },
    ]);
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
  ])('in an event in %s, %s is rejected', async (currency, cell, message) => {
    expect(await rejected(`name\tamount\nHall\t${cell}\n`, {}, await newEvent(token, { currency }))).toEqual([
      422,
      message,
    ]);
  });

  it.each([
    ['€5', '£5', 'Line 3: Amount is in £, but another amount of the file is in €.'],
    ['$5', '5 USD', 'Line 3: Amount is in USD, but another amount of the file is in $.'],
    ['USD 5', '$5', 'Line 3: Amount is in $, but another amount of the file is in USD.'],
    ['5 kr', 'SEK 5', 'Line 3: Amount is in SEK, but another amount of the file is in kr.'],
  ])('of an event without one is the same in the whole file: not %s and %s', async (one, other, message) => {
    const file = `name,amount\nHall,${one}\nBand,${other}\n`;
    expect(await rejected(file, {}, await newEvent(token))).toEqual([422, `invalid: ${message}`]);
  });

  it('is compared with the currency that the event has when it is written', async () => {
    const file = 'name,amount\nHall,€5\n';
    const event = await newEvent(token);
    expect(await taken(file, {}, event)).toHaveLength(1);
    await call(endpoints.update.handler, { token, path: event, body: { currency: 'USD' } });
    expect(await rejected(file, {}, event)).toEqual([
      422,
      'invalid: Line 2: Amount is in €, but the event is in USD.',
    ]);
  });

  it('may stand in a row that changes a budget, which may have the amount already', async () => {
    const event = await newEvent(token, { currency: 'EUR' });
    await newBudget(token, event, { name: 'Hall', amount: 12.5, spent: 0, category: '' });
    const { text } = await exportOf(token, event, {}, { include: 'version' });
    expect(await taken(text.replace('12.50', '€12.500'), {}, event)).toMatchObject([{ amount: 12.5 }]);
    expect(await taken(text.replace('12.50', '€13'), {}, event)).toMatchObject([{ amount: 13 }]);
  });
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
  expect(await rejected(`name;amount\nHall;${cell}\n`)).toEqual([422, `invalid: Line 2: ${message}`]);
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
    expect(await rejected(file('6/30/2027', '3/4/2027'))).toEqual([422, `ambiguous: Line 3: ${sentence}`]);
    const days = file('3/4/2027', '2027-06-30');
    expect(await taken(days, { date: 'dmy' })).toMatchObject([{ due_date: '2027-04-03' }, {}]);
    expect(await taken(days, { date: 'mdy' })).toMatchObject([
      { due_date: '2027-03-04' },
      { due_date: '2027-06-30' },
    ]);
  });

  it('has to fit the order that the query says', async () => {
    expect(await rejected(file('3/4/2027', '6/30/2027'), { date: 'dmy' })).toEqual([
      422,
      'invalid: Line 3: Due date contradicts date=dmy.',
    ]);
    expect(await rejected(file('30.6.2027'), { date: 'mdy' })).toEqual([
      422,
      'invalid: Line 2: Due date contradicts date=mdy.',
    ]);
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
    expect(await rejected(file(day))).toEqual([422, `invalid: Line 2: Due date ${message}.`]);
  });

  it.each(['ymd', 'DMY', ''])('is in no order %j', async (date) => {
    expect(await rejected(file('2027-06-30'), { date })).toEqual([422, 'invalid: Date must be dmy or mdy.']);
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
    for (const type of ['text/csv', 'application/vnd.ms-excel'])
      expect(await rejected(bytes, {}, undefined, { 'content-type': type })).toEqual([
        400,
        `invalid: ${message}`,
      ]);
  });
});

it.each(['application/vnd.ms-excel', 'application/csv', 'Application/CSV; charset=utf-8'])(
  '%s is CSV, as some programs say',
  async (type) => {
    const headers = { 'content-type': type };
    expect(await taken('name,amount\nHall,10\n', {}, undefined, headers)).toMatchObject([{ amount: 10 }]);
  },
);
