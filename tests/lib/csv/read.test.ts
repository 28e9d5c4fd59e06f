import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Columns, readCsv } from '../../../lib/csv/read.ts';
import { writeCsv } from '../../../lib/csv/write.ts';
import { problem } from '../../../lib/problem.ts';
import { medians, timeOf } from '../../support/medians.ts';
import { scaled } from '../../support/scale.ts';

const columns: Columns = {
  types: { name: 'text', amount: 'amount', kind: 'word', paid: 'boolean' },
  required: [['name'], ['amount']],
};
const read = (text: string, decimal: '.' | ',' = '.') => readCsv(text, columns, { decimal });
const UNKNOWN = 'invalid: is not a column (columns are name, amount, kind, paid)';
const band = { name: 'Band', amount: 800.5 };
const paid = (cell: string) => read(`name,amount,paid\nBand,1,${cell}`).rows[0]?.['paid'];
const amount = (cell: string, decimal: '.' | ',' = '.') => {
  const { rows, problems } = read(`name;amount\nBand;${cell}`, decimal);
  return problems[0]?.problem ?? rows[0]?.['amount'];
};

describe('reads', () => {
  it.each([
    ['commas', 'name,amount\nBand,800.5\n'],
    ['semicolons', 'name;amount\nBand;800.5\n'],
    ['tabs', 'name\tamount\nBand\t800.5\n'],
    ['CRLF', 'name,amount\r\nBand,800.5\r\n'],
    ['CR', 'name,amount\rBand,800.5\r'],
    ['LF and CRLF', 'name,amount\nBand,800.5\r\n'],
    ['no end of the last line', 'name,amount\nBand,800.5'],
    ['quotes around everything', '"name","amount"\n"Band","800.5"\n'],
    ['columns in another order', 'amount,name\n800.5,Band\n'],
    ['names of columns in capitals, with spaces', ' NAME , Amount \nBand, 800.5 \n'],
    ['1,998 empty lines', `name,amount${'\n'.repeat(1_998)}\nBand,800.5`],
    ['an empty column at the end', 'name,amount,\nBand,800.5,\n'],
    ['fewer cells than columns', 'name,amount,kind\nBand,800.5\n'],
    ['a space in a column without a name', 'name,amount,\nBand,800.5, \n'],
    ['a line of spaces at the end', 'name,amount\nBand,800.5\n , \n'],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual({
      rows: [{ ...band, line: text.includes('\n\n') ? 2_000 : 2 }],
      problems: [],
    });
  });

  it.each([
    ['an empty line', '\nname,amount\nBand,800.5\n', 3],
    ['lines of delimiters', ';\n"";""\nname;amount\nBand;800.5\n', 4],
    ['the delimiter', 'sep=;\r\nname;amount\r\nBand;800.5\r\n', 3],
    ['the delimiter in capitals', 'SEP=\t\nname\tamount\nBand\t800.5\n', 3],
    ['the delimiter as a cell', '"sep=;";\n\nname;amount\nBand;800.5\n', 4],
  ])('a header after %s', (_, text, line) => {
    expect(read(text)).toEqual({ rows: [{ ...band, line }], problems: [] });
  });

  it('the delimiter of its first line, even if the header has more of another', () => {
    const table = { types: { 'a,b,c': 'text', d: 'text' }, required: [] } as const;
    expect(readCsv('sep=;\na,b,c;d\n1;2', table, { decimal: '.' }).rows).toEqual([
      { 'a,b,c': '1', d: '2', line: 3 },
    ]);
  });

  it.each(['Due date', 'DUE DATE', 'due-date', ' due\u00a0 date ', 'Due_Date'])('the column %j', (name) => {
    const table = { types: { due_date: 'text' }, required: [] } as const;
    expect(readCsv(`${name}\nx`, table, { decimal: '.' }).rows).toEqual([{ due_date: 'x', line: 2 }]);
  });

  it('words in any case', () => {
    expect(read('name,amount,kind\nBand,1,INCOME\nBand,1,Income').rows).toMatchObject([
      { kind: 'income' },
      { kind: 'income' },
    ]);
  });

  it.each([
    ['yes', 'no'],
    ['ja', 'nein'],
    ['oui', 'non'],
    ['sì', 'no'],
    ['sí', 'no'],
    ['sim', 'não'],
    ['ja', 'nee'],
    ['ja', 'nej'],
    ['ja', 'nei'],
    ['kyllä', 'ei'],
    ['tak', 'nie'],
    ['ano', 'ne'],
    ['áno', 'nie'],
    ['igen', 'nem'],
    ['evet', 'hayır'],
    ['да', 'нет'],
  ])('%s as true and %s as false, in any case', (yes, no) => {
    const [first = '', ...rest] = yes;
    const cells = [yes, yes.toUpperCase(), first.toUpperCase() + rest.join(''), yes.normalize('NFD')];
    expect(cells.map(paid)).toEqual(cells.map(() => true));
    expect([no, no.toUpperCase(), ` ${no} `].map(paid)).toEqual([false, false, false]);
  });

  it('x as true', () => {
    expect(['x', 'X'].map(paid)).toEqual([true, true]);
  });

  it('quotes, delimiters and line breaks in a quoted cell', () => {
    expect(read('name,amount\n"Band ""B"", live\r\nor not",1').rows).toEqual([
      { name: 'Band "B", live\r\nor not', amount: 1, line: 2 },
    ]);
  });

  it('lines as a spreadsheet counts them: empty ones too, and one of several rows of text as one', () => {
    expect(read('name,amount\n"a\nb",1\n\n,\nc,2').rows.map(({ line }) => line)).toEqual([2, 5]);
  });

  it('no column that is gone, for which it has a problem of its own', () => {
    const gone = { ...columns, gone: { price: problem('invalid', 'is gone') } };
    expect(readCsv('name,amount,price\nBand,1,2', gone, { decimal: '.' }).problems).toEqual([
      { line: 1, field: 'price', problem: 'invalid: is gone' },
    ]);
    expect(readCsv('name,amount\nBand,1', gone, { decimal: '.' }).problems).toEqual([]);
  });

  it('empty cells as not given', () => {
    expect(read('name,amount,kind,paid\n,,,').rows).toEqual([]);
    expect(read('name,amount,kind,paid\nBand,800.5,,').rows).toEqual([{ ...band, line: 2 }]);
  });

  it('booleans in any case, and leaves the rest to the schema', () => {
    const others = ['maybe', 'truest', 'untrue', 'constructor'];
    expect(['TRUE', 'true', ' False ', 'WAHR', 'Falsch', 'FAŁSZ', 'YANLIŞ', ...others].map(paid)).toEqual([
      ...[true, true, false, true, false, false, false, ...others],
    ]);
  });
});

describe('a number', () => {
  it.each<[cell: string, value: number, decimal?: '.' | ',']>([
    ['0', 0],
    ['1250.50', 1250.5],
    ['1250', 1250],
    ['-5', -5],
    ['999999999.99', 999_999_999.99],
    ['1250,50', 1250.5, ','],
    ['1250', 1250, ','],
  ])('%s is %d', (cell, value, decimal) => {
    expect(amount(cell, decimal)).toBe(value);
  });

  it('that would be rounded is NaN, as in a JSON body', () => {
    expect(amount('1.0000000000000000001')).toBe(Number.NaN);
  });

  it.each(['1,250', '1250,50', '.5', '5.', '--5', '5 5', '5,-'])('%s is refused', (cell) => {
    expect(amount(cell)).toBe(
      'invalid: must be a number with a decimal point and no thousands separators. If the file has decimal commas, say so when you import it',
    );
  });

  it.each<[string, '.' | ',']>([
    ['1,250.50', '.'],
    ['1.250,50', '.'],
    ['1,250,000', '.'],
    ['1 250', '.'],
    ['1\u00a0250', '.'],
    ["1'250", '.'],
    ['1 250,50 €', '.'],
    ['$1,250.50', '.'],
    ['1.250,50 EUR', ','],
    ['1.250,50', ','],
    ['1,250,50', ','],
    ['1\u202f250,50', ','],
  ])('%s is refused with decimal=%s for its thousands separators', (cell, decimal) => {
    expect(amount(cell, decimal)).toBe('invalid: must not have thousands separators');
  });

  it.each([
    ['15%', 'must not be a percentage'],
    ['12.5 %', 'must not be a percentage'],
    ['(250.00)', 'must not be in parentheses: write a minus if you mean one'],
    ['$(1,250.00)', 'must not be in parentheses: write a minus if you mean one'],
    ['($250.00)', 'must not be in parentheses: write a minus if you mean one'],
    ...['#REF!', '#N/A', '#DIV/0!', '#BEZUG!', '#NV', '########', '#', 'Err:502'].map((cell) => [
      cell,
      'is an error of the spreadsheet. Repair its formula, or widen its column',
    ]),
    ...['-', '–', '$ -', '- €'].map((cell) => [cell, 'must be a number: write "0" for a dash']),
    ...[
      'TBD',
      '??',
      '[covered]',
      'n/a',
      'x',
      '€',
      '€€',
      '#5',
      '~250',
      '120 per person',
      '2x50',
      '1e3',
      '0x10',
    ].map((cell) => [cell, 'must be a number without other text']),
    ...['5 XXX', 'E5UR', 'R5$', 'USD 5 €', '5 usd', 'U$D 5', '50 % off', '5 (250)'].map((cell) => [
      cell,
      'must be a number without other text',
    ]),
  ])('%s is refused: it %s', (cell, message) => {
    for (const decimal of ['.', ','] as const) expect(amount(cell, decimal)).toBe(`invalid: ${message}`);
  });

  it.each<[string, number, string, ('.' | ',')?]>([
    ['10787,54 €', 10_787.54, '€', ','],
    ['€10787.54', 10_787.54, '€'],
    ['$0', 0, '$'],
    ['1250.00 USD', 1250, 'USD'],
    ['CHF 5', 5, 'CHF'],
    ['\u00a05\u00a0€\u00a0', 5, '€'],
    ['5\u202f€', 5, '€'],
    ['-$5', -5, '$'],
    ['$-5', -5, '$'],
    ['\u22125 kr', -5, 'kr'],
    ['kr. 5', 5, 'kr.'],
    ['5 kr.', 5, 'kr.'],
    ['R$5', 5, 'R$'],
    ['S/5', 5, 'S/'],
    ['€12.500', 12.5, '€'],
  ])('%s is %d, and its event has to make sense of %s', (cell, value, sign, decimal = '.') => {
    const number = cell.replace(sign, '').trim().replace('\u2212', '-');
    expect(read(`name\tamount\nBand\t${cell}`, decimal)).toMatchObject({
      rows: [{ amount: value, amounts: { amount: { number, sign } } }],
      problems: [],
    });
  });

  it.each(['1250.50', '1.250'])('%s is refused with decimal commas', (cell) => {
    expect(amount(cell, ',')).toBe(
      'invalid: must be a number with a decimal comma and no thousands separators',
    );
  });
});

describe('a cell that is refused', () => {
  it('stays in its row as text, so that nothing seems to lack it', () => {
    const { rows, problems } = read('name,amount\nBand,800 %\n');
    expect(rows).toEqual([{ name: 'Band', amount: '800 %', line: 2 }]);
    expect(problems).toMatchObject([{ line: 2, field: 'amount' }]);
  });
});

it('takes not much longer for 1,900 rows that change something than for one, with 250,000 columns without a name', async () => {
  const header = `name,amount${','.repeat(250_000)}\n`;
  const changes = { ...columns, key: { column: 'name', fields: [] } };
  const timeFor = (rows: number) =>
    timeOf(async () =>
      expect(readCsv(header + 'a,1\n'.repeat(rows), changes, { decimal: '.' }).rows).toHaveLength(rows),
    );
  const [, { ratio = 0 } = {}] = await medians(3, { row: () => timeFor(1), rows: () => timeFor(1_900) });
  expect(ratio).toBeLessThan(5);
});

describe('a file that needs one of two columns', () => {
  const either = { ...columns, required: [['name'], ['amount', 'kind']] };

  it.each([
    ['name,amount\nBand,1', []],
    ['name,kind\nBand,x', []],
    ['name,kind,amount\nBand,x,1', []],
    ['name,paid\nBand,true', [{ line: 1, field: 'amount', problem: 'blank: must be a column' }]],
  ])('%j', (text, problems) => {
    expect(readCsv(text, either, { decimal: '.' }).problems).toEqual(problems);
  });
});

describe('refuses', () => {
  it.each([
    ['a column that it does not know', 'name,amount,colour\n', 'colour', UNKNOWN],
    ['a column named like a part of every object', 'name,amount,__proto__\n', '__proto__', UNKNOWN],
    ['a column with a long name', `name,amount,${'x'.repeat(51)}\n`, 'x'.repeat(50), UNKNOWN],
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
    expect(read(text)).toEqual({
      rows: [],
      problems: [
        { line, field: 'body', problem: 'invalid: If this is the header, delete the lines above it.' },
      ],
    });
  });

  it.each([
    ['no line has the columns', 'Summer party,\nname,colour\n', 1, ['summer party', 'name', 'amount']],
    ['the header comes later', `${'Title\n'.repeat(20)}name,amount\n`, 1, ['title', 'name', 'amount']],
    ['the first line has the columns', '\nname,amount,colour\nname,amount,kind\n', 2, ['colour']],
  ])('the first line if %s', (_, text, line, fields) => {
    const { problems } = read(text);
    expect(problems.filter(({ field }) => fields.includes(field)).map((found) => found.line)).toEqual(
      problems.map(() => line),
    );
  });

  it('several columns that it does not know, and tells those that it knows once', () => {
    const { problems } = read('colour,name,SIZE,amount,colour,Shape\n');
    expect(problems).toEqual([
      { line: 1, field: 'colour', problem: UNKNOWN },
      { line: 1, field: 'size', problem: 'invalid: is not a column' },
      { line: 1, field: 'shape', problem: 'invalid: is not a column' },
    ]);
  });

  it('a value in a column without a name', () => {
    expect(read('name,amount,\nBand,1,,x,y\nBand,x').problems).toEqual([
      { line: 2, field: 'body', problem: 'invalid: has a value in a column without a name' },
      { line: 3, field: 'amount', problem: expect.stringMatching(/^invalid: must be a number/) },
    ]);
  });

  it.each([
    ['an empty file', '', 1, 'blank: must have a header row'],
    [
      'a quote that is never closed',
      'name,amount\n"a\nb",1\n"c,2\n',
      3,
      'invalid: A cell begins with a quotation mark and has none at its end.',
    ],
    [
      'text after a closing quote',
      'name,amount\n"a"b,1\n',
      2,
      'invalid: A cell goes on after its closing quotation mark. Write such a cell like this: "5"" pipe".',
    ],
    [
      'a quote in an unquoted cell',
      'name,amount\n5" pipe,1\n',
      2,
      'invalid: A cell has a quotation mark in its text. Write such a cell like this: "5"" pipe".',
    ],
    [
      '2,001 lines',
      `name${'\n'.repeat(2_001)}`,
      2_001,
      problem('too_long', 'has more than {maximum} {unit}', { maximum: 2_000, unit: 'lines' }),
    ],
  ])('%s', (_, text, line, problem) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ line, problem }));
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

describe('a spreadsheet', () => {
  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', "'=1", "'''=1"])('does not run %j', (name) => {
    const text = writeCsv(['name', 'amount'], [{ name, amount: '1' }]);
    expect(text).toMatch(/\r\n"?'/);
    expect(read(text.slice(1)).rows).toEqual([{ name, amount: 1, line: 2 }]);
  });

  it.each(["it's", "'quoted'", 'a=b', ''])('gets %j as it is', (kind) => {
    expect(writeCsv(['kind'], [{ kind }])).toBe(`\ufeffkind\r\n${kind}\r\n`);
  });
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
      expect(readCsv(file.slice(1), table, { decimal: '.' })).toMatchObject({ rows: kept, problems: [] });
    }),
    { numRuns: scaled(5_000, 500) },
  );
});
