import { beforeEach, expect, it } from 'vitest';
import { type Client, newClient, sharedClients } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { killedAfter, killedDuring } from '../../support/stepping.ts';
import { rejected } from '../../support/table.ts';

const FILE = 'name,category,amount,spent\r\nBand,Music,800.50,0.10\r\nCatering,Food,1250.5,\r\n';
const line = (n: number, fields = {}) => ({
  name: `Line ${n}`,
  category: '',
  amount: n,
  spent: 0,
  ...fields,
});
const lines = (count: number) => Array.from({ length: count }, (_, n) => line(n + 1));
const DRY_RUN = { dry_run: 'true' };

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent();
});

const keyed = (key: string, file: string | unknown[] = FILE, query = {}) =>
  ada.importFile(event, file, query, { 'idempotency-key': key });
const namesOf = async () => (await ada.budgetsOf(event)).map(({ name }) => name);

it.each<[string, string | Buffer | object[], query?: Record<string, string>]>([
  ['a CSV file', FILE],
  ['a CSV file in base64', Buffer.from(`\ufeff${FILE}`)],
  ['decimal commas', FILE.replaceAll(',', ';').replaceAll('.', ','), { decimal: ',' }],
  [
    'JSON',
    [
      { name: 'Band', category: 'Music', amount: 800.5, spent: 0.1 },
      { name: 'Catering', category: 'Food', amount: 1250.5 },
    ],
  ],
])('an import of %s adds all budgets in their order', async (_, budgets, query) => {
  const { status, body, tag } = await ada.importFile(event, budgets, query);
  const message = 'Budgets imported successfully';
  expect([status, body]).toEqual([201, { status: 'success', message, return_count: 2 }]);
  expect(await ada.budgetsOf(event)).toMatchObject([
    { name: 'Band', category: 'Music', amount: 800.5, spent: 0.1 },
    { name: 'Catering', category: 'Food', amount: 1250.5, spent: 0 },
  ]);
  expect(tag).toBe((await ada.view(event)).tag);
});

it('an import takes every field, and adds to the budgets and sums that are there', async () => {
  await ada.newBudget(event, { name: 'First', amount: 0.1, spent: 0.2 });
  await ada.importFile(event, [line(1, { amount: 0.2 }), line(2, { amount: 0.01, spent: 7 })]);
  expect((await ada.view(event)).body.data).toMatchObject({ total_amount: 0.31, budgets_count: 3 });
  expect(await ada.summaryOf(event)).toMatchObject({ total_amount: 0.31, total_spent: 7.2 });
  const file =
    'name,amount,kind,vendor,note,due_date\nGifts,500,income,Aunt,"a, b",2027-05-01\nBand,1,expense,,,';
  expect((await ada.importFile(event, file)).status).toBe(201);
  expect(await namesOf()).toEqual(['First', 'Line 1', 'Line 2', 'Gifts', 'Band']);
  const texts = { vendor: 'Aunt', note: 'a, b', due_date: '2027-05-01' };
  const [gifts, band] = (await ada.budgetsOf(event)).slice(3);
  expect(gifts).toMatchObject({ amount: 500, kind: 'income', ...texts });
  expect(band).toMatchObject({ kind: 'expense' });
  expect(await ada.summaryOf(event)).toMatchObject({ total_amount: 1.31, total_income: 500 });
});

it('an import of 500 lines is one write of the event', async () => {
  takeRequests();
  expect((await ada.importFile(event, lines(500))).status).toBe(201);
  expect(takeRequests().counts).toEqual({ reads: 2, writes: 1 });
  const shown = { budgets_count: 500, total_amount: 125_250 };
  expect((await ada.view(event)).body.data).toMatchObject(shown);
});

it('an import is rejected with errors of all lines, or of all entries', async () => {
  const { body } = await ada.rejectedImport(
    event,
    'name,amount,per_guest\nBand,1,\n,-1,\nBand,1.2345,maybe\n',
  );
  expect(body.errors).toMatchObject([
    { line: 3, field: 'name', code: 'blank' },
    { line: 3, field: 'amount', code: 'negative' },
    { line: 4, field: 'per_guest', message: 'Line 4: Per guest must be true or false.' },
  ]);
  const json = await ada.rejectedImport(event, [line(1), { name: '', amount: -1 }]);
  expect(json.codes).toEqual([422, 'budgets[1].name blank', 'budgets[1].amount negative']);
});

it.each([
  [{}, 'blank', "Budgets can't be blank."],
  [{ budgets: [] }, 'blank', "Budgets can't be blank."],
  [{ budgets: null }, 'invalid', 'Budgets must be a list.'],
  [{ budgets: 'Band' }, 'invalid', 'Budgets must be a list.'],
  [{ budgets: lines(501) }, 'too_long', 'Budgets are too many (maximum is 500).'],
])('an import is rejected without a list of at most 500 budgets: %#', async (body, code, message) => {
  const { codes, messages } = await rejected(() => ada.importBudgets(event, body));
  expect([...codes, ...messages]).toEqual([422, `budgets ${code}`, message]);
});

it.each([
  [undefined, '1.2345', 'too_precise', 'must have at most two fractional digits: write "1.23"'],
  [undefined, '1000000000', 'too_large', 'is too large (maximum is 999999999.99)'],
  ['JPY', '1.5', 'too_precise', 'must have no fractional digits: write "2" or "1"'],
  ['JPY', '1.2345', 'too_precise', 'must have no fractional digits: write "1"'],
  ['JPY', '1000000000', 'too_large', 'is too large (maximum is 999999999)'],
  ['BHD', '1.2345', 'too_precise', 'must have at most three fractional digits: write "1.235" or "1.234"'],
  ['BHD', '1000000000', 'too_large', 'is too large (maximum is 999999999.999)'],
])('an import is rejected in %s with an amount of %s', async (currency, amount, code, problem) => {
  event = await ada.newEvent({ currency });
  const { body } = await ada.rejectedImport(event, `name,amount\nBand,1\nBand,${amount}\n`);
  expect(body.errors).toEqual([{ line: 3, field: 'amount', code, message: `Line 3: Amount ${problem}.` }]);
});

it('an import is rejected but not for an amount that the event has digits for', async () => {
  event = await ada.newEvent({ currency: 'BHD' });
  const { codes } = await ada.rejectedImport(event, 'name,amount\nBand,1.234\n,1.234\n');
  expect(codes).toEqual([422, 'name blank']);
  expect((await ada.importFile(event, 'name,amount\nBand,1.234\n')).status).toBe(201);
});

it('an import is rejected if a file has no lines or too many bytes, or the event would have more than 500 budgets', async () => {
  expect((await ada.rejectedImport(event, 'name,amount\n')).codes).toEqual([422, 'budgets blank']);
  const large = await ada.rejectedImport(event, `name,amount\n${'x'.repeat(262_144)}`);
  expect([large.status, large.messages]).toEqual([413, ['Body is too large (maximum is 262144 bytes).']]);
  expect((await ada.importFile(event, lines(499))).status).toBe(201);
  const full = await ada.rejectedImport(event, lines(2));
  expect([full.status, full.messages]).toEqual([409, ['An event can have at most 500 budgets.']]);
  expect((await ada.importFile(event, lines(1))).status).toBe(201);
});

it('an import is rejected with an old version, or before an unknown event is', async () => {
  const old = { 'if-match': '"7"' };
  expect((await ada.rejectedImport(event, lines(1), {}, old)).status).toBe(412);
  const unknown = { id: '1' };
  expect((await ada.rejectedImport(unknown, [line(1, { amount: -1 })])).status).toBe(422);
  expect((await ada.rejectedImport(unknown, [line(1, { amount: 1.234 })])).status).toBe(404);
});

it('a dry run has the count and the current version, changes nothing, and leaves its key to the import', async () => {
  const { status, body, tag } = await rejected(() => keyed('a-key', FILE, DRY_RUN));
  const message = 'Budgets checked successfully';
  expect([status, body]).toEqual([200, { status: 'success', message, return_count: 2 }]);
  expect(tag).toBe((await ada.view(event)).tag);
  const made = await keyed('a-key');
  expect([made.status, made.isReplay]).toEqual([201, false]);
  const shared = await sharedClients();
  expect((await shared.viewer.importFile(shared.event, FILE, DRY_RUN)).status).toBe(403);
});

it.each(['yes', '1', ''])('rejects dry_run=%s, so that nothing is imported by mistake', async (dry_run) => {
  const { codes } = await rejected(() => ada.importFile(event, FILE, { dry_run }));
  expect(codes).toEqual([422, 'dry_run invalid']);
});

it('an import with an Idempotency-Key is done once, also of 10 at once and if its query has the defaults', async () => {
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => keyed('a-key')));
  expect(outcomes.filter(({ isReplay }) => !isReplay)).toHaveLength(1);
  for (const query of [{}, { dry_run: 'false' }, { decimal: '.' }, { dry_run: 'false', decimal: '.' }]) {
    const again = await keyed('a-key', FILE, query);
    expect([again.status, again.text, again.isReplay, again.headers['etag']]).toEqual([
      ...[201, outcomes[0]?.text, true, undefined],
    ]);
  }
  expect((await keyed('a-key', `${FILE}More,,1,1\n`)).codes).toEqual([422, 'Idempotency-Key reused']);
  expect(await namesOf()).toEqual(['Band', 'Catering']);
});

it('an import with an Idempotency-Key is done once wherever it is killed, also after another change', async () => {
  // Requests for the session, the claim and the event, and one that writes.
  for (let requests = 1; requests <= 4; requests += 1) {
    const key = `key-${requests}`;
    expect((await killedDuring(requests, () => keyed(key))).status).toBe(500);
    expect((await keyed(key)).status).toBe(201);
    expect(await namesOf()).toHaveLength(2 * requests);
  }
  expect((await killedAfter(4, () => keyed('key-5'))).status).toBe(201);
  const [band] = await ada.budgetsOf(event);
  await ada.deleteBudget({ event_id: event.id, id: String(band?.id) });
  expect((await keyed('key-1')).status).toBe(201);
  expect(await namesOf()).toHaveLength(9);
});

it('is done beside another import and edits at once', async () => {
  await ada.importFile(event, [line(1), line(2)]);
  const [one = '', two = ''] = (await ada.budgetsOf(event)).map(({ id }) => String(id));
  const outcomes = await Promise.all([
    ada.importFile(event, FILE),
    ada.importFile(event, [line(3)]),
    ada.updateBudget({ event_id: event.id, id: one }, { amount: 50 }),
    ada.deleteBudget({ event_id: event.id, id: two }),
    ada.createBudget(event, { name: 'New', amount: 5 }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([201, 201, 200, 200, 201]);
  expect((await namesOf()).sort()).toEqual(['Band', 'Catering', 'Line 1', 'Line 3', 'New']);
  expect((await ada.view(event)).body.data).toMatchObject({ budgets_count: 5, total_amount: 2109 });
});
