import { beforeEach, expect, it } from 'vitest';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { type Client, newClient } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { expectSums, referenceOf } from '../../support/sharing.ts';
import { rejected } from '../../support/table.ts';

let ada: Client;
let event: { id: string };
beforeEach(async () => {
  ada = await newClient();
  event = await ada.newEvent({ guests: 80 });
});

const create = (fields: object) => ada.createBudget(event, { name: 'Band', amount: 900, ...fields });
/** A budget, and its path. */
const add = (fields = {}) => ada.newBudget(event, { amount: 900, spent: 0, ...fields });

it('an estimate is shown exactly, no other amount follows from it, and null clears it', async () => {
  const { text, id } = await create({ estimate: 750.1 });
  const budget = { event_id: event.id, id };
  expect(text).toContain('"amount":900.00,"spent":0.00,"estimate":750.10}');
  await ada.updateBudget(budget, { amount: 950 });
  expect(await ada.budgetsOf(event)).toMatchObject([{ amount: 950, estimate: 750.1 }]);
  const sums = { total_amount: 950, total_estimate: 750.1, variance: 199.9, remaining: 950 };
  expect(await ada.summaryOf(event)).toMatchObject(sums);
  await expectSums(ada.token, event);
  await ada.updateBudget(budget, { estimate: 0 });
  expect((await ada.viewBudget(budget)).text).toContain('"estimate":0.00');
  expect(await ada.summaryOf(event)).toMatchObject({ total_estimate: 0, variance: 950 });
  await ada.updateBudget(budget, { estimate: null });
  expect((await create({ estimate: null })).text).not.toContain('estimate');
  expect((await ada.listBudgets(event)).text).not.toMatch(/estimate|variance/);
  await expectSums(ada.token, event);
  const other = { id: (await ada.newBudget(await ada.newEvent())).event_id };
  const stored = await getItem(eventKey(referenceOf(ada.token, other)));
  expect(JSON.stringify(stored)).not.toContain('estimate');
});

it('an estimate counts in the summary, its category and the list of events, and an expense without one is unplanned', async () => {
  await add({ category: 'Music', estimate: 800 });
  await add({ category: 'Food', amount: 50 });
  await add({ category: 'Music', amount: 10, estimate: 20.5 });
  await add({ category: 'Sales', kind: 'income', amount: 7, estimate: 5 });
  expect(await ada.budgetsOf(event)).toMatchObject([{ estimate: 800 }, {}, {}, { estimate: 5 }]);
  const totals = { total_estimate: 820.5, variance: 139.5 };
  const summary = await ada.summaryOf(event);
  const music = { category: 'Music', total_estimate: 820.5, variance: 89.5 };
  expect(summary).toMatchObject({ ...totals, categories: [music, {}, {}] });
  expect(JSON.stringify(summary).match(/variance/g)).toHaveLength(2);
  expect((await ada.list({ include: 'summary' })).text).toContain(
    '"total_estimate":820.50,"variance":139.50',
  );
  expect((await ada.list()).text).not.toContain('estimate');
  await expectSums(ada.token, event);
});

it('an estimate stays when guests change the amount, and isn’t in a copy, but the link is', async () => {
  const units = { amount: undefined, unit_amount: 45, per_guest: true, link: 'https://example.com/a' };
  await add(units);
  expect((await ada.estimateBudgets(event)).body.return_count).toBe(1);
  await ada.update(event, { guests: 100 });
  expect(await ada.budgetsOf(event)).toMatchObject([{ amount: 4500, estimate: 3600 }]);
  expect(await ada.summaryOf(event)).toMatchObject({ total_estimate: 3600, variance: 900 });
  const copy = { id: (await ada.copy(event, { event_date: '2028-07-04' })).id };
  expect(await ada.budgetsOf(copy)).toMatchObject([{ link: units.link }]);
  expect((await ada.listBudgets(copy)).text).not.toMatch(/estimate|variance/);
  await expectSums(ada.token, copy);
});

it.each<[estimate: unknown, code: string, currency?: string]>([
  [-1, 'negative'],
  ['5', 'invalid'],
  [0.001, 'too_precise'],
  [1e9, 'too_large'],
  [0.5, 'too_precise', 'JPY'],
])('an estimate of %s is %s', async (estimate, code, currency) => {
  event = await ada.newEvent({ currency });
  const budget = await add();
  for (const write of [() => create({ estimate }), () => ada.updateBudget(budget, { estimate })])
    expect((await rejected(write)).codes).toEqual([422, `estimate ${code}`]);
});

it.each([
  'https://example.com',
  'HTTPS://Example.com:8443/a%20b?c=d#e',
  'https://bücher.example/ä',
  'https://BU\u0308CHER.example:8443?x',
  'https://xn--bcher-kva.example:443/',
  'https://[::1]:8443#x',
  // Cyrillic letters.
  'https://\u0430\u0440\u0440\u04cf\u0435.example/',
  'https://example.com/a\\b@c',
  `https://example.com/${'x'.repeat(480)}`,
])('a link is stored as it was sent: %s', async (link) => {
  const { status, body, id } = await create({ link });
  expect([status, body.data]).toMatchObject([201, { link }]);
  expect((await ada.updateBudget({ event_id: event.id, id }, { link: null })).status).toBe(200);
  expect((await ada.listBudgets(event)).text).not.toContain('link');
});

it.each([
  ...['javascript:alert(1)', 'data:text/html,x', 'http://example.com', 'ftp://example.com', 'https:/x', ''],
  ...['https://user@example.com', 'https://user:password@example.com', 'https://:p@example.com', 'https://'],
  ...[
    'https://example.com/a b',
    ' https://example.com',
    'https://example.com\n',
    'https://example.com/\u0007',
  ],
  ...['https:\\\\example.com', 'https://exa\tmple.com', 'java\nscript:x', '//example.com', 'https://[x]', 7],
  // Parsers find different hosts in these.
  ...['https://bank.example\\@evil.example/', 'https://@example.com/', 'https:///example.com/'],
  ...['https://example.com:/', 'https://example.com:0443/', 'https://%65xample.com', 'https://0x7f.1/'],
  ...['https://bank.example\u3002evil.example/', 'https://bank.example\uff0f.evil.example/'],
  ...['https://\uff45xample.com', 'https://\uff55ndefined', 'https://user@b\u00fccher.example'],
  // People don't see these.
  ...['https://example.com/\u202egpj.exe', 'https://example.com/a\u200b', 'https://ex\u00adample.com/'],
  ...['https://example.com/\u2066', `https://${'a.'.repeat(127)}example`],
])('a link %j is rejected', async (link) => {
  expect((await rejected(() => create({ link }))).codes).toEqual([422, 'link invalid']);
});

it('a link says what is right, and how long it may be', async () => {
  expect((await create({ link: 'http://x' })).messages).toEqual([
    'Link must be an https:// address with a host, without user, password, spaces or invisible characters.',
  ]);
  const long = `https://example.com/${'x'.repeat(481)}`;
  expect((await rejected(() => create({ link: long }))).codes).toEqual([422, 'link too_long']);
});

it('a file has each of the two columns only if a budget uses it, and is imported again', async () => {
  const exported = async (from = event) => (await ada.exportBudgets(from)).text;
  await add();
  expect(await exported()).toMatch(/note,due_date\r\n/);
  await add({ link: 'https://example.com' });
  expect(await exported()).toMatch(/due_date,link\r\n/);
  await add({ estimate: 7.5 });
  const text = await exported();
  expect(text).toMatch(/due_date,estimate,link\r\n/);
  expect(text).toContain(',7.50,\r\n');
  const other = await ada.newEvent();
  expect((await ada.importFile(other, text)).status).toBe(201);
  expect(await exported(other)).toBe(text);
  await expectSums(ada.token, other);
  const { body } = await ada.rejectedImport(
    event,
    'name,amount,estimate,link\nBand,1,1.234,\nHall,1,,http://x\n',
  );
  expect(body.errors).toMatchObject([
    { line: 2, field: 'estimate', code: 'ambiguous' },
    { line: 3, field: 'link', code: 'invalid' },
  ]);
});

const estimates = async () => (await ada.budgetsOf(event)).map(({ estimate }) => estimate);
const versions = async () => (await ada.budgetsOf(event)).map(({ version }) => version);

it('keeping the plan makes each amount the estimate where there is none, or replaces them, and a repeat writes nothing', async () => {
  expect((await rejected(() => ada.estimateBudgets(event))).body.return_count).toBe(0);
  await add({ estimate: 5 });
  await add({ amount: 10 });
  await add({ kind: 'income', amount: 20 });
  const { text, tag } = await ada.estimateBudgets(event);
  expect(text).toBe('{"status":"success","message":"Estimates saved successfully","return_count":2}');
  expect(tag).toBe((await ada.view(event)).tag);
  expect([await estimates(), await versions()]).toEqual([
    [5, 10, 20],
    [0, 1, 1],
  ]);
  await expectSums(ada.token, event);
  const again = await rejected(() => ada.estimateBudgets(event, {}));
  expect([again.status, again.body.return_count, again.tag]).toEqual([200, 0, tag]);
  expect((await ada.estimateBudgets(event, { replace: true })).body.return_count).toBe(1);
  expect([await estimates(), await versions()]).toEqual([
    [900, 10, 20],
    [1, 1, 1],
  ]);
  await expectSums(ada.token, event);
});

it('keeping the plan of 500 budgets is one read and one write, and has the summary if asked for', async () => {
  const budgets = Array.from({ length: 500 }, () => ({ name: 'Band', amount: 1 }));
  await ada.importFile(event, budgets);
  takeRequests();
  const { body } = await ada.estimateBudgets(event, undefined, { prefer: 'return=representation' });
  expect(takeRequests().counts).toEqual({ reads: 2, writes: 1 });
  const summary = await ada.summaryOf(event);
  expect(body).toMatchObject({ return_count: 500, summary });
  expect(summary).toMatchObject({ total_estimate: 500, variance: 0 });
  await expectSums(ada.token, event);
});

it('keeping the plan is done once with a key, also if it changes nothing, so that its repeat undoes no later change', async () => {
  const budget = await add({ estimate: 1 });
  const keyed = () => ada.estimateBudgets(event, { replace: false }, { 'idempotency-key': 'a-key' });
  const first = await keyed();
  expect(first.body.return_count).toBe(0);
  await ada.updateBudget(budget, { estimate: null });
  const again = await keyed();
  expect([again.text, again.isReplay]).toEqual([first.text, true]);
  expect(await estimates()).toEqual([undefined]);
});

it.each([{ replace: 'yes' }, { replace: 1 }, { replace: null }])('rejects %j', async (body) => {
  expect((await rejected(() => ada.estimateBudgets(event, body))).codes).toEqual([422, 'replace invalid']);
});
