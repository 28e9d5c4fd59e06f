import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, newClient } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { expectSums } from '../../support/sharing.ts';
import { rejected } from '../../support/table.ts';

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent({ guests: 80 });
});

const KEYED = { 'idempotency-key': 'a-key' };
const PREFERRED = { prefer: 'return=representation' };

const imported = (budgets: string | unknown[], headers = {}) => ada.importFile(event, budgets, {}, headers);
const rejectedRows = (budgets: string | unknown[]) => ada.rejectedImport(event, budgets);
const pathOf = (id: number) => ({ event_id: event.id, id: String(id) });
const add = async (fields: Record<string, unknown> = {}) =>
  Number((await ada.newBudget(event, { name: 'Band', category: 'Music', spent: 0, ...fields })).id);
const shown = (id: number) => ada.shownBudget(pathOf(id));
const amountsOf = async () => (await ada.budgetsOf(event)).map(({ amount }) => amount);

it('an entry with an id changes that budget: what is left out stays, and null clears', async () => {
  const id = await add({ vendor: 'Ada', note: 'x', estimate: 5 });
  const { text, tag } = await imported([{ id, amount: 7, vendor: null }]);
  expect(text).toBe(
    '{"status":"success","message":"Budgets imported successfully","return_count":1,"created_count":0,"changed_count":1}',
  );
  expect(tag).toBe((await ada.view(event)).tag);
  const kept = { name: 'Band', category: 'Music', spent: 0, note: 'x', estimate: 5, version: 1 };
  expect(await ada.budgetsOf(event)).toEqual([{ id, amount: 7, ...kept }]);
  await expectSums(ada.token, event);
});

it('an entry with an id is done with entries without one, which are added, in one write', async () => {
  const [band, tickets, same] = [await add(), await add({ kind: 'income' }), await add({ amount: 1 })];
  takeRequests();
  const { body } = await imported(
    [
      { id: band, due_date: '2027-06-01', kind: 'expense' },
      { name: 'Hall', unit_amount: 2, per_guest: true },
      { id: null, name: 'Cake', amount: 3 },
      { id: tickets, amount: 4, version: 0, kind: 'income' },
      { id: same, amount: 1 },
    ],
    PREFERRED,
  );
  expect(takeRequests().counts).toEqual({ reads: 2, writes: 1 });
  const budgets = await ada.budgetsOf(event);
  expect(budgets).toMatchObject([
    { due_date: '2027-06-01', version: 1 },
    { amount: 4, version: 1 },
    { amount: 1, version: 0 },
    { name: 'Hall', amount: 160 },
    { name: 'Cake' },
  ]);
  expect(body).toMatchObject({ return_count: 4, created_count: 2, changed_count: 2 });
  expect(body['budgets']).toEqual(budgets.filter(({ id }) => id !== same));
  expect(body['summary']).toEqual(await ada.summaryOf(event));
  await expectSums(ada.token, event);
});

it('an entry with an id that leaves it as it is changes nothing, and under a key is remembered', async () => {
  const id = await add({ amount: 7 });
  const { tag } = await ada.view(event);
  const nothing = await rejected(() => imported([{ id, amount: 7, vendor: null }]));
  const counts = { return_count: 0, created_count: 0, changed_count: 0 };
  expect([nothing.status, nothing.body, nothing.tag]).toMatchObject([201, counts, tag]);
  const keyed = () => imported([{ id, amount: 7 }], { ...KEYED, ...PREFERRED });
  const first = await keyed();
  expect([first.body, first.tag]).toMatchObject([{ return_count: 0, summary: { total_amount: 7 } }, tag]);
  expect((await ada.view(event)).tag).toBe(tag);
  await imported([{ id, amount: 8 }]);
  const again = await keyed();
  expect([again.isReplay, again.body.return_count, await amountsOf()]).toEqual([true, 0, [8]]);
});

it('an entry with an id under one key is done once, also at once, and although its version is old by then', async () => {
  const id = await add({ amount: 7 });
  const entries = [
    { id, amount: 8, version: 0 },
    { name: 'Hall', amount: 1 },
  ];
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => imported(entries, KEYED)));
  expect(new Set(outcomes.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(outcomes.filter((outcome) => !outcome.isReplay)).toHaveLength(1);
  expect(outcomes[0]?.body['changed_count']).toBe(1);
  expect(await ada.budgetsOf(event)).toMatchObject([{ amount: 8, version: 1 }, {}]);
  expect((await imported(entries)).status).toBe(412);
});

it('an entry with an id changes payments, units and guests by the rules of an update', async () => {
  const hall = Number((await ada.newPayment(await ada.newBudget(event, { spent: 0 }))).budget_id);
  const units = await add({ amount: undefined, unit_amount: 2, per_guest: true });
  const wrong = [
    { id: hall, spent: 5 },
    { id: units, amount: 161 },
  ];
  const withUnknown = await rejectedRows([...wrong, { id: units + 1, amount: 1 }]);
  expect(withUnknown.codes).toEqual([422, 'budgets[2].id invalid']);
  const codes = [422, 'budgets[0].spent derived', 'budgets[1].amount derived'];
  expect((await rejectedRows(wrong)).codes).toEqual(codes);
  const right = [
    { id: hall, spent: 0 },
    { id: units, amount: 160 },
  ];
  expect((await imported(right)).body.return_count).toBe(0);
  expect((await imported([{ id: units, quantity: 3 }])).status).toBe(201);
  expect(await shown(units)).toMatchObject({ amount: 480 });
  await expectSums(ada.token, event);
});

it('an entry with an id is rejected if it names no budget of the event, or one twice', async () => {
  const [id, deleted] = [await add(), await add()];
  await ada.deleteBudget(pathOf(deleted));
  const elsewhere = Number((await ada.newBudget(await ada.newEvent())).id);
  const entries = (second: unknown) => [
    { id, amount: 1 },
    { id: second, amount: 1 },
  ];
  for (const wrong of [elsewhere, deleted, 7, 0, -1, 1.5, '7', {}, true]) {
    const { codes, messages } = await rejectedRows(entries(wrong));
    const message = 'Id must be the id of a budget of this event.';
    expect([wrong, ...codes, ...messages]).toEqual([wrong, 422, 'budgets[1].id invalid', message]);
  }
  const { codes, messages } = await rejectedRows(entries(id));
  const message = 'Id is there twice. Empty it for a new budget.';
  expect([...codes, ...messages]).toEqual([422, 'budgets[1].id duplicate', message]);
  for (const entry of [null, 7, 'x', [], [[]]]) {
    const { codes, messages } = await rejectedRows([{ name: 'Hall', amount: 1 }, entry]);
    const message = 'An entry of budgets must be a JSON object.';
    expect([...codes, ...messages]).toEqual([422, 'budgets[1] invalid', message]);
  }
});

it.each<[object, string]>([
  [{}, ' blank'],
  [{ version: 0 }, ' blank'],
  [{ name: '' }, '.name blank'],
  [{ amount: null }, '.amount invalid'],
  [{ spent: null }, '.spent invalid'],
  [{ kind: 'income' }, '.kind invalid'],
  [{ kind: null }, '.kind invalid'],
  [{ amount: 1, version: -1 }, '.version invalid'],
  [{ amount: 1, version: '0' }, '.version invalid'],
  [{ amount: 1.234 }, '.amount too_precise'],
  [{ quantity: 2 }, '.unit_amount blank'],
  [{ unit_amount: 2, amount: 3 }, '.amount derived'],
])('an entry with an id is rejected with %j', async (fields, error) => {
  const id = await add();
  expect((await rejectedRows([{ id, ...fields }])).codes).toEqual([422, `budgets[0]${error}`]);
});

it('an entry with an id needs the versions that entries say, and names all that changed', async () => {
  const ids = [await add(), await add(), await add()];
  await imported(ids.slice(0, 2).map((id) => ({ id, amount: 9, version: 0 })));
  const entries = ids.map((id) => ({ id, amount: 10, version: 0 }));
  const codes = [412, 'budgets[0].version changed', 'budgets[1].version changed'];
  expect((await rejectedRows(entries)).codes).toEqual(codes);
  const current = entries.map((entry, n) => ({ ...entry, version: n < 2 ? 1 : null }));
  const checked = await rejected(() => ada.importFile(event, current, { dry_run: 'true' }));
  expect([checked.status, checked.body]).toMatchObject([200, { created_count: 0, changed_count: 3 }]);
  expect((await imported(current)).status).toBe(201);
  await expectSums(ada.token, event);
});

it('an entry with an id does not count towards the 500 that an event may have', async () => {
  const id = await add();
  await imported(Array.from({ length: 499 }, () => ({ name: 'Line', amount: 1 })));
  expect((await imported([{ id, amount: 2 }])).status).toBe(201);
  const { codes } = await rejectedRows([
    { id, amount: 3 },
    { name: 'Line', amount: 1 },
  ]);
  expect(codes).toEqual([409, 'budgets full']);
  const all = (await ada.budgetsOf(event)).map((budget) => ({ id: budget.id, category: 'All' }));
  expect((await imported(all)).body.return_count).toBe(500);
  await expectSums(ada.token, event);
});

it('an entry with an id is done whole by one of two at once with the same versions, and keeps changes of others', async () => {
  const ids = [await add({ amount: 1 }), await add({ amount: 1 })];
  const entries = (amount: number) => ids.map((id) => ({ id, amount, version: 0 }));
  const two = await Promise.all([imported(entries(5)), imported(entries(6))]);
  expect(two.map(({ status }) => status).sort()).toEqual([201, 412]);
  expect(new Set(await amountsOf()).size).toBe(1);
  const [first = 0, second = 0] = ids;
  const outcomes = await Promise.all([
    imported([
      { id: first, amount: 7 },
      { name: 'Hall', amount: 9 },
    ]),
    ada.updateBudget(pathOf(second), { amount: 8 }),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual([201, 200]);
  expect(await amountsOf()).toEqual([7, 8, 9]);
  await expectSums(ada.token, event);
});

const file = async () => (await ada.exportBudgets(event, { include: 'version' })).text.replace('\ufeff', '');

it('an export with include=version has a ref in its first column, and is otherwise as without', async () => {
  expect(await file()).toMatch(/^ref,name,/);
  const id = await add({ amount: 8 });
  const { headers, text } = await ada.exportBudgets(event);
  const refs = await ada.exportBudgets(event, { include: 'version' });
  expect(refs.text).toBe(text.replace('name,', 'ref,name,').replace(/\r\nBand/, `\r\nb${id}.0,Band`));
  const requestId = { 'x-request-id': expect.any(String) };
  expect(refs.headers).toEqual({ ...headers, ...requestId });
  for (const include of ['times', 'version,times', ''])
    expect((await ada.exportBudgets(event, { include })).codes).toEqual([422, 'include invalid']);
});

describe('a file with refs', () => {
  let band: number;
  let drinks: number;
  let hall: number;
  beforeEach(async () => {
    const texts = { vendor: 'Søren; Ltd.', note: 'a "b"\r\nc', due_date: '2027-06-01' };
    band = await add({ amount: 800.5, spent: 5, ...texts });
    const units = { amount: undefined, unit_amount: 3.5, quantity: 2, per_guest: true };
    drinks = await add({ name: 'Drinks', ...units });
    hall = await add({ name: 'Hall', amount: 1250.5, kind: 'expense' });
    await ada.newPayment(pathOf(hall), { paid: true });
    const early = { due_date: '0999-12-31', link: 'https://example.com', vendor: '' };
    await add({ name: 'Tickets', kind: 'income', estimate: 7, ...early });
  });

  /** The row of the band. */
  const BAND = /b\d+\.0,Band[\s\S]*?\r\n(?=b)/;
  /** The exported file after an edit of its text. */
  const edited = async (from: string | RegExp, to: string) => {
    const before = await file();
    expect(before.replace(from, to)).not.toBe(before);
    return before.replace(from, to);
  };

  it('that was not edited, also in another order, changes nothing', async () => {
    const text = await file();
    const [header = '', ...rows] = text.split(/\r\n(?!c)/);
    for (const each of [text, [header, ...rows.filter(Boolean).reverse(), ''].join('\r\n')]) {
      const { status, body } = await rejected(() => imported(each));
      expect([status, body]).toMatchObject([201, { return_count: 0, created_count: 0, changed_count: 0 }]);
    }
  });

  it('that has one other cell, one new row and one row less changes one line and adds one', async () => {
    const text = (await edited(BAND, ',New,,5,,,,,,,,,,\r\n')).replace('Hall', 'Ballroom');
    const { body } = await imported(text);
    expect(body).toMatchObject({ return_count: 2, created_count: 1, changed_count: 1 });
    expect(await ada.budgetsOf(event)).toMatchObject([
      { name: 'Band', version: 0 },
      { name: 'Drinks', amount: 560, version: 0 },
      { name: 'Ballroom', amount: 1250.5, version: 2 },
      { name: 'Tickets', version: 0 },
      { name: 'New', version: 0 },
    ]);
    await expectSums(ada.token, event);
  });

  it('clears with an empty cell, and keeps what has no column', async () => {
    expect((await imported(`ref,category,vendor,spent\nb${band},,,\n`)).status).toBe(201);
    const { vendor, ...cleared } = await shown(band);
    const kept = { name: 'Band', category: '', amount: 800.5, spent: 0, due_date: '2027-06-01' };
    expect([vendor, cleared]).toMatchObject([undefined, kept]);
    await expectSums(ada.token, event);
  });

  it('takes an amount that follows from others if it is right', async () => {
    const rows = (amount: string, spent: string) =>
      `ref,amount,quantity,spent\nb${drinks},${amount},4,0\nb${hall},1250.5,,${spent}\n`;
    expect((await imported(rows('1120', ''))).body.return_count).toBe(1);
    expect(await shown(drinks)).toMatchObject({ amount: 1120 });
    const message = 'Line 2: Amount must be 1120.00, as calculated from the unit amount.';
    expect((await rejectedRows(rows('560', '7'))).body.errors).toMatchObject([
      { line: 2, field: 'amount', code: 'derived', message },
      { line: 3, field: 'spent', code: 'derived' },
    ]);
    expect((await imported(rows('', '500'))).body.return_count).toBe(0);
    await expectSums(ada.token, event);
  });

  it('needs neither names nor amounts if each row has a ref', async () => {
    const refs = (await ada.budgetsOf(event)).map(({ id }) => `b${id}`);
    const rows = `ref,category\n${refs.map((ref) => `${ref},Party\n`).join('')}`;
    expect((await imported(rows)).body.return_count).toBe(4);
    expect((await rejectedRows(`${rows},New\n`)).body.errors).toMatchObject([
      { line: 6, field: 'name', code: 'blank' },
      { line: 6, field: 'amount', code: 'blank' },
    ]);
    expect((await imported(`ref\n${refs.join('\n')}\n`)).body.return_count).toBe(0);
  });

  it.each([
    ['name', '', 'name blank'],
    ['amount', '', 'amount blank'],
    ['amount', '1.2345', 'amount too_precise'],
    ['kind', 'income', 'kind invalid'],
    ['per_guest', 'maybe', 'per_guest invalid'],
    ['quantity', '2', 'unit_amount blank'],
    ['link', 'http://x', 'link invalid'],
  ])('is rejected with %s %j', async (column, cell, error) => {
    const { codes, body } = await rejectedRows(`ref,${column}\nb${band}.0,${cell}\n`);
    expect([...codes, body.errors?.[0]?.line]).toEqual([422, error, 2]);
  });

  it('is rejected if a row was copied, or a ref is not one', async () => {
    const copied = await rejectedRows(`ref,name\nb${band}.0,Copy\nb${band},Copy\n`);
    const message = 'Line 3: Ref is there twice. Empty it for a new budget.';
    expect([...copied.codes, ...copied.messages]).toEqual([422, 'ref duplicate', message]);
    const likeIt = [`${band}`, `b${band}.`, `b0${band}`, `c${band}`, `b${band}.0.0`];
    for (const ref of ['1.14640874099904E+14', 'b1.14E+14', 'b', 'b7', ...likeIt]) {
      const { codes, body } = await rejectedRows(`ref,name\n${ref},Copy\n`);
      expect([ref, ...codes, body.errors?.[0]?.line]).toEqual([ref, 422, 'ref invalid', 2]);
    }
  });

  it('that somebody else saved before is rejected, with the lines that are not as they were', async () => {
    const mine = await edited('800.50', '900');
    await imported(await edited('800.50', '700'));
    const { codes, body } = await rejectedRows(mine);
    expect([...codes, body.errors?.[0]?.line]).toEqual([412, 'ref changed', 2]);
    const others = mine.replace(BAND, '').replace('Drinks', 'Wine');
    expect((await imported(others)).body.return_count).toBe(1);
  });
});

it.each([
  ['libreoffice-refs.csv', {}, '800.5,', '810.25,'],
  ['libreoffice-refs-german.csv', { decimal: ',' }, '800,5;', '810,25;'],
])('%s, which a spreadsheet program saved, changes what was edited', async (name, query, from, to) => {
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
  const ids = (await ada.budgetsOf(event)).map(({ id }) => id);
  const fixture = readFileSync(`tests/fixtures/csv/${name}`, 'utf8');
  const saved = fixture.replaceAll(/b10000000000000(\d)/g, (_, place) => `b${ids[Number(place)]}`);
  const same = await rejected(() => ada.importFile(event, saved, query));
  expect([same.status, same.body]).toMatchObject([201, { return_count: 0, changed_count: 0 }]);
  const { body } = await ada.importFile(event, saved.replace(from, to), query);
  expect(body).toMatchObject({ return_count: 1, changed_count: 1 });
  expect(await ada.budgetsOf(event)).toMatchObject([{ amount: 810.25, version: 1 }, {}, {}, {}, {}]);
  await expectSums(ada.token, event);
});
