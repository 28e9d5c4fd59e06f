import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Columns } from '../../../lib/csv/header.ts';
import { readCsv } from '../../../lib/csv/read.ts';
import { writeCsv } from '../../../lib/csv/write.ts';
import { problem } from '../../../lib/problem.ts';
import { scaled } from '../../support/scale.ts';

const columns: Columns = {
  types: { name: 'text', amount: 'amount', kind: 'word', paid: 'boolean' },
  required: [['name'], ['amount']],
};
const read = (text: string, decimal?: '.' | ',') => readCsv(text, columns, { decimal });
const UNKNOWN =
  'invalid: is not a column (columns are name, amount, kind, paid). To read other columns, name them in the query, such as columns=Item:name,Cost:amount';
const band = { name: 'Band', amount: 800 };
const OTHER_TEXT = 'must be a number without other text, such as "1250.50", "1,250.50" or "1.250,50"';
const PARENTHESES = 'must not be in parentheses: write a minus if you mean one';
const ERROR = 'is an error of the spreadsheet. Repair its formula, or widen its column';
const paid = (cell: string) => read(`name,amount,paid\nBand,1,${cell}`).rows[0]?.['paid'];
const amount = (cell: string, decimal?: '.' | ',') => {
  const { rows, problems } = read(`name;amount\nBand;"${cell}"`, decimal);
  return problems[0]?.problem ?? rows[0]?.['amount'];
};

describe('reads', () => {
  it.each([
    ['commas', 'name,amount\nBand,800\n'],
    ['semicolons', 'name;amount\nBand;800\n'],
    ['tabs', 'name\tamount\nBand\t800\n'],
    ['CRLF', 'name,amount\r\nBand,800\r\n'],
    ['CR', 'name,amount\rBand,800\r'],
    ['LF and CRLF', 'name,amount\nBand,800\r\n'],
    ['no end of the last line', 'name,amount\nBand,800'],
    ['quotes around everything', '"name","amount"\n"Band","800"\n'],
    ['columns in another order', 'amount,name\n800,Band\n'],
    ['names of columns in capitals, with spaces', ' NAME , Amount \nBand, 800 \n'],
    ['1,998 empty lines', `name,amount${'\n'.repeat(1_998)}\nBand,800`],
    ['an empty column at the end', 'name,amount,\nBand,800,\n'],
    ['fewer cells than columns', 'name,amount,kind\nBand,800\n'],
    ['a space in a column without a name', 'name,amount,\nBand,800, \n'],
    ['a line of spaces at the end', 'name,amount\nBand,800\n , \n'],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual({
      rows: [{ ...band, line: text.includes('\n\n') ? 2_000 : 2 }],
      problems: [],
    });
  });

  it.each([
    ['an empty line', '\nname,amount\nBand,800\n', 3],
    ['lines of delimiters', ';\n"";""\nname;amount\nBand;800\n', 4],
    ['the delimiter', 'sep=;\r\nname;amount\r\nBand;800\r\n', 3],
    ['the delimiter in capitals', 'SEP=\t\nname\tamount\nBand\t800\n', 3],
    ['the delimiter as a cell', '"sep=;";\n\nname;amount\nBand;800\n', 4],
  ])('a header after %s', (_, text, line) => {
    expect(read(text)).toEqual({ rows: [{ ...band, line }], problems: [] });
  });

  it('the delimiter of its first line, even if the header has more of another', () => {
    const table = { types: { 'a,b,c': 'text', d: 'text' }, required: [] } as const;
    expect(readCsv('sep=;\na,b,c;d\n1;2', table, {}).rows).toEqual([{ 'a,b,c': '1', d: '2', line: 3 }]);
  });

  it.each(['Due date', 'DUE DATE', 'due-date', ' due\u00a0 date ', 'Due_Date'])('the column %j', (name) => {
    const table = { types: { due_date: 'text' }, required: [] } as const;
    expect(readCsv(`${name}\nx`, table, {}).rows).toEqual([{ due_date: 'x', line: 2 }]);
  });

  it('words in any case', () => {
    const { rows } = read('name,amount,kind\nBand,1,INCOME\nBand,1,Income');
    expect(rows.map(({ kind }) => kind)).toEqual(['income', 'income']);
  });

  it.each([
    ...['yes no', 'ja nein', 'oui non', 'sì no', 'sí no', 'sim não', 'ja nee', 'ja nej', 'ja nei'],
    ...['kyllä ei', 'tak nie', 'ano ne', 'áno nie', 'igen nem', 'evet hayır', 'да нет'],
  ])('%s as true and false, in any case', (words) => {
    const [yes = '', no = ''] = words.split(' ');
    const cells = [yes, yes.toUpperCase(), `${yes[0]?.toUpperCase()}${yes.slice(1)}`, yes.normalize('NFD')];
    expect([...cells, 'x', 'X'].map(paid)).toEqual(Array(6).fill(true));
    expect([no, no.toUpperCase(), ` ${no} `].map(paid)).toEqual([false, false, false]);
  });

  it('quotes, delimiters and line breaks in a quoted cell', () => {
    expect(read('name,amount\n"Band ""B"", live\r\nor not",1').rows).toEqual([
      { name: 'Band "B", live\r\nor not', amount: 1, line: 2 },
    ]);
  });

  it('lines as a spreadsheet counts them: empty ones too, and one of several rows of text as one', () => {
    expect(read('name,amount\n"a\nb",1\n\n,\nc,2').rows.map(({ line }) => line)).toEqual([2, 5]);
  });

  it('no column that was removed, for which it has a problem of its own', () => {
    const removed = { ...columns, removed: { price: problem('invalid', 'was removed') } };
    const problems = [{ line: 1, field: 'price', problem: 'invalid: was removed' }];
    expect(readCsv('name,amount,price\nBand,1,2', removed, {}).problems).toEqual(problems);
    expect(readCsv('name,amount\nBand,1', removed, {}).problems).toEqual([]);
  });

  it('empty cells as not given', () => {
    expect(read('name,amount,kind,paid\n,,,').rows).toEqual([]);
    expect(read('name,amount,kind,paid\nBand,800,,').rows).toEqual([{ ...band, line: 2 }]);
  });

  it('booleans in any case, and leaves the rest to the schema', () => {
    const others = ['maybe', 'truest', 'untrue', 'constructor'];
    expect(['TRUE', 'true', ' False ', 'WAHR', 'Falsch', 'FAŁSZ', 'YANLIŞ', ...others].map(paid)).toEqual([
      ...[true, true, false, true, false, false, false, ...others],
    ]);
  });
});

describe('a number', () => {
  it.each<[cell: string, value: number]>([
    ['0', 0],
    ['1250.50', 1250.5],
    ['1250', 1250],
    ['-5', -5],
    ['5-', -5],
    ['\u22125', -5],
    ['999999999.99', 999_999_999.99],
    ['1250,50', 1250.5],
    ['1,250.00', 1250],
    ['1.250,00', 1250],
    ['12,34,567.50', 1_234_567.5],
    ['12,34,567', 1_234_567],
    ['1.250.000', 1_250_000],
    ['1,250,000', 1_250_000],
    ['1 250,50', 1250.5],
    ['1\u00a0250', 1250],
    ['1\u2009250\u2009000.5', 1_250_000.5],
    ['1\u202f250,50', 1250.5],
    ["1'250.50", 1250.5],
    ['1’250’000', 1_250_000],
    ['14,35', 14.35],
    ['1234.500', 1234.5],
    ['1234,500', 1234.5],
    ['0,125', 0.125],
    ['12.5000', 12.5],
  ])('%s is %d', (cell, value) => {
    expect(amount(cell)).toBe(value);
  });

  it.each([
    ...['.5', '.50', '5.', '--5', '-5-', '012.500', '0.125.000', '0 125', '1,25,0', '1,250,50'],
    ...['1.25.000', '1250.000.000', '1,250.000.5', '12,34,567,5', '5 5', '1  250', '1 250\u00a0000'],
    ...["1 250'000", '300\n900', '1\t250', '1 250.000,50', "1'250.000,50", '1\u3000250'],
  ])('%j is rejected', (cell) => {
    expect(amount(cell)).toMatch(/^invalid: must be a number/);
  });

  it.each<[string, string]>([
    ['50,-', '50'],
    ['50.–', '50'],
    ['€ 1.250,-', '1250'],
    ["12'000.-", '12000'],
    ['CHF 1200.--', '1200'],
    ['50,- Kč', '50'],
  ])('%s is rejected with what to write', (cell, written) => {
    expect(amount(cell)).toBe(`invalid: must be a number: write "${written}"`);
  });

  it('that begins with the point of a sign is rejected, since it could be a fraction', () => {
    expect(amount('Rs.50')).toBe(`invalid: ${OTHER_TEXT}`);
    expect([amount('Rs. 50'), amount('Rs.500'), amount('Rs.50.25')]).toEqual([50, 500, 50.25]);
  });

  it.each<[string, '.' | ',']>([
    ['12.50', ','],
    ['1,250.00', ','],
    ['1,250,000', ','],
    ['0.125', ','],
    ['12,50', '.'],
    ['1.250.000', '.'],
    ['1 250,50', '.'],
  ])('%s is rejected with decimal=%s', (cell, decimal) => {
    expect(amount(cell, decimal)).toMatch(/^invalid: contradicts the query, /);
    expect(amount(cell, decimal === '.' ? ',' : '.')).toBeTypeOf('number');
  });

  it.each([
    ['15%', 'must not be a percentage'],
    ['12.5 %', 'must not be a percentage'],
    ...['(250.00)', '$(1,250.00)', '($250.00)', '5 (250)'].map((cell) => [cell, PARENTHESES]),
    ...['#REF!', '#N/A', '#DIV/0!', '#BEZUG!', '#NV', '########', '#', 'Err:502'].map((cell) => [
      cell,
      ERROR,
    ]),
    ...[
      ...['TBD', '??', '[covered]', 'n/a', 'x', '€', '€€', '#5', '~250', '120 per person', '2x50', '1e3'],
      ...['0x10', 'U-SD', '--', '5 XXX', 'E5UR', 'R5$', 'USD 5 €', '5 usd', 'U$D 5', '50 % off'],
    ].map((cell) => [cell, OTHER_TEXT]),
  ])('%s is rejected: it %s', (cell, message) => {
    for (const decimal of ['.', ',', undefined] as const)
      expect(amount(cell, decimal)).toBe(`invalid: ${message}`);
  });

  it.each<[string, number, object]>([
    ['10787,54 €', 10_787.54, { number: '10787.54', sign: '€' }],
    ['€10787.54', 10_787.54, { number: '10787.54', sign: '€' }],
    ['$0', 0, { number: '0', sign: '$' }],
    ['1,250.00 USD', 1250, { number: '1250.00', sign: 'USD' }],
    ['CHF 5', 5, { number: '5', sign: 'CHF' }],
    ['\u00a05\u00a0€\u00a0', 5, { number: '5', sign: '€' }],
    ['-$5', -5, { number: '5', sign: '$' }],
    ['$-5', -5, { number: '5', sign: '$' }],
    ['5- €', -5, { number: '5', sign: '€' }],
    ['5 €-', -5, { number: '5', sign: '€' }],
    ['\u22125 kr', -5, { number: '5', sign: 'kr' }],
    ['kr. 5', 5, { number: '5', sign: 'kr.' }],
    ['R$5', 5, { number: '5', sign: 'R$' }],
    ['S/5', 5, { number: '5', sign: 'S/' }],
    ['5000円', 5000, { number: '5000', sign: '円' }],
    ['￥5000', 5000, { number: '5000', sign: '￥' }],
    ['3.4199999999999995', 3.4199999999999995, { number: '3.4199999999999995', mark: '.' }],
    ['1.0000000000000000001', 1, { number: '1.0000000000000000001', mark: '.' }],
    ['€12.500', 12_500, { number: '12.500', sign: '€', mark: '.', form: 'ambiguous' }],
    ['12,500', 12_500, { number: '12.500', mark: ',', form: 'ambiguous' }],
    ["1'250.000", 1_250_000, { number: '1250.000', mark: '.', form: 'mixed' }],
  ])('%s is %d for now, and its event has to make sense of it', (cell, value, written) => {
    expect(read(`name;amount\nBand;${cell}`)).toMatchObject({
      rows: [{ amount: value, amounts: { amount: written } }],
      problems: [],
    });
  });

  it('is 0 for a dash in some columns, and empty in others', () => {
    const table: Columns = {
      types: { name: 'text', amount: 'amount', estimate: 'amount', quantity: 'quantity' },
      required: [],
      zeros: ['amount'],
    };
    const dashes = ['-', '–', '—', '$ -', '- €'];
    const file = `name,amount,estimate,quantity\n${dashes.map((dash) => `a,${dash},${dash},${dash}\n`).join('')}`;
    expect(readCsv(file, table, {})).toEqual({
      rows: dashes.map((_, index) => ({ name: 'a', amount: 0, line: index + 2 })),
      problems: [],
    });
  });

  it('of more than 40 characters is left to the schema', () => {
    expect(amount('9'.repeat(40))).toBe(1e40);
    expect(amount('9'.repeat(41))).toBe('9'.repeat(41));
  });

  it('with another decimal mark than others gets a warning, once', () => {
    const { rows, problems } = read('name;amount\na;12.50\nb;7\nc;12,50\nd;7,5\n');
    expect([problems, rows.map(({ amount }) => amount)]).toEqual([[], [12.5, 7, 12.5, 7.5]]);
    expect(rows.map(({ warnings }) => warnings?.length)).toEqual([undefined, undefined, 1, undefined]);
  });
});

it('a row with more cells than the header is rejected, even if the rest is empty, unless all have as many', () => {
  const problem = expect.stringMatching(/^invalid: has more cells than the header/);
  for (const text of ['name,amount\nHall,1,250\nBand,1\n', 'name,amount,kind\nHall,1,250,\nBand,1,\n'])
    expect(read(text).problems).toMatchObject([{ line: 2, field: 'body', problem }]);
  expect(read('name,amount,kind\nHall,1,250,\n').problems).toHaveLength(1);
  const { rows, problems } = read('name,amount\nHall,1,\nBand,2,\n');
  expect([rows.length, problems]).toEqual([2, []]);
});

it('a cell that is rejected stays in its row as text, so that nothing seems to lack it', () => {
  const { rows, problems } = read('name,amount\nBand,800 %\n');
  expect(rows).toEqual([{ name: 'Band', amount: '800 %', line: 2 }]);
  expect(problems).toMatchObject([{ line: 2, field: 'amount' }]);
});

it('a file may need one of two columns', () => {
  const either = { ...columns, required: [['name'], ['amount', 'kind']] };
  const problemsOf = (text: string) => readCsv(text, either, {}).problems;
  for (const text of ['name,amount\nBand,1', 'name,kind\nBand,x', 'name,kind,amount\nBand,x,1'])
    expect(problemsOf(text)).toEqual([]);
  const problem = 'blank: must be a column';
  expect(problemsOf('name,paid\nBand,true')).toEqual([{ line: 1, field: 'amount', problem }]);
});

const UNCLOSED = 'invalid: A cell begins with a quotation mark and has none at its end.';
const AFTER = 'invalid: A cell goes on after its closing quotation mark.';
const WITHIN = 'invalid: A cell has a quotation mark in its text.';
const SUCH = 'Write such a cell like this: "5"" pipe".';
const TOO_LONG = problem('too_long', 'has more than {maximum} {unit}', { maximum: 2_000, unit: 'lines' });

describe('rejects', () => {
  it.each([
    ['a column that it does not know', 'name,amount,colour\n', 'colour', UNKNOWN],
    ['a column named like a part of every object', 'name,amount,__proto__\n', '__proto__', UNKNOWN],
    ['a column with a long name', `name,amount,${'x'.repeat(101)}\n`, 'x'.repeat(100), UNKNOWN],
    ['two columns of one name', 'name,amount,Name\n', 'name', 'duplicate: is the name of two columns'],
    ['a missing column', 'name\n', 'amount', 'blank: must be a column'],
  ])('%s', (_, text, field, problem) => {
    const { rows, problems } = read(`${text}Band,1,2\n`);
    expect(rows).toEqual([]);
    expect(problems).toEqual([{ line: 1, field, problem }]);
  });

  it.each([
    ['Summer party,,\n,,\nUpdated 3/4/27,,\nname,kind,amount\nHall,,5000\n', 4],
    ['Summer party\n\nname;amount\nHall;5000\n', 3],
    ['"Summer party, 2027"\n"Name";"Amount"\nHall;5000\n', 2],
    [`${'Title\n'.repeat(19)}amount,colour,name\n`, 20],
  ])('%j for titles above its header', (text, line) => {
    const problem = 'invalid: If this is the header, delete the lines above it.';
    expect(read(text)).toEqual({ rows: [], problems: [{ line, field: 'body', problem }] });
  });

  it.each([
    ['no line has the columns', 'Summer party,\nname,colour\n', 1, 'body'],
    ['the header comes later', `${'Title\n'.repeat(20)}name,amount\n`, 1, 'body'],
    ['the first line has the columns', '\nname,amount,colour\nname,amount,kind\n', 2, 'colour'],
  ])('the first line if %s', (_, text, line, field) => {
    expect(read(text).problems.map(({ line, field }) => [line, field])).toEqual([[line, field]]);
  });

  it('several columns that it does not know, and tells those that it knows once', () => {
    const { problems } = read('colour,name,SIZE,amount,colour,Shape\n');
    const [line, problem] = [1, 'invalid: is not a column'];
    expect(problems).toEqual([
      { line, field: 'colour', problem: UNKNOWN },
      ...['size', 'shape'].map((field) => ({ line, field, problem })),
    ]);
  });

  it('a value in a column without a name', () => {
    expect(read('name,amount,\nBand,1,x\nBand,x').problems).toEqual([
      { line: 2, field: 'body', problem: 'invalid: has a value in a column without a name' },
      { line: 3, field: 'amount', problem: expect.stringMatching(/^invalid: must be a number/) },
    ]);
  });

  it.each([
    ['an empty file', '', 1, 'blank: must have a header row'],
    ['a quote that is never closed', 'name,amount\n"a\nb",1\n"c,2\n', 3, UNCLOSED],
    ['text after a closing quote', 'name,amount\n"a"b,1\n', 2, `${AFTER} ${SUCH}`],
    ['a quote in an unquoted cell', 'name,amount\n5" pipe,1\n', 2, `${WITHIN} ${SUCH}`],
    ['2,001 lines', `name${'\n'.repeat(2_001)}`, 2_001, TOO_LONG],
  ])('%s', (_, text, line, problem) => {
    expect(() => read(text)).toThrow(
      expect.objectContaining({ reason: 'malformed', problems: [{ field: 'body', line, problem }] }),
    );
  });
});

const K = 256 * 1024;
const names = Array.from({ length: 50_000 }, (_, n) => n.toString(36)).join();

// Each takes milliseconds. One that takes seconds hangs.
describe('256 KiB take no time', { timeout: 5_000 }, () => {
  it.each([
    ['commas', ','.repeat(K)],
    ['line breaks', '\n'.repeat(K)],
    ['line breaks after a header', `name,amount${'\n\r'.repeat(K / 2)}`],
    ['quotes', '"'.repeat(K)],
    ['quoted commas', '"",'.repeat(K / 3)],
    ['an unclosed quote', `name\n"${'a'.repeat(K)}`],
    ['NULs', '\0'.repeat(K)],
    ['100,000 columns', `name,amount${','.repeat(100_000)}\n${'x,'.repeat(75_000)}`],
    ['50,000 names of columns', names],
    ['digits', `name,amount\nx,${'9'.repeat(K)}`],
    ['zeros', `name,amount\nx,0.${'0'.repeat(K)}1`],
    ['apostrophes', `name,amount\n${"'".repeat(K)},1`],
    [
      'combining marks',
      `name,amount,kind,paid\nx,${'\u0316\u0300'.repeat(K / 8)},,${'\u0316\u0300'.repeat(K / 8)}`,
    ],
    ['spaces in a header', `name${' '.repeat(K)}x,amount\n`],
    ['titles', 'name;'.repeat(K / 5)],
    ['the delimiter told', `sep=;${';'.repeat(K)}x`],
    ['signs', `name,amount\nx,${'€ '.repeat(K / 4)}5`],
    ['parentheses', `name,amount\nx,${'(5'.repeat(K / 2)}`],
  ])('%s', (_, text) => {
    const outcome = (() => {
      try {
        return read(text);
      } catch (error) {
        return error;
      }
    })();
    expect(outcome).toSatisfy((found) => found instanceof Error || 'problems' in Object(found));
  });
});

it.each(['=1+1', '-1', '@SUM(A1)', '\t=1', "'''=1"])('a spreadsheet does not run %j', (name) => {
  const text = writeCsv(['name', 'amount'], [{ name, amount: '1' }]);
  expect(text).toMatch(/\r\n"?'/);
  expect(read(text.slice(1)).rows).toEqual([{ name, amount: 1, line: 2 }]);
});

it('a file has a BOM, a header row, CRLF, and quotes where they are needed', () => {
  const rows = [{ name: 'a, "b"\nc', amount: '800.50' }, { amount: '1.00' }];
  expect(writeCsv(['name', 'amount'], rows)).toBe('\ufeffname,amount\r\n"a, ""b""\nc",800.50\r\n,1.00\r\n');
});

it('reads every text as it was written', () => {
  const special = fc.constantFrom(...'\'"=+-@\t\r\n,;\0 \ufeff\u2028\ufffd');
  const text = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc
      .array(fc.oneof(special, fc.string({ unit: 'binary', maxLength: 2 })), { minLength: 1 })
      .map((parts) => parts.join('')),
  );
  const table: Columns = { types: { name: 'text', note: 'text' }, required: [] };
  const written = fc
    .record({ name: text, note: text })
    .filter(({ name, note }) => `${name}${note}`.trim() !== '');
  fc.assert(
    fc.property(fc.array(written, { maxLength: 5 }), (rows) => {
      const kept = rows.filter(({ name, note }) => name !== '' && note !== '');
      const file = writeCsv(['name', 'note'], kept);
      expect(readCsv(file.slice(1), table, {})).toMatchObject({ rows: kept, problems: [] });
    }),
    { numRuns: scaled(5_000, 200) },
  );
});
