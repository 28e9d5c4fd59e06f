import { beforeEach, expect, it } from 'vitest';
import { type Client, newClient } from '../../support/client.ts';

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent({ currency: 'EUR' });
});

const FRENCH = [
  'Poste,Fournisseur,Prévu,Payé,Échéance,Solde',
  'Salle,Mairie,1200,300,2027-05-01,900',
  'Traiteur,,4800,0,2027-06-01,4800',
  '',
].join('\n');
const COLUMNS = 'Poste:name,Fournisseur:vendor,Prévu:amount,Payé:spent,Échéance:due_date';

/** No longer header gets a normal form. */
const LONG = 'x'.repeat(500);

const NAME_AND_AMOUNT = 'Poste:name,Prévu:amount';

const load = (file: string, columns = NAME_AND_AMOUNT, headers = {}) =>
  ada.importFile(event, file, { columns }, headers);
/** The budgets after an import. */
async function loaded(file: string, columns?: string) {
  expect((await load(file, columns)).status).toBe(201);
  return ada.budgetsOf(event);
}

/** The errors of an import, after which nothing has changed. */
const errorsOf = async (file: string, columns = NAME_AND_AMOUNT) =>
  (await ada.rejectedImport(event, file, { columns })).body.errors;

it('an import with columns reads exactly these columns', async () => {
  expect(await loaded(FRENCH, COLUMNS)).toMatchObject([
    { name: 'Salle', vendor: 'Mairie', amount: 1_200, spent: 300, due_date: '2027-05-01' },
    { name: 'Traiteur', amount: 4_800, spent: 0, due_date: '2027-06-01' },
  ]);
});

it.each([
  ['in another case, in another Unicode form, with spaces', ' POSTE :name,"Pre\u0301vu:amount"'],
  ['with the field in capitals', 'Poste:NAME,Prévu: Amount'],
])('an import with columns finds headers %s', async (_, columns) => {
  expect(await loaded(FRENCH, columns)).toMatchObject([{ amount: 1_200, spent: 0 }, { amount: 4_800 }]);
});

it('an import with columns ignores columns with names that it knows, and takes a header with a comma, a colon or a line break', async () => {
  const file = 'name;Montant, TTC;A: b;"Du\nle";category\nSalle;120;7;2027-05-01;x\n';
  const columns = '"Montant, TTC:amount",A: b:spent,Du le:due_date,name:name';
  expect(await loaded(file, columns)).toMatchObject([
    { amount: 120, spent: 7, due_date: '2027-05-01', category: '' },
  ]);
});

it.each([
  ['titles', 'Mariage, Anna\n\nMis à jour,3/4/27\nPoste;Prévu;Autre\nSalle;1 200,50;x\n'],
  ['a title with more of another delimiter', 'a,b,c,d,e\nPoste;Prévu\nSalle;1200,5\n'],
  ['quotes that another delimiter can not read', 'a,b,c,d,e\n"Poste";"Prévu"\n"Salle";"1200,5"\n'],
])('an import with columns skips %s above the header', async (_, file) => {
  expect(await loaded(file)).toMatchObject([{ name: 'Salle', amount: 1200.5 }]);
});

it('an import with columns finds a header in line 20, and not in line 21', async () => {
  const file = (titles: number) => `${'Title\n'.repeat(titles)}Poste,Prévu\nSalle,5\n`;
  expect(await loaded(file(19))).toHaveLength(1);
  expect(await errorsOf(file(20))).toMatchObject([{ field: 'columns' }]);
});

it('an import with columns skips rows in which all of them are empty, but no heading of a group', async () => {
  expect(await loaded('Poste,Prévu,Note\nSalle,5,\n,,see below\nBar,7,\n')).toHaveLength(2);
  const message = "Line 2: Prévu can't be blank.";
  expect(await errorsOf('Poste,Prévu,Note\nLieu,,\nSalle,5,\n')).toMatchObject([
    { line: 2, field: 'Prévu', message },
  ]);
});

it('an import with columns names the file’s own headers in errors, as they are written', async () => {
  const file = 'mon_poste,le {maximum},Jour\nSalle,x,2027-05-01\nBar,1000000000,31/2/2027\n';
  const columns = 'mon_poste:name,le {maximum}:amount,Jour:due_date';
  const text = expect.stringMatching(/^Line 2: le {maximum} must be a number without other text/);
  expect(await errorsOf(file, columns)).toMatchObject([
    { line: 2, field: 'le {maximum}', message: text },
    { line: 3, field: 'Jour', message: 'Line 3: Jour must be a valid date (YYYY-MM-DD).' },
  ]);
  const large = 'mon_poste,le {maximum}\nBar,1000000000\n';
  const message = 'Line 2: le {maximum} is too large (maximum is 999999999.99).';
  expect(await errorsOf(large, 'mon_poste:name,le {maximum}:amount')).toMatchObject([{ message }]);
  const long = 'x'.repeat(200);
  expect(await errorsOf(`name,${long}\nBar,x\n`, `name:name,${long}:amount`)).toMatchObject([
    { field: 'x'.repeat(100) },
  ]);
});

it('an import with columns changes budgets by their ref', async () => {
  const { id } = await ada.newBudget(event, { name: 'Salle', amount: 5, spent: 0 });
  const { body } = await load(`Clé,Prévu,note\nb${id}.0,7,x\n`, 'Clé:ref,Prévu:amount');
  expect(body).toMatchObject({ created_count: 0, changed_count: 1 });
  expect(await ada.budgetsOf(event)).toMatchObject([{ name: 'Salle', amount: 7 }]);
});

it('an import with columns takes other columns under a key for another request, and is ignored with JSON', async () => {
  const keyed = (columns: string) => load(FRENCH, columns, { 'idempotency-key': 'a-key' });
  expect((await keyed(COLUMNS)).status).toBe(201);
  expect((await keyed(COLUMNS.toUpperCase().replaceAll(':NAME', ':name'))).isReplay).toBe(true);
  expect((await keyed(NAME_AND_AMOUNT)).codes).toEqual([422, 'Idempotency-Key reused']);
  const { status } = await ada.importFile(event, [{ name: 'Salle', amount: 5 }], { columns: '' });
  expect(status).toBe(201);
});

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
  [
    'with a line break in a header',
    'Poste:name,"Montant\nHT:amount"',
    /^Columns has "Montant HT", which the file does/,
  ],
  ['with a line break in a field', 'Prévu:amount,"Poste:na\r\nme"', /^Columns has no field "na me" \(/],
  [
    'with a long header twice',
    `"${`x\n${LONG}:name"`},"${`x\n${LONG}:amount"`}`,
    /^Columns names "x x{98}" twice\.$/,
  ],
])('columns are rejected %s', async (_, columns, message) => {
  const errors = [{ field: 'columns', message: expect.stringMatching(message) }];
  expect(await errorsOf(FRENCH, columns)).toMatchObject(errors);
});

it('columns are rejected with a header that the file has twice, or if none matches', async () => {
  const twice =
    'Columns has "Prévu", which the file has twice. Its columns are "Poste", "Prévu", "{maximum}", "prévu".';
  expect(await errorsOf('Poste,Prévu,{maximum},prévu\nSalle,1,2,3\n')).toMatchObject([
    { field: 'columns', message: twice },
  ]);
  const none = 'The first line must name the columns. It has "Salle", "120.50".';
  expect(await errorsOf('Salle,120.50\nBar,7\n')).toMatchObject([{ field: 'columns', message: none }]);
  expect((await ada.importFile(event, FRENCH)).messages).toEqual([
    expect.stringMatching(/^Line 1: The first line must name the columns .*columns=Item:name,Cost:amount\.$/),
  ]);
});

it.each([
  ['in a column that is not named', 'Devise\nSalle,5,USD\n', 'Line 2: Devise is in USD'],
  ['in a column that is not named and has no name', '\nSalle,5,USD\n', 'Line 2: Column 3 is in USD'],
  ['in a second column', 'a,b\nSalle,5,EUR,$\n', 'Line 2: b is in $'],
  ['in brackets in a header', 'Payé (USD)\nSalle,5,7\n', 'Line 2: Payé (USD) is in USD'],
  ['in a header', '$\nSalle,5,7\n', 'Line 2: $ is in $'],
  ['first in a header', 'USD payé\nSalle,5,7\n', 'Line 2: USD payé is in USD'],
  ['last in a header of capitals', 'PAYÉ USD\nSalle,5,7\n', 'Line 2: PAYÉ USD is in USD'],
  ['beside others in a header', 'Payé in USD\nSalle,5,€7\n', 'Line 2: Payé in USD is in USD'],
])('a currency %s counts', async (_, rest, message) => {
  const [third = ''] = rest.split(/[\n,]/);
  const columns = `${NAME_AND_AMOUNT}${/USD|\$/.test(third) ? `,${third}:spent` : ''}`;
  const file = `Poste,Prévu,${rest}`;
  expect(await errorsOf(file, columns)).toMatchObject([{ message: `${message}, but the event is in EUR.` }]);
  event = await ada.newEvent({ currency: 'USD' });
  expect((await load(file, columns)).status).toBe(/eur|EUR|€/.test(file) ? 422 : 201);
});

it('a currency in the second line of a header counts', async () => {
  const message = expect.stringMatching(/ is in USD, but the event is in EUR\.$/);
  expect(await errorsOf('Poste,"Prévu\nUSD"\nSalle,5\n', 'Poste:name,Prévu USD:amount')).toMatchObject([
    { message },
  ]);
});

it.each([
  ['of the event', 'Poste,Prévu (€),Devise\nSalle,5,EUR\nBar,7,\n', 'Poste:name,Prévu (€):amount'],
  ['that is named as a note', 'Poste,Prévu,Devise\nSalle,5,USD\n', 'Poste:name,Prévu:amount,Devise:note'],
  ['beside other texts', 'Poste,Prévu,Note\nSalle,5,USD\nBar,7,see below\n', 'Poste:name,Prévu:amount'],
  ['in the case of a name', 'Poste,Prévu,Resp.\nSalle,5,Ron\n', NAME_AND_AMOUNT],
  ['in small letters, or of one letter', 'Poste,Prévu,a,b,c,d\nSalle,5,all,top,ft,R\n', NAME_AND_AMOUNT],
  ['inside a header of capitals', 'Poste,COST ALL IN\nSalle,5\n', 'Poste:name,COST ALL IN:amount'],
  ['in a word', 'Poste,Cost (Sq Ft)\nSalle,5\n', 'Poste:name,Cost (Sq Ft):amount'],
])('a currency %s is taken', async (_, file, columns) => {
  expect(await loaded(file, columns)).toMatchObject([{ amount: 5 }, ...(file.includes('Bar') ? [{}] : [])]);
});

it('a currency is the same in the whole file if the event has none', async () => {
  event = await ada.newEvent();
  expect(await loaded('Poste,Prévu,Devise\nSalle,5,USD\nBar,7,USD\n')).toHaveLength(2);
  const message = 'Line 3: Devise is in EUR, but the file has amounts in USD too.';
  expect(await errorsOf('Poste,Prévu,Devise\nSalle,5,USD\nBar,7,EUR\n')).toMatchObject([
    { line: 3, field: 'Devise', message },
  ]);
});

it.each([
  ['header', 'Poste,Prévu (USD)\nSalle,$5\nBar,7\n', 'Poste:name,Prévu (USD):amount'],
  ['row', 'Poste,Prévu,Devise\nSalle,$5,USD\nBar,7,USD\n', NAME_AND_AMOUNT],
  ['row in any case', 'Poste,Prévu ($),Devise\nSalle,5,usd\n', 'Poste:name,Prévu ($):amount,Devise:currency'],
  ['cell', 'Poste,Prévu ($)\nSalle,5 USD\n', 'Poste:name,Prévu ($):amount'],
])('a sign of several currencies may be that of its %s if the event has none', async (_, file, columns) => {
  event = await ada.newEvent();
  expect(await loaded(file, columns)).toMatchObject([{ amount: 5 }, ...(file.includes('Bar') ? [{}] : [])]);
  const other = file.replace(/\$(?=\d)|\$/, '€');
  const message = expect.stringMatching(/^Line 2: .* is in (USD|€), but the file has amounts in/);
  const [error] = (await errorsOf(other, columns.replace('$', '€'))) ?? [];
  expect(error).toMatchObject({ message });
});

it('a currency may have a column of its own without columns', async () => {
  const file = 'name,amount,currency\nHall,120,eur\nBand,99,€\nBar,7,\n';
  expect((await ada.importFile(event, file)).status).toBe(201);
  const { messages } = await ada.rejectedImport(event, file.replace('eur', 'usd'));
  expect(messages).toEqual(['Line 2: Currency is in USD, but the event is in EUR.']);
  const { body } = await ada.rejectedImport(event, file.replace('€', 'x'));
  expect(body.errors).toMatchObject([{ line: 3, field: 'currency' }]);
});

it.each([
  ...['金額(千円)', 'Budget k€', 'Kosten T€', 'Kosten TEUR', 'Tsd', "Cost ('000)", 'Cost in lakh'],
  ...['Total', 'Cost (KRW)', 'Make'],
])('a header %s gets a warning if it may mean thousands', async (header) => {
  event = await ada.newEvent(header.includes('円') ? { currency: 'JPY' } : {});
  const { status, body } = await load(`Title\nItem,${header},k€ x\nHall,5,1\n`, `Item:name,${header}:amount`);
  const warnings = [{ line: 2, field: 'amount', message: 'Line 2: Amounts may be in thousands.' }];
  const isPlain = ['Total', 'Cost (KRW)', 'Make'].includes(header);
  expect([status, body['warnings']]).toEqual([201, isPlain ? undefined : warnings]);
});
