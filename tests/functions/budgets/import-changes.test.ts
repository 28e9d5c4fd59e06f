import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { exportOf, importInto } from '../../support/budget-files.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { rejected } from '../../support/rejected.ts';
import {
  allBudgets,
  endpoints,
  newBudget,
  newEvent,
  newPayment,
  newToken,
  type ShownBudget,
} from '../../support/service.ts';
import { sharedEvent } from '../../support/sharing.ts';
import { expectSums } from '../../support/sums.ts';
import { tableContent } from '../../support/table-content.ts';

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token, { guests: 80 });
});

const imported = (budgets: string | unknown[], request = {}) => importInto(token, event, budgets, request);
const add = async (fields: Record<string, unknown> = {}) =>
  Number((await newBudget(token, event, { name: 'Band', category: 'Music', spent: 0, ...fields })).id);
const shown = async (id: number) => (await allBudgets(token, event)).find((budget) => budget.id === id);
const KEYED = { 'idempotency-key': 'a-key' };
const inEvent = { method: 'GET' } as const;
const list = async () =>
  (
    await call(endpoints.listBudgets.handler, {
      ...{ ...inEvent, token, path: { event_id: event.id } },
    })
  ).body;
const versionOf = async () => (await call(endpoints.view.handler, { ...inEvent, token, path: event })).tag;
const file = async () =>
  (await exportOf(token, event, {}, { include: 'version' })).text.replace('\ufeff', '');
/** The exported file after an edit of its text. */
const edited = async (from: string | RegExp, to: string) => {
  const before = await file();
  const after = before.replace(from, to);
  expect(after).not.toBe(before);
  return after;
};

/** Expects the same errors from an import and its dry run, and no change. */
async function rejectedRows(budgets: string | unknown[]) {
  const checked = await rejected(() => imported(budgets, { query: { dry_run: 'true' } }));
  const outcome = await rejected(() => imported(budgets));
  expect([checked.status, checked.text]).toEqual([outcome.status, outcome.text]);
  return outcome;
}

describe('an entry with an id', () => {
  it('changes that budget: what is left out stays, and null clears', async () => {
    const id = await add({ vendor: 'Ada', note: 'x', estimate: 5 });
    const { status, body, headers } = await imported([{ id, amount: 7, vendor: null }]);
    const counts = { return_count: 1, created_count: 0, changed_count: 1 };
    expect([status, body]).toEqual([
      201,
      { status: 'success', message: 'Budgets imported successfully', ...counts },
    ]);
    expect(headers['etag']).toBe(await versionOf());
    expect(await list()).toMatchObject({
      data: [{ id, name: 'Band', amount: 7, note: 'x', estimate: 5, version: 1 }],
    });
    expect(await shown(id)).not.toHaveProperty('vendor');
    await expectSums(token, event);
  });

  it('is done with entries without one, which are added, in one write', async () => {
    const ids = [await add(), await add({ kind: 'income' })];
    takeRequests();
    const { body } = await imported([
      { id: ids[0], due_date: '2027-06-01', kind: 'expense' },
      { name: 'Hall', unit_amount: 2, per_guest: true },
      { id: null, name: 'Cake', amount: 3 },
      { id: ids[1], amount: 4, version: 0, kind: 'income' },
    ]);
    expect(takeRequests().counts).toEqual({ reads: 2, writes: 1 });
    expect(body).toMatchObject({ return_count: 4, created_count: 2, changed_count: 2 });
    expect(await list()).toMatchObject({
      data: [
        { due_date: '2027-06-01', version: 1 },
        { amount: 4, version: 1 },
        { name: 'Hall', amount: 160 },
        {},
      ],
    });
    await expectSums(token, event);
  });

  it('that leaves it as it is changes nothing, and is not counted', async () => {
    const id = await add({ amount: 7 });
    const before = await tableContent();
    const { status, body, headers } = await imported([{ id, amount: 7, vendor: null }]);
    expect([status, body.return_count, body['changed_count']]).toEqual([201, 0, 0]);
    expect(headers['etag']).toBe(await versionOf());
    expect(await tableContent()).toEqual(before);
    await imported([
      { id, amount: 7 },
      { name: 'Hall', amount: 1 },
    ]);
    expect(await list()).toMatchObject({ data: [{ version: 0 }, {}] });
  });

  it('that leaves it as it is under a key is remembered, so that its repeat undoes no later change', async () => {
    const id = await add({ amount: 7 });
    const request = { headers: { ...KEYED, prefer: 'return=representation' } };
    const before = await versionOf();
    const first = await imported([{ id, amount: 7 }], request);
    expect(first.body).toMatchObject({ return_count: 0, summary: { total_amount: 7 } });
    expect([first.headers['etag'], await versionOf()]).toEqual([before, before]);
    await imported([{ id, amount: 8 }]);
    const again = await imported([{ id, amount: 7 }], request);
    expect([again.isReplay, again.body.return_count]).toEqual([true, 0]);
    expect(await shown(id)).toMatchObject({ amount: 8 });
  });

  it('under one key at once is done once, and the others get its response', async () => {
    const id = await add({ amount: 7 });
    const send = () => imported([{ id, amount: 8 }], { headers: KEYED });
    const outcomes = await Promise.all(Array.from({ length: 10 }, send));
    expect(new Set(outcomes.map(({ text }) => text)).size).toBe(1);
    expect(outcomes.filter((outcome) => !outcome.isReplay)).toHaveLength(1);
    expect(outcomes[0]?.body['changed_count']).toBe(1);
  });

  it('changes payments, units and guests by the rules of an update', async () => {
    const path = await newBudget(token, event, { spent: 0 });
    await newPayment(token, path);
    const units = await add({ amount: undefined, unit_amount: 2, per_guest: true });
    const { body } = await rejectedRows([
      { id: Number(path.id), spent: 5 },
      { id: units, amount: 161 },
      { id: units + 1, amount: 1 },
    ]);
    expect(body.errors).toMatchObject([{ field: 'budgets[2].id', code: 'invalid' }]);
    const outcome = await rejectedRows([
      { id: Number(path.id), spent: 5 },
      { id: units, amount: 161 },
    ]);
    expect(outcome.codes).toEqual([422, 'budgets[0].spent derived', 'budgets[1].amount derived']);
    const right = [
      { id: Number(path.id), spent: 0 },
      { id: units, amount: 160 },
    ];
    expect((await imported(right)).body.return_count).toBe(0);
    expect((await imported([{ id: units, quantity: 3 }])).status).toBe(201);
    expect(await shown(units)).toMatchObject({ amount: 480 });
    await expectSums(token, event);
  });

  it('is refused if it names no budget of the event, or one twice', async () => {
    const id = await add();
    const other = await newEvent(token);
    const elsewhere = Number((await newBudget(token, other)).id);
    const deleted = await add();
    const path = { event_id: event.id, id: String(deleted) };
    await call(endpoints.deleteBudget.handler, { token, path });
    for (const wrong of [elsewhere, deleted, 7, 0, -1, 1.5, '7', {}, true]) {
      const outcome = await rejectedRows([
        { id, amount: 1 },
        { id: wrong, amount: 1 },
      ]);
      expect([wrong, ...outcome.codes]).toEqual([wrong, 422, 'budgets[1].id invalid']);
      expect(outcome.body.errors?.[0]?.message).toBe('Id must be the id of a budget of this event.');
    }
    const twice = await rejectedRows([
      { id, amount: 1 },
      { id, amount: 2 },
    ]);
    expect(twice.body.errors).toMatchObject([
      {
        ...{ field: 'budgets[1].id', code: 'duplicate' },
        message: 'Id is there twice. Empty it for a new budget.',
      },
    ]);
  });

  it.each([null, 7, 'x', [], [[]]])('that is no object is refused: %j', async (entry) => {
    const { status, body } = await rejectedRows([{ name: 'Hall', amount: 1 }, entry]);
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'budgets[1]', code: 'invalid', message: 'An entry of budgets must be a JSON object.' }],
    ]);
  });

  it.each<[object, string]>([
    [{}, 'budgets[0] blank'],
    [{ version: 0 }, 'budgets[0] blank'],
    [{ name: '' }, 'budgets[0].name blank'],
    [{ amount: null }, 'budgets[0].amount invalid'],
    [{ spent: null }, 'budgets[0].spent invalid'],
    [{ kind: 'income' }, 'budgets[0].kind invalid'],
    [{ kind: null }, 'budgets[0].kind invalid'],
    [{ amount: 1, version: -1 }, 'budgets[0].version invalid'],
    [{ amount: 1, version: '0' }, 'budgets[0].version invalid'],
    [{ amount: 1.234 }, 'budgets[0].amount too_precise'],
    [{ quantity: 2 }, 'budgets[0].unit_amount blank'],
    [{ unit_amount: 2, amount: 3 }, 'budgets[0].amount derived'],
    [{ paid: true }, 'budgets[0].paid invalid'],
  ])('is refused with %j', async (fields, error) => {
    const id = await add();
    expect((await rejectedRows([{ id, ...fields }])).codes).toEqual([422, error]);
  });

  it('needs the versions that entries say, and names all that changed', async () => {
    const ids = [await add(), await add(), await add()];
    await imported(ids.slice(0, 2).map((id) => ({ id, amount: 9, version: 0 })));
    const entries = ids.map((id) => ({ id, amount: 10, version: 0 }));
    const { status, body } = await rejectedRows(entries);
    expect([status, body.errors]).toMatchObject([
      412,
      [
        { field: 'budgets[0].version', code: 'changed' },
        { field: 'budgets[1].version', code: 'changed' },
      ],
    ]);
    const current = entries.map((entry, n) => ({ ...entry, version: n < 2 ? 1 : null }));
    expect((await imported(current)).status).toBe(201);
    await expectSums(token, event);
  });

  it('does not count towards the 500 that an event may have', async () => {
    const id = await add();
    await imported(Array.from({ length: 499 }, () => ({ name: 'Line', amount: 1 })));
    expect((await imported([{ id, amount: 2 }])).status).toBe(201);
    const entries = [
      { id, amount: 3 },
      { name: 'Line', amount: 1 },
    ];
    expect((await rejectedRows(entries)).codes).toEqual([409, 'budgets full']);
    const all = (await allBudgets(token, event)).map((budget) => ({ id: budget.id, category: 'All' }));
    expect((await imported(all)).body.return_count).toBe(500);
    await expectSums(token, event);
  });

  it('is for owners and editors', async () => {
    const shared = await sharedEvent();
    event = shared.event;
    const entries = [{ id: Number(shared.budget.id), amount: 1 }];
    token = shared.viewer;
    expect((await rejected(() => imported(entries))).status).toBe(403);
    token = await newToken();
    expect((await rejected(() => imported(entries))).status).toBe(404);
    token = shared.editor;
    expect((await imported(entries)).status).toBe(201);
  });
});

describe('a dry run', () => {
  it('tells what would be added and changed, and changes nothing', async () => {
    const ids = [await add({ amount: 1 }), await add({ amount: 2 })];
    const entries = [
      { id: ids[0], amount: 1 },
      { id: ids[1], amount: 3 },
      { name: 'Hall', amount: 1 },
    ];
    const outcome = await rejected(() => imported(entries, { query: { dry_run: 'true' } }));
    expect([outcome.status, outcome.body]).toMatchObject([
      200,
      { message: 'Budgets checked successfully', return_count: 2, created_count: 1, changed_count: 1 },
    ]);
    expect(outcome.headers['etag']).toBe(await versionOf());
  });
});

describe('with Prefer', () => {
  it('the response has what was added and changed, with versions, and the totals', async () => {
    const [id, same] = [await add(), await add({ amount: 1 })];
    const { body } = await imported(
      [
        { name: 'Hall', amount: 1 },
        { id, amount: 2 },
        { id: same, amount: 1 },
      ],
      { headers: { prefer: 'return=representation' } },
    );
    const { data, summary } = await list();
    expect(body).toMatchObject({ return_count: 2, budgets: [{ id, version: 1 }, { name: 'Hall' }], summary });
    expect(data).toMatchObject([{ id }, { id: same }, { name: 'Hall' }]);
  });
});

describe('with an Idempotency-Key', () => {
  it('is done once, although the version that it names is no longer the current one', async () => {
    const id = await add();
    const entries = [
      { id, amount: 9, version: 0 },
      { name: 'Hall', amount: 1 },
    ];
    const request = { headers: { 'idempotency-key': 'a-key' } };
    const first = await imported(entries, request);
    const again = await imported(entries, request);
    expect([again.status, again.text, again.isReplay]).toEqual([201, first.text, true]);
    expect(await list()).toMatchObject({ data: [{ version: 1 }, {}] });
    expect((await imported(entries)).status).toBe(412);
  });
});

describe('at once with others', () => {
  it('only one of two with the same versions is done, whole', async () => {
    const ids = [await add({ amount: 1 }), await add({ amount: 1 })];
    const outcomes = await Promise.all(
      [5, 6].map((amount) => imported(ids.map((id) => ({ id, amount, version: 0 })))),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 412]);
    const amounts = (await allBudgets(token, event)).map(({ amount }) => amount);
    expect(new Set(amounts).size).toBe(1);
    await expectSums(token, event);
  });

  it('changes of other budgets are kept', async () => {
    const ids = [await add({ amount: 1 }), await add({ amount: 1 })];
    const path = { event_id: event.id, id: String(ids[1]) };
    const outcomes = await Promise.all([
      imported([
        { id: ids[0], amount: 5 },
        { name: 'Hall', amount: 7 },
      ]),
      call(endpoints.updateBudget.handler, { token, path, body: { amount: 6 } }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([201, 200]);
    const sums: ShownBudget[] = await allBudgets(token, event);
    expect(sums.map(({ amount }) => amount)).toEqual([5, 6, 7]);
    await expectSums(token, event);
  });
});

describe('an export with include=version', () => {
  it('has a ref in its first column, and is otherwise as without', async () => {
    const id = await add({ amount: 8 });
    const { headers, text } = await exportOf(token, event);
    const refs = await exportOf(token, event, {}, { include: 'version' });
    expect(refs.text).toBe(text.replace('name,', 'ref,name,').replace(/\r\nBand/, `\r\nb${id}.0,Band`));
    expect(refs.headers).toEqual(headers);
    event = await newEvent(token);
    expect(await file()).toMatch(/^ref,name,/);
  });

  it('refuses other words', async () => {
    for (const include of ['times', 'version,times', '']) {
      const { status, text } = await exportOf(token, event, {}, { include });
      expect([status, JSON.parse(text)]).toMatchObject([
        422,
        { message: 'Budgets failed to export', errors: [{ field: 'include', code: 'invalid' }] },
      ]);
    }
  });
});

describe('a file with refs', () => {
  beforeEach(async () => {
    await add({
      amount: 800.5,
      vendor: 'Søren; Ltd.',
      note: 'a "b"\r\nc',
      due_date: '2027-06-01',
    });
    await add({ name: 'Drinks', amount: undefined, unit_amount: 3.5, quantity: 2, per_guest: true });
    await newPayment(token, await newBudget(token, event, { name: 'Hall', spent: 0, kind: 'expense' }));
    await add({ name: 'Tickets', kind: 'income', estimate: 7, link: 'https://example.com', vendor: '' });
  });

  it('that was not edited changes nothing', async () => {
    const before = await tableContent();
    const { status, body } = await imported(await file());
    expect([status, body]).toMatchObject([201, { return_count: 0, created_count: 0, changed_count: 0 }]);
    expect(await tableContent()).toEqual(before);
  });

  it('that has one other cell, one new row and one row less changes one line and adds one', async () => {
    const [, drinks, hall] = await allBudgets(token, event);
    const text = (await edited(/b\d+\.0,Band[\s\S]*?\r\n(?=b)/, ',New,,5,,,,,,,,,,\r\n')).replace(
      'Hall',
      'Ballroom',
    );
    const { status, body } = await imported(text);
    expect([status, body]).toMatchObject([201, { return_count: 2, created_count: 1, changed_count: 1 }]);
    expect(await list()).toMatchObject({
      data: [
        { name: 'Band', version: 0 },
        { ...drinks, version: 0 },
        { ...hall, name: 'Ballroom', version: 2 },
        { name: 'Tickets', version: 0 },
        { name: 'New', version: 0 },
      ],
    });
    await expectSums(token, event);
  });

  it('clears with an empty cell, and keeps what has no column', async () => {
    const [band] = await allBudgets(token, event);
    const row = `b${band?.id}`;
    expect((await imported(`ref,category,vendor,spent\n${row},,,\n`)).status).toBe(201);
    expect(await list()).toMatchObject({
      data: [{ name: 'Band', category: '', amount: 800.5, due_date: '2027-06-01', version: 1 }, {}, {}, {}],
    });
    expect(JSON.stringify(await shown(band?.id ?? 0))).not.toContain('vendor');
    await expectSums(token, event);
  });

  it('takes an amount that follows from others if it is right', async () => {
    const [, drinks, hall] = await allBudgets(token, event);
    const rows = (amount: string, spent: string) =>
      `ref,amount,quantity,spent\nb${drinks?.id},${amount},4,0\nb${hall?.id},1250.5,,${spent}\n`;
    expect((await imported(rows('1120', ''))).body.return_count).toBe(1);
    expect(await shown(drinks?.id ?? 0)).toMatchObject({ amount: 1120 });
    const { body } = await rejectedRows(rows('560', '7'));
    expect(body.errors).toMatchObject([
      {
        ...{ line: 2, field: 'amount', code: 'derived' },
        message: 'Line 2: Amount must be 1120.00, as calculated from the unit amount.',
      },
      { line: 3, field: 'spent', code: 'derived' },
    ]);
    expect((await imported(rows('', '0'))).body.return_count).toBe(0);
    await expectSums(token, event);
  });

  it('needs neither names nor amounts if each row has a ref', async () => {
    const all = await allBudgets(token, event);
    const rows = all.map(({ id }) => `b${id},Party`).join('\n');
    expect((await imported(`ref,category\n${rows}\n`)).body.return_count).toBe(4);
    const { body } = await rejectedRows(`ref,category\n${rows}\n,New\n`);
    expect(body.errors).toMatchObject([
      { line: 6, field: 'name', code: 'blank' },
      { line: 6, field: 'amount', code: 'blank' },
    ]);
    expect((await imported(`ref\n${all.map(({ id }) => `b${id}`).join('\n')}\n`)).body.return_count).toBe(0);
  });

  it('in another order is the same', async () => {
    const [header = '', ...rows] = (await file()).split(/\r\n(?!c)/);
    const before = await tableContent();
    const sorted = [header, ...rows.filter(Boolean).reverse(), ''].join('\r\n');
    expect((await imported(sorted)).body.return_count).toBe(0);
    expect(await tableContent()).toEqual(before);
  });

  it.each<[string, string, string]>([
    ['name', '', 'name blank'],
    ['amount', '', 'amount blank'],
    ['amount', '1.2345', 'amount too_precise'],
    ['kind', 'income', 'kind invalid'],
    ['per_guest', 'maybe', 'per_guest invalid'],
    ['quantity', '2', 'unit_amount blank'],
    ['link', 'http://x', 'link invalid'],
  ])('is refused with %s %j', async (column, cell, error) => {
    const [band] = await allBudgets(token, event);
    const { status, body } = await rejectedRows(`ref,${column}\nb${band?.id}.0,${cell}\n`);
    const [field, code] = error.split(' ');
    expect([status, body.errors]).toMatchObject([422, [{ line: 2, field, code }]]);
  });

  it('is refused if a row was copied, or a ref is not one', async () => {
    const [band] = await allBudgets(token, event);
    const row = (ref: string | undefined) => `${ref},Copy\n`;
    const copied = await rejectedRows(`ref,name\n${row(`b${band?.id}.0`)}${row(`b${band?.id}`)}`);
    expect(copied.body.errors).toMatchObject([
      {
        ...{ line: 3, field: 'ref', code: 'duplicate' },
        message: 'Line 3: Ref is there twice. Empty it for a new budget.',
      },
    ]);
    for (const ref of [
      '1.14640874099904E+14',
      'b1.14E+14',
      `${band?.id}`,
      'b',
      'b1.',
      'b01',
      'c1',
      'b1.1.1',
    ]) {
      const { status, body } = await rejectedRows(`ref,name\n${row(ref)}`);
      expect([ref, status, body.errors]).toMatchObject([
        ref,
        422,
        [{ line: 2, field: 'ref', code: 'invalid' }],
      ]);
    }
    const unknown = await rejectedRows(`ref,name\n${row('b7')}`);
    expect(unknown.body.errors).toMatchObject([{ line: 2, field: 'ref', code: 'invalid' }]);
  });

  it('that somebody else saved before is refused, with the lines that are not as they were', async () => {
    const mine = await edited('800.50', '900');
    await imported(await edited('800.50', '700'));
    const { status, body } = await rejectedRows(mine);
    expect([status, body.errors]).toMatchObject([412, [{ line: 2, field: 'ref', code: 'changed' }]]);
    const others = mine.replace(/b\d+\.0,Band[\s\S]*?\r\n(?=b)/, '').replace('Drinks', 'Wine');
    expect((await imported(others)).body.return_count).toBe(1);
  });
});

describe.each<[string, Record<string, string>, string, string]>([
  ['libreoffice-refs.csv', {}, '800.5,', '810.25,'],
  ['libreoffice-refs-german.csv', { decimal: ',' }, '800,5;', '810,25;'],
])('a file that a spreadsheet program saved: %s', (name, query, amount, other) => {
  let saved: string;
  beforeEach(async () => {
    const note = 'Plays "live",\r\nfrom 8 pm';
    await imported([
      {
        ...{ name: 'Band “Blå”', category: 'Music', amount: 800.5, spent: 950.5, kind: 'expense', note },
        ...{ vendor: 'Søren & Sons; Ltd.', due_date: '2027-06-01' },
        ...{ estimate: 750.1, link: 'https://example.com/a?b=c' },
      },
      { name: 'Drinks', category: 'Food', unit_amount: 3.5, quantity: 2, per_guest: true },
      { name: 'Hall', amount: 1250.5, spent: 500, vendor: 'Café Zürich', note: '-2\ttab', estimate: 0 },
      { name: '=1+1', category: '+49 30 1234', amount: 0.01, kind: 'income', due_date: '2027-05-15' },
      { name: 'Gifts 🎁', category: '日本', amount: 999_999_999.99, spent: 0.1 },
    ]);
    const ids = (await allBudgets(token, event)).map(({ id }) => id);
    saved = readFileSync(`tests/fixtures/csv/${name}`, 'utf8').replaceAll(
      /b10000000000000(\d)/g,
      (_, place) => `b${ids[Number(place)]}`,
    );
  });

  it('changes nothing if nothing was edited', async () => {
    const before = await tableContent();
    const { status, body } = await imported(saved, { query });
    expect([status, body]).toMatchObject([201, { return_count: 0, changed_count: 0 }]);
    expect(await tableContent()).toEqual(before);
  });

  it('changes one budget if one cell was edited', async () => {
    const { body } = await imported(saved.replace(amount, other), { query });
    expect(body).toMatchObject({ return_count: 1, changed_count: 1 });
    expect(await list()).toMatchObject({ data: [{ amount: 810.25, version: 1 }, {}, {}, {}, {}] });
    await expectSums(token, event);
  });
});
