import { beforeEach, describe, expect, it } from 'vitest';
import { nextId } from '../../../lib/id.ts';
import { exportOf, importInto } from '../../support/budget-files.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { allBudgets, endpoints, newBudget, newEvent, newToken, viewEvent } from '../../support/service.ts';
import { sharedEvent, takeRole } from '../../support/sharing.ts';
import { killedAfter, killedDuring } from '../../support/stepping.ts';
import { tableContent } from '../../support/table-content.ts';

const { listBudgets, updateBudget, deleteBudget, view } = endpoints;
const FILE = 'name,category,amount,spent\r\nBand,Music,800.50,0.10\r\nCatering,Food,1250.5,\r\n';
const line = (n: number, fields = {}) => ({
  name: `Line ${n}`,
  category: '',
  amount: n,
  spent: 0,
  ...fields,
});
const lines = (count: number) => Array.from({ length: count }, (_, n) => line(n + 1));
const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });
const dryRun = { query: { dry_run: 'true' } };

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token);
});

const imported = (budgets: string | Buffer | object[], request = {}) =>
  importInto(token, event, budgets, request);
const namesOf = async () => (await allBudgets(token, event)).map(({ name }) => name);
const versionOf = async () => (await call(view.handler, { method: 'GET', token, path: event })).tag;

describe('an import', () => {
  it.each([
    ['a CSV file', FILE, {}],
    ['a CSV file in base64', Buffer.from(`\ufeff${FILE}`), {}],
    ['decimal commas', FILE.replaceAll(',', ';').replaceAll('.', ','), { query: { decimal: ',' } }],
    [
      'JSON',
      [
        { name: 'Band', category: 'Music', amount: 800.5, spent: 0.1 },
        { name: 'Catering', category: 'Food', amount: 1250.5 },
      ],
      {},
    ],
  ])('of %s adds all budgets in their order', async (_, budgets, request) => {
    const { status, body, headers } = await imported(budgets, request);
    expect([status, body]).toEqual([
      201,
      { status: 'success', message: 'Budgets imported successfully', return_count: 2 },
    ]);
    expect(await allBudgets(token, event)).toMatchObject([
      { name: 'Band', category: 'Music', amount: 800.5, spent: 0.1 },
      { name: 'Catering', category: 'Food', amount: 1250.5, spent: 0 },
    ]);
    expect(headers['etag']).toBe(await versionOf());
  });

  it('adds to the budgets and sums that are there', async () => {
    await newBudget(token, event, { name: 'First', amount: 0.1, spent: 0.2 });
    await imported([line(1, { amount: 0.2 }), line(2, { amount: 0.01, spent: 7 })]);
    expect(await namesOf()).toEqual(['First', 'Line 1', 'Line 2']);
    expect(await viewEvent(token, event)).toMatchObject({ total_amount: 0.31, budgets_count: 3 });
    const { body } = await call(listBudgets.handler, { method: 'GET', token, path: { event_id: event.id } });
    expect(body).toMatchObject({ summary: { total_amount: 0.31, total_spent: 7.2 } });
  });

  it('takes every field', async () => {
    const file = `name,amount,kind,vendor,note,due_date
Gifts,500,income,Aunt,"a, b",2027-05-01
Band,1,expense,,,`;
    expect((await imported(file)).status).toBe(201);
    const { body } = await call(listBudgets.handler, { method: 'GET', token, path: { event_id: event.id } });
    expect(body.data).toMatchObject([
      ...[
        {
          name: 'Gifts',
          amount: 500,
          kind: 'income',
          vendor: 'Aunt',
          note: 'a, b',
          due_date: '2027-05-01',
        },
      ],
      ...[{ name: 'Band', kind: 'expense' }],
    ]);
    expect(body).toMatchObject({ summary: { total_amount: 1 } });
  });

  it('of 500 lines is one write of the event', async () => {
    takeRequests();
    expect((await imported(lines(500))).status).toBe(201);
    expect(takeRequests().counts).toEqual({ reads: 2, writes: 1 });
    expect(await viewEvent(token, event)).toMatchObject({ budgets_count: 500, total_amount: 125_250 });
  });

  it('of lines that an update, a view and a delete find', async () => {
    await imported(lines(2));
    const [one, two] = await allBudgets(token, event);
    const path = (budget: { id: number } | undefined) => ({ event_id: event.id, id: String(budget?.id) });
    const updated = await call(updateBudget.handler, { token, path: path(one), body: { amount: 9 } });
    expect(updated.status).toBe(200);
    await call(deleteBudget.handler, { token, path: path(two) });
    expect(await viewEvent(token, event)).toMatchObject({ budgets_count: 1, total_amount: 9 });
  });
});

describe('an import that is refused changes nothing', () => {
  /** It gets the same errors from the import and from its dry run. */
  async function refused(budgets: string | object[], request = {}) {
    const before = await tableContent();
    const checked = await imported(budgets, { ...request, ...dryRun });
    const outcome = await imported(budgets, request);
    expect([checked.status, checked.text]).toEqual([outcome.status, outcome.text]);
    expect(await tableContent()).toEqual(before);
    return outcome;
  }

  it('with errors of all lines', async () => {
    const { status, body } = await refused('name,amount,per_guest\nBand,1,\n,-1,\nBand,1.2345,maybe\n');
    expect([status, body.message]).toEqual([422, 'Budgets failed to import']);
    expect(body.errors).toEqual([
      expect.objectContaining({ line: 3, field: 'name', code: 'blank' }),
      expect.objectContaining({ line: 3, field: 'amount', code: 'negative' }),
      expect.objectContaining({
        line: 4,
        field: 'per_guest',
        code: 'invalid',
        message: 'Line 4: Per guest must be true or false.',
      }),
    ]);
  });

  it('with errors of JSON', async () => {
    const { status, body } = await refused([line(1), { name: 'x', amount: -1 }]);
    expect([status, body.errors]).toEqual([
      422,
      [
        {
          field: 'budgets[1].amount',
          code: 'negative',
          message: expect.stringMatching(/^Amount must not be negative\. For/),
        },
      ],
    ]);
  });

  it.each([
    [{}, 'blank', "Budgets can't be blank."],
    [{ budgets: [] }, 'blank', "Budgets can't be blank."],
    [{ budgets: null }, 'invalid', 'Budgets must be a list.'],
    [{ budgets: 'Band' }, 'invalid', 'Budgets must be a list.'],
  ])('with no list of budgets: %j', async (body, code, message) => {
    const path = { event_id: event.id };
    const outcome = await call(endpoints.importBudgets.handler, { token, path, body });
    expect([outcome.status, outcome.body.errors]).toEqual([422, [{ field: 'budgets', code, message }]]);
    expect(await namesOf()).toEqual([]);
  });

  it.each([
    [undefined, '1.2345', 'too_precise', 'must have at most two fractional digits: write "1.23"'],
    [undefined, '1000000000', 'too_large', 'is too large (maximum is 999999999.99)'],
    ['JPY', '1.5', 'too_precise', 'must have no fractional digits: write "2" or "1"'],
    ['JPY', '1.2345', 'too_precise', 'must have no fractional digits: write "1"'],
    ['JPY', '1000000000', 'too_large', 'is too large (maximum is 999999999)'],
    ['BHD', '1.2345', 'too_precise', 'must have at most three fractional digits: write "1.235" or "1.234"'],
    ['BHD', '1000000000', 'too_large', 'is too large (maximum is 999999999.999)'],
  ])('in %s with an amount of %s, by the digits of the event', async (currency, amount, code, problem) => {
    if (currency) event = await newEvent(token, { currency });
    const { status, body } = await refused(`name,amount\nBand,1\nBand,${amount}\n`);
    const message = `Line 3: Amount ${problem}.`;
    expect([status, body.errors]).toEqual([422, [{ line: 3, field: 'amount', code, message }]]);
  });

  it('without an error for an amount that the event has digits for', async () => {
    event = await newEvent(token, { currency: 'BHD' });
    const { body } = await refused('name,amount\nBand,1.234\n,1.234\n');
    expect(body.errors).toEqual([expect.objectContaining({ line: 3, field: 'name', code: 'blank' })]);
    expect((await imported('name,amount\nBand,1.234\n')).status).toBe(201);
  });

  it.each([
    ['without lines', 'name,amount\n', 'blank'],
    ['with an empty list', [], 'blank'],
    ['with more than 500 lines', lines(501), 'too_long'],
  ])('%s', async (_, budgets, code) => {
    const { status, body } = await refused(budgets);
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ field: 'budgets', code })]]);
  });

  it('if the event would have more than 500 budgets', async () => {
    expect((await imported(lines(499))).status).toBe(201);
    const { status, body } = await refused(lines(2));
    expect([status, body.errors?.[0]?.message]).toEqual([409, 'An event can have at most 500 budgets.']);
    expect((await imported(lines(1))).status).toBe(201);
  });

  it('if the event would have more than 200 KB', async () => {
    const texts = { name: 'n'.repeat(250), category: 'c'.repeat(100), vendor: 'v'.repeat(100) };
    const long = Array(120).fill(line(1, { ...texts, note: 'x'.repeat(500) }));
    expect((await imported(long)).status).toBe(201);
    const { status, body } = await refused(long);
    expect([status, body.errors?.[0]?.message]).toEqual([
      409,
      'Event is too large (maximum is 200 KB including its budgets).',
    ]);
  });

  it('if the version is another', async () => {
    const headers = { 'if-match': await versionOf() };
    expect((await imported(lines(1), { headers })).status).toBe(201);
    expect((await refused(lines(1), { headers })).status).toBe(412);
  });

  it('if there is no such event', async () => {
    event = { id: String(nextId()) };
    expect((await refused(lines(1))).status).toBe(404);
    expect((await refused([line(1, { amount: 1.234 })])).status).toBe(404);
    expect((await refused([line(1, { amount: -1 })])).status).toBe(422);
  });

  it('with a body of more than 256 KiB', async () => {
    const outcome = await refused(`name,amount\n${'x'.repeat(262_144)}`);
    expect([outcome.status, outcome.body.errors?.[0]?.message]).toEqual([
      413,
      'Body is too large (maximum is 262144 bytes).',
    ]);
  });
});

describe('a dry run', () => {
  it('gets the count and the current version, and changes nothing', async () => {
    const before = await tableContent();
    const { status, body, headers } = await imported(FILE, dryRun);
    expect([status, body]).toEqual([
      200,
      { status: 'success', message: 'Budgets checked successfully', return_count: 2 },
    ]);
    expect(headers['etag']).toBe(await versionOf());
    expect(await tableContent()).toEqual(before);
  });

  it('leaves its Idempotency-Key to the import', async () => {
    expect((await imported(FILE, { ...keyed('a-key'), ...dryRun })).status).toBe(200);
    const made = await imported(FILE, keyed('a-key'));
    expect([made.status, made.isReplay]).toEqual([201, false]);
  });

  it.each(['yes', '1', ''])('rejects dry_run=%s, so that nothing is imported by mistake', async (dry_run) => {
    const { status, body } = await imported(FILE, { query: { dry_run } });
    expect([status, body.errors?.[0]?.field]).toEqual([422, 'dry_run']);
    expect(await namesOf()).toEqual([]);
  });
});

describe('an import with an Idempotency-Key', () => {
  it('is done once', async () => {
    const made = await imported(FILE, keyed('a-key'));
    const again = await imported(FILE, keyed('a-key'));
    expect([again.status, again.text, again.isReplay, again.headers['etag']]).toEqual([
      ...[201, made.text, true, undefined],
    ]);
    expect(await namesOf()).toEqual(['Band', 'Catering']);
  });

  it('is done once in 10 concurrent calls', async () => {
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => imported(FILE, keyed('a-key'))));
    expect(outcomes.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect(await namesOf()).toEqual(['Band', 'Catering']);
  });

  it('is done once wherever it is killed', async () => {
    const counts: number[] = [];
    // Requests for the session, the claim and the event, and one that writes.
    for (let requests = 1; requests <= 4; requests += 1) {
      const key = keyed(`key-${requests}`);
      expect((await killedDuring(requests, () => imported(FILE, key))).status).toBe(500);
      expect((await imported(FILE, key)).status).toBe(201);
      counts.push((await namesOf()).length);
    }
    expect((await killedAfter(4, () => imported(FILE, keyed('key-5')))).status).toBe(201);
    expect(counts).toEqual([2, 4, 6, 8]);
  });

  it('is not done again by a repeat after another change, or of a part of its lines', async () => {
    await killedDuring(4, () => imported(FILE, keyed('a-key')));
    expect(await namesOf()).toEqual(['Band', 'Catering']);
    const [band] = await allBudgets(token, event);
    await call(deleteBudget.handler, { token, path: { event_id: event.id, id: String(band?.id) } });
    expect((await imported(FILE, keyed('a-key'))).status).toBe(201);
    expect(await namesOf()).toEqual(['Catering']);
  });

  it('takes it for the same whether or not its query has the defaults', async () => {
    await imported(FILE, keyed('a-key'));
    for (const query of [{ dry_run: 'false' }, { decimal: '.' }, { dry_run: 'false', decimal: '.' }])
      expect((await imported(FILE, { ...keyed('a-key'), query })).isReplay).toBe(true);
    expect(await namesOf()).toEqual(['Band', 'Catering']);
  });

  it('refuses another file, but not after a refusal', async () => {
    await imported(FILE, keyed('a-key'));
    const other = await imported(`${FILE}More,,1,1\n`, keyed('a-key'));
    expect([other.status, other.body.errors?.[0]?.code]).toEqual([422, 'reused']);
    await imported(lines(497));
    expect((await imported(FILE, keyed('b-key'))).status).toBe(409);
    expect((await imported(lines(1), keyed('b-key'))).status).toBe(201);
  });
});

describe('others who change the event meanwhile', () => {
  it('two imports at once are both done', async () => {
    const outcomes = await Promise.all([imported(lines(3)), imported(FILE)]);
    expect(outcomes.map(({ status }) => status)).toEqual([201, 201]);
    expect((await namesOf()).sort()).toEqual(['Band', 'Catering', 'Line 1', 'Line 2', 'Line 3']);
    expect(await viewEvent(token, event)).toMatchObject({ budgets_count: 5, total_amount: 2057 });
  });

  it('edits of budgets survive an import', async () => {
    await imported([line(1), line(2)]);
    const [one, two] = await allBudgets(token, event);
    const path = (budget: { id: number } | undefined) => ({ event_id: event.id, id: String(budget?.id) });
    const outcomes = await Promise.all([
      imported(FILE),
      call(updateBudget.handler, { token, path: path(one), body: { amount: 50 } }),
      call(deleteBudget.handler, { token, path: path(two) }),
      newBudget(token, event, { name: 'New', amount: 5, spent: 0 }),
    ]);
    expect(outcomes[0].status).toBe(201);
    expect((await namesOf()).sort()).toEqual(['Band', 'Catering', 'Line 1', 'New']);
    expect(await viewEvent(token, event)).toMatchObject({ budgets_count: 4, total_amount: 2106 });
  });
});

describe('roles', () => {
  it('an editor imports, a viewer exports, and a stranger finds nothing', async () => {
    const shared = await sharedEvent();
    expect((await importInto(shared.editor, shared.event, FILE)).status).toBe(201);
    expect((await importInto(shared.viewer, shared.event, FILE)).status).toBe(403);
    expect((await importInto(shared.viewer, shared.event, FILE, dryRun)).status).toBe(403);
    expect((await importInto(token, shared.event, FILE)).status).toBe(404);
    expect((await exportOf(shared.viewer, shared.event)).status).toBe(200);
    expect((await exportOf(token, shared.event)).status).toBe(404);
  });

  it('a member who was removed imports nothing', async () => {
    const shared = await sharedEvent();
    await takeRole(shared.owner, shared.event, shared.editor);
    expect((await importInto(shared.editor, shared.event, FILE)).status).toBe(404);
  });
});
