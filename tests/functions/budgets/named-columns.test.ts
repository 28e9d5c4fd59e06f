import { beforeEach, describe, expect, it } from 'vitest';
import { importInto, shownBudgets } from '../../support/budget-files.ts';
import { newBudget, newEvent, newToken } from '../../support/service.ts';
import { tableContent } from '../../support/table-content.ts';

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token, { currency: 'EUR' });
});

const FRENCH = [
  'Poste,Fournisseur,Prévu,Payé,Échéance,Solde',
  'Salle,Mairie,1200,300,2027-05-01,900',
  'Traiteur,,4800,0,2027-06-01,4800',
  '',
].join('\n');
const COLUMNS = 'Poste:name,Fournisseur:vendor,Prévu:amount,Payé:spent,Échéance:due_date';

const load = (file: string, columns: string, query = {}, headers = {}) =>
  importInto(token, event, file, { query: { columns, ...query }, headers });

/** The errors of an import, after which nothing has changed. */
async function rejected(file: string, columns: string, query = {}) {
  const before = await tableContent();
  const { status, body } = await load(file, columns, query);
  expect([status, await tableContent()]).toEqual([422, before]);
  return body.errors;
}

describe('an import with columns', () => {
  it('reads exactly these columns', async () => {
    expect((await load(FRENCH, COLUMNS)).status).toBe(201);
    expect(await shownBudgets(token, event)).toMatchObject([
      { name: 'Salle', vendor: 'Mairie', amount: 1_200, spent: 300, due_date: '2027-05-01' },
      { name: 'Traiteur', amount: 4_800, spent: 0, due_date: '2027-06-01' },
    ]);
  });

  it.each([
    ['in another case, in another Unicode form, with spaces', ' POSTE :name,"Pre\u0301vu:amount"'],
    ['with the field in capitals', 'Poste:NAME,Prévu: Amount'],
  ])('finds headers %s', async (_, columns) => {
    expect((await load(FRENCH, columns)).status).toBe(201);
    expect(await shownBudgets(token, event)).toMatchObject([{ amount: 1_200, spent: 0 }, { amount: 4_800 }]);
  });

  it('ignores columns with names that it knows, and takes a header with a comma, a colon or a line break', async () => {
    const file = 'name;Montant, TTC;A: b;"Du\nle";category\nSalle;120;7;2027-05-01;x\n';
    const columns = '"Montant, TTC:amount",A: b:spent,Du le:due_date,name:name';
    expect((await load(file, columns)).status).toBe(201);
    const [budget] = await shownBudgets(token, event);
    expect(budget).toMatchObject({ amount: 120, spent: 7, due_date: '2027-05-01', category: '' });
  });

  it.each([
    ['titles', 'Mariage, Anna\n\nMis à jour,3/4/27\nPoste;Prévu;Autre\nSalle;1 200,50;x\n'],
    ['a title with more of another delimiter', 'a,b,c,d,e\nPoste;Prévu\nSalle;1200,5\n'],
    ['quotes that another delimiter can not read', 'a,b,c,d,e\n"Poste";"Prévu"\n"Salle";"1200,5"\n'],
  ])('skips %s above the header', async (_, file) => {
    expect((await load(file, 'Poste:name,Prévu:amount')).status).toBe(201);
    expect(await shownBudgets(token, event)).toMatchObject([{ name: 'Salle', amount: 1200.5 }]);
  });

  it('finds a header in line 20, and not in line 21', async () => {
    const file = (titles: number) => `${'Title\n'.repeat(titles)}Poste,Prévu\nSalle,5\n`;
    expect((await load(file(19), 'Poste:name,Prévu:amount')).status).toBe(201);
    expect(await rejected(file(20), 'Poste:name,Prévu:amount')).toMatchObject([{ field: 'columns' }]);
  });

  it('skips rows in which all of them are empty, but no heading of a group', async () => {
    const columns = 'Poste:name,Prévu:amount';
    expect((await load('Poste,Prévu,Note\nSalle,5,\n,,see below\nBar,7,\n', columns)).body.return_count).toBe(
      2,
    );
    expect(await rejected('Poste,Prévu,Note\nLieu,,\nSalle,5,\n', columns)).toMatchObject([
      { line: 2, field: 'Prévu', message: "Line 2: Prévu can't be blank." },
    ]);
  });

  it('names the file’s own headers in errors, as they are written', async () => {
    const file = 'mon_poste,le {maximum},Jour\nSalle,x,2027-05-01\nBar,1000000000,31/2/2027\n';
    const columns = 'mon_poste:name,le {maximum}:amount,Jour:due_date';
    expect(await rejected(file, columns)).toMatchObject([
      {
        line: 2,
        field: 'le {maximum}',
        message: expect.stringMatching(/^Line 2: le {maximum} must be a number without other text/),
      },
      { line: 3, field: 'Jour', message: 'Line 3: Jour must be a valid date (YYYY-MM-DD).' },
    ]);
    expect(
      await rejected('mon_poste,le {maximum}\nBar,1000000000\n', 'mon_poste:name,le {maximum}:amount'),
    ).toMatchObject([
      { field: 'le {maximum}', message: 'Line 2: le {maximum} is too large (maximum is 999999999.99).' },
    ]);
    const long = 'x'.repeat(200);
    expect(await rejected(`name,${long}\nBar,x\n`, `name:name,${long}:amount`)).toMatchObject([
      { field: 'x'.repeat(100) },
    ]);
  });

  it('changes budgets by their ref', async () => {
    const { id } = await newBudget(token, event, { name: 'Salle', amount: 5, spent: 0 });
    const { status, body } = await load(`Clé,Prévu,note\nb${id}.0,7,x\n`, 'Clé:ref,Prévu:amount');
    expect([status, body]).toMatchObject([201, { changed_count: 1 }]);
    expect(await shownBudgets(token, event)).toMatchObject([{ name: 'Salle', amount: 7 }]);
  });

  it('takes another file or other columns under a key for another request', async () => {
    const headers = { 'idempotency-key': 'a-key' };
    const first = await load(FRENCH, COLUMNS, {}, headers);
    expect(
      (await load(FRENCH, COLUMNS.toUpperCase().replaceAll(':NAME', ':name'), {}, headers)).isReplay,
    ).toBe(true);
    expect(first.status).toBe(201);
    const other = await load(FRENCH, 'Poste:name,Prévu:amount', {}, headers);
    expect([other.status, other.body.errors?.[0]?.code]).toEqual([422, 'reused']);
  });

  it('is ignored with JSON', async () => {
    const { status } = await importInto(token, event, [{ name: 'Salle', amount: 5 }], {
      query: { columns: '' },
    });
    expect(status).toBe(201);
  });
});

describe('columns are rejected', () => {
  it.each([
    ['empty', '', /must be one line of CSV/],
    ['without a colon', 'Poste:name,Prévu', /must be one line of CSV/],
    ['without a header', ':name,Prévu:amount', /must be one line of CSV/],
    ['of two lines', 'Poste:name\nPrévu:amount', /must be one line of CSV/],
    ['with an open quote', '"Poste:name,Prévu:amount', /must be one line of CSV/],
    ['with an unknown field', 'Poste:name,Prévu:price', /has no field "price" \(fields are ref, name,/],
    ['with paid', 'Poste:name,Prévu:amount,Payé:paid', /has no field "paid"/],
    ['with a field like a part of every object', 'Poste:name,Prévu:__proto__', /has no field "__proto__"/],
    ['with a field twice', 'Poste:name,Prévu:amount,Payé:amount', /names "amount" twice/],
    ['with a header twice', 'Poste:name,Prévu:amount,PRÉVU:spent', /names "prévu" twice/],
    ['without a name', 'Prévu:amount', /must name a column for name/],
    ['without an amount', 'Poste:name,Solde:note', /must name a column for amount/],
    ['of more than 2 KB', `Poste:name,Prévu:amount,${'x'.repeat(2_048)}:note`, /is too long/],
    [
      'with a header that is not there',
      'Poste:name,Montant:amount',
      /^Columns has "Montant", which the file does not have\. Its columns are "Poste", "Fournisseur", "Prévu", "Payé", "Échéance", "Solde"\.$/,
    ],
  ])('%s', async (_, columns, message) => {
    expect(await rejected(FRENCH, columns)).toMatchObject([
      { field: 'columns', message: expect.stringMatching(message) },
    ]);
  });

  it('with a header that the file has twice, or if none matches', async () => {
    expect(
      await rejected('Poste,Prévu,{maximum},prévu\nSalle,1,2,3\n', 'Poste:name,Prévu:amount'),
    ).toMatchObject([
      {
        field: 'columns',
        message:
          'Columns has "Prévu", which the file has twice. Its columns are "Poste", "Prévu", "{maximum}", "prévu".',
      },
    ]);
    expect(await rejected('Salle,120.50\nBar,7\n', 'Poste:name,Prévu:amount')).toMatchObject([
      { field: 'columns', message: 'The first line must name the columns. It has "Salle", "120.50".' },
    ]);
  });
});

it('a file with other columns is told that the call can name them', async () => {
  const { body } = await importInto(token, event, FRENCH);
  expect(body.errors?.[0]?.message).toMatch(
    /^Line 1: The first line must name the columns .*columns=Item:name,Cost:amount\.$/,
  );
});

describe('a currency', () => {
  it.each<[string, string, string]>([
    [
      'in a column that is not named',
      'Poste,Prévu,Devise\nSalle,5,USD\n',
      'Line 2: Devise is in USD, but the event is in EUR.',
    ],
    [
      'in any case',
      'Poste,Prévu,Devise\nSalle,5,eur\nBar,7,usd\n',
      'Line 3: Devise is in USD, but the event is in EUR.',
    ],
    ['in a second column', 'Poste,Prévu,a,b\nSalle,5,EUR,$\n', 'Line 2: b is in $, but the event is in EUR.'],
    [
      'in brackets in a header',
      'Poste,Prévu,Payé (USD)\nSalle,5,7\n',
      'Line 2: Payé (USD) is in USD, but the event is in EUR.',
    ],
    ['in a header', 'Poste,Prévu,$\nSalle,5,7\n', 'Line 2: $ is in $, but the event is in EUR.'],
    [
      'beside others in a header',
      'Poste,Prévu,Payé in USD\nSalle,5,€7\n',
      'Line 2: Payé in USD is in USD, but the event is in EUR.',
    ],
  ])('%s counts', async (_, file, message) => {
    const third = file.split('\n')[0]?.split(',')[2] ?? '';
    const columns = `Poste:name,Prévu:amount${/USD|\$/.test(third) ? `,${third}:spent` : ''}`;
    expect((await rejected(file, columns))?.map((error) => error.message)).toEqual([message]);
    const usd = await newEvent(token, { currency: 'USD' });
    const isMixed = /eur|EUR|€/.test(file);
    expect((await importInto(token, usd, file, { query: { columns } })).status).toBe(isMixed ? 422 : 201);
  });

  it.each([
    ['of the event', 'Poste,Prévu (€),Devise\nSalle,5,EUR\nBar,7,\n', 'Poste:name,Prévu (€):amount'],
    ['that is named as a note', 'Poste,Prévu,Devise\nSalle,5,USD\n', 'Poste:name,Prévu:amount,Devise:note'],
    ['beside other texts', 'Poste,Prévu,Note\nSalle,5,USD\nBar,7,see below\n', 'Poste:name,Prévu:amount'],
    ['in a word', 'Poste,Cost (Sq Ft)\nSalle,5\n', 'Poste:name,Cost (Sq Ft):amount'],
  ])('%s is taken', async (_, file, columns) => {
    expect((await load(file, columns)).status).toBe(201);
  });

  it('is the same in the whole file if the event has none', async () => {
    event = await newEvent(token);
    const columns = 'Poste:name,Prévu:amount';
    expect((await load('Poste,Prévu,Devise\nSalle,5,usd\nBar,7,USD\n', columns)).status).toBe(201);
    expect(await rejected('Poste,Prévu,Devise\nSalle,5,USD\nBar,7,EUR\n', columns)).toMatchObject([
      {
        line: 3,
        field: 'Devise',
        message: 'Line 3: Devise is in EUR, but another amount of the file is in USD.',
      },
    ]);
  });

  it('may have a column of its own without columns', async () => {
    const file = 'name,amount,currency\nHall,120,EUR\nBand,99,€\nBar,7,\n';
    expect((await importInto(token, event, file)).status).toBe(201);
    const other = await importInto(token, event, file.replace('€', 'x'));
    expect(other.body.errors).toMatchObject([{ line: 3, field: 'currency' }]);
  });
});

it.each(['金額(千円)', 'Budget k€', 'Kosten T€', 'Kosten TEUR', 'Tsd', "Cost ('000)", 'Cost in lakh'])(
  'a header %s gets a warning',
  async (header) => {
    event = await newEvent(token, header.includes('円') ? { currency: 'JPY' } : {});
    const { status, body } = await load(
      `Title\nItem,${header},k€ x\nHall,5,1\n`,
      `Item:name,${header}:amount`,
    );
    expect([status, body['warnings']]).toEqual([
      201,
      [{ line: 2, field: 'amount', message: 'Line 2: Amounts may be in thousands.' }],
    ]);
  },
);

it.each(['Total', 'Cost (KRW)', 'Make'])('a header %s gets none', async (header) => {
  event = await newEvent(token);
  const { body } = await load(`Item,${header}\nHall,5\n`, `Item:name,${header}:amount`);
  expect(body).not.toHaveProperty('warnings');
});
