import { beforeEach, describe, expect, it } from 'vitest';
import { getItem } from '../../../lib/dynamodb/items.ts';
import { eventKey } from '../../../lib/dynamodb/keys.ts';
import { exportOf, importInto } from '../../support/budget-files.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { rejected } from '../../support/rejected.ts';
import { allBudgets, endpoints, newBudget, newEvent, newToken, viewEvent } from '../../support/service.ts';
import { referenceOf, sharedEvent } from '../../support/sharing.ts';
import { expectSums } from '../../support/sums.ts';
import { tableContent } from '../../support/table-content.ts';

let token: string;
let event: { id: string };
beforeEach(async () => {
  token = await newToken();
  event = await newEvent(token, { guests: 80 });
});

const create = (fields: object) =>
  call(endpoints.createBudget.handler, {
    ...{ token, path: { event_id: event.id } },
    body: { name: 'Band', amount: 900, ...fields },
  });
const change = (id: number | string, body: object) =>
  call(endpoints.updateBudget.handler, { token, path: { event_id: event.id, id: String(id) }, body });
const saveEstimates = (body?: object, request = {}) =>
  call(endpoints.estimateBudgets.handler, {
    ...{ token, path: { event_id: event.id }, ...request },
    ...(body && { body }),
  });
const listed = (endpoint: { handler: typeof endpoints.list.handler }, request = {}) =>
  call(endpoint.handler, { method: 'GET', token, ...request });
const budgets = async () => (await listed(endpoints.listBudgets, { path: { event_id: event.id } })).body;
const estimates = async () => (await allBudgets(token, event)).map(({ estimate }) => estimate);
const versionOf = async () => (await listed(endpoints.view, { path: event })).tag;

describe('an estimate', () => {
  it('is shown exactly, and no other amount follows from it', async () => {
    const created = await create({ estimate: 750.1 });
    expect(created.text).toContain('"amount":900.00,"spent":0.00,"estimate":750.10}');
    expect((await change(created.id, { amount: 950 })).status).toBe(200);
    expect(await budgets()).toMatchObject({
      data: [{ amount: 950, estimate: 750.1 }],
      summary: { total_amount: 950, total_estimate: 750.1, variance: 199.9, remaining: 950 },
    });
    await expectSums(token, event);
  });

  it('of 0 is one, and null clears it', async () => {
    const created = await create({ estimate: 0 });
    expect(created.text).toContain('"estimate":0.00');
    expect(await budgets()).toMatchObject({ summary: { total_estimate: 0, variance: 900 } });
    await change(created.id, { estimate: null });
    expect(JSON.stringify(await budgets())).not.toMatch(/estimate|variance/);
    await expectSums(token, event);
    expect((await create({ estimate: null })).text).not.toContain('estimate');
  });

  it('counts in the summary, its category and the list of events, and an expense without one is unplanned', async () => {
    await create({ category: 'Music', estimate: 800 });
    await create({ category: 'Food', amount: 50 });
    await create({ category: 'Music', amount: 10, estimate: 20.5 });
    await create({ category: 'Sales', kind: 'income', amount: 7, estimate: 5 });
    const { data, summary } = await budgets();
    expect(data).toMatchObject([{ estimate: 800 }, {}, {}, { estimate: 5 }]);
    const totals = { total_estimate: 820.5, variance: 139.5 };
    expect(summary).toMatchObject({
      ...totals,
      categories: [{ category: 'Music', total_estimate: 820.5, variance: 89.5 }, {}, {}],
    });
    expect(JSON.stringify(summary).match(/variance/g)).toHaveLength(2);
    const { text, body } = await listed(endpoints.list, { query: { include: 'summary' } });
    expect(body.data).toMatchObject([totals]);
    expect(text).toContain('"total_estimate":820.50,"variance":139.50');
    expect((await listed(endpoints.list)).text).not.toContain('estimate');
    await expectSums(token, event);
  });

  it('stays when guests change the amount, so that the variance tells what they cost', async () => {
    await newBudget(token, event, { amount: undefined, unit_amount: 45, per_guest: true, spent: 0 });
    expect((await saveEstimates()).body.return_count).toBe(1);
    await call(endpoints.update.handler, { token, path: event, body: { guests: 100 } });
    expect(await budgets()).toMatchObject({
      data: [{ amount: 4500, estimate: 3600 }],
      summary: { total_estimate: 3600, variance: 900 },
    });
  });

  it('isn’t in a copy, but the link is', async () => {
    await create({ estimate: 5, link: 'https://example.com/a' });
    const body = { event_date: '2028-07-04' };
    const copied = await call(endpoints.copy.handler, { token, path: event, body });
    event = { id: copied.id };
    expect(await budgets()).toMatchObject({ data: [{ link: 'https://example.com/a' }] });
    expect(JSON.stringify(await budgets())).not.toMatch(/estimate|variance/);
    await expectSums(token, event);
  });

  it('leaves what is stored of other events as it was', async () => {
    await newBudget(token, event);
    const key = eventKey(referenceOf(token, event));
    expect(JSON.stringify(await getItem(key))).not.toMatch(/estimate/);
  });

  it.each<[object, string, string?]>([
    [{ estimate: -1 }, 'estimate negative'],
    [{ estimate: '5' }, 'estimate invalid'],
    [{ estimate: 0.001 }, 'estimate too_precise'],
    [{ estimate: 1e9 }, 'estimate too_large'],
    [{ estimate: 0.5 }, 'estimate too_precise', 'JPY'],
  ])('is refused for %j', async (fields, error, currency) => {
    event = await newEvent(token, { currency });
    expect((await rejected(() => create(fields))).codes).toEqual([422, error]);
    const { id } = await newBudget(token, event, { amount: 1, spent: 0 });
    expect((await rejected(() => change(id, fields))).codes).toEqual([422, error]);
  });
});

describe('a link', () => {
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
  ])('is stored as it was sent: %s', async (link) => {
    const created = await create({ link });
    expect([created.status, created.body.data]).toMatchObject([201, { link }]);
    expect((await change(created.id, { link: null })).status).toBe(200);
    expect(JSON.stringify(await budgets())).not.toContain('link');
  });

  it.each([
    ...['javascript:alert(1)', 'data:text/html,x', 'http://example.com', 'ftp://example.com', 'https:/x', ''],
    ...[
      'https://user@example.com',
      'https://user:password@example.com',
      'https://:p@example.com',
      'https://',
    ],
    ...[
      'https://example.com/a b',
      ' https://example.com',
      'https://example.com\n',
      'https://example.com/\u0007',
    ],
    ...[
      'https:\\\\example.com',
      'https://exa\tmple.com',
      'java\nscript:x',
      '//example.com',
      'https://[x]',
      7,
    ],
    // Parsers find different hosts in these.
    ...['https://bank.example\\@evil.example/', 'https://@example.com/', 'https:///example.com/'],
    ...['https://example.com:/', 'https://example.com:0443/', 'https://%65xample.com', 'https://0x7f.1/'],
    ...['https://bank.example\u3002evil.example/', 'https://bank.example\uff0f.evil.example/'],
    ...['https://\uff45xample.com', 'https://\uff55ndefined', 'https://user@b\u00fccher.example'],
    // People don't see these.
    ...['https://example.com/\u202egpj.exe', 'https://example.com/a\u200b', 'https://ex\u00adample.com/'],
    'https://example.com/\u2066',
    `https://${'a.'.repeat(127)}example`,
  ])('%j is refused', async (link) => {
    expect((await rejected(() => create({ link }))).codes).toEqual([422, 'link invalid']);
  });

  it('says what is right, and how long it may be', async () => {
    const { body } = await rejected(() => create({ link: 'http://x' }));
    expect(body.errors?.[0]?.message).toBe(
      'Link must be an https:// address with a host, without user, password, spaces or invisible characters.',
    );
    const long = `https://example.com/${'x'.repeat(481)}`;
    expect((await rejected(() => create({ link: long }))).codes).toEqual([422, 'link too_long']);
  });
});

describe('a file', () => {
  it('has each of the two columns only if a budget uses it, and is imported again', async () => {
    await create({});
    expect((await exportOf(token, event)).text).toMatch(/note,due_date\r\n/);
    await create({ link: 'https://example.com' });
    expect((await exportOf(token, event)).text).toMatch(/due_date,link\r\n/);
    await create({ estimate: 7.5 });
    const { text } = await exportOf(token, event);
    expect(text).toMatch(/due_date,estimate,link\r\n/);
    expect(text).toContain(',7.50,\r\n');
    const other = await newEvent(token);
    expect((await importInto(token, other, text)).status).toBe(201);
    expect((await exportOf(token, other)).text).toBe(text);
    await expectSums(token, other);
  });

  it('with a wrong estimate or link is refused, with its line', async () => {
    const file = 'name,amount,estimate,link\nBand,1,1.234,\nHall,1,,http://x\n';
    const { status, body } = await rejected(() => importInto(token, event, file));
    expect([status, body.errors]).toMatchObject([
      422,
      [
        { line: 2, field: 'estimate', code: 'ambiguous' },
        { line: 3, field: 'link', code: 'invalid' },
      ],
    ]);
  });
});

describe('keeping the plan', () => {
  it('makes each amount the estimate where there is none, and a repeat writes nothing', async () => {
    await create({ estimate: 5 });
    await create({ amount: 10 });
    await create({ kind: 'income', amount: 20 });
    const { status, body, headers } = await saveEstimates();
    const message = 'Estimates saved successfully';
    expect([status, body]).toEqual([200, { status: 'success', message, return_count: 2 }]);
    expect(headers['etag']).toBe(await versionOf());
    expect(await estimates()).toEqual([5, 10, 20]);
    await expectSums(token, event);
    const before = await tableContent();
    const again = await saveEstimates({});
    expect([again.status, again.body.return_count, again.headers['etag']]).toEqual([200, 0, headers['etag']]);
    expect(await tableContent()).toEqual(before);
  });

  it('replaces estimates if asked to, and counts those that differ', async () => {
    await create({ amount: 1, estimate: 5 });
    await create({ amount: 5, estimate: 5 });
    expect((await saveEstimates({ replace: true })).body.return_count).toBe(1);
    expect(await estimates()).toEqual([1, 5]);
    await expectSums(token, event);
  });

  it('of 500 budgets is one read and one write', async () => {
    await importInto(
      token,
      event,
      Array.from({ length: 500 }, () => ({ name: 'Band', amount: 1 })),
    );
    takeRequests();
    expect((await saveEstimates()).body.return_count).toBe(500);
    expect(takeRequests().counts).toEqual({ reads: 2, writes: 1 });
    expect(await budgets()).toMatchObject({ summary: { total_estimate: 500, variance: 0 } });
    await expectSums(token, event);
  });

  it('of no budgets changes none', async () => {
    expect((await rejected(() => saveEstimates())).body).toMatchObject({ return_count: 0 });
  });

  it('has the summary if asked for', async () => {
    await create({});
    const { body, headers } = await saveEstimates(undefined, {
      headers: { prefer: 'return=representation' },
    });
    expect(headers['preference-applied']).toBe('return=representation');
    expect(body).toMatchObject({ return_count: 1, summary: { total_estimate: 900, variance: 0 } });
    expect(body.summary).toEqual((await budgets()).summary);
  });

  it('needs the version of the event if one is sent', async () => {
    await create({});
    const headers = { 'if-match': '"1"' };
    expect((await rejected(() => saveEstimates({}, { headers }))).status).toBe(412);
    const current = { 'if-match': await versionOf() };
    expect((await saveEstimates({}, { headers: current })).status).toBe(200);
  });

  it('raises the versions of the budgets that it changes', async () => {
    const [kept, changed] = [(await create({ estimate: 1 })).id, (await create({})).id];
    await saveEstimates();
    const tag = async (id: string) =>
      (await listed(endpoints.viewBudget, { path: { event_id: event.id, id } })).tag;
    expect([await tag(kept), await tag(changed)]).toEqual(['"0"', '"1"']);
  });

  it('is done once with a key', async () => {
    await create({});
    const headers = { 'idempotency-key': 'a-key' };
    const first = await saveEstimates({}, { headers });
    const again = await saveEstimates({}, { headers });
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
  });

  it('is done once with a key also if it changes nothing, so that its repeat undoes no later change', async () => {
    const id = (await create({ estimate: 1 })).id;
    const headers = { 'idempotency-key': 'a-key' };
    const first = await saveEstimates({ replace: false }, { headers });
    await change(id, { estimate: null });
    const again = await saveEstimates({ replace: false }, { headers });
    expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect(await estimates()).toEqual([undefined]);
  });

  it('beside changes of budgets loses none of them', async () => {
    const ids = [(await create({ amount: 1 })).id, (await create({ amount: 2 })).id];
    const outcomes = await Promise.all([
      saveEstimates(),
      ...ids.map((id) => change(id, { amount: 7 })),
      create({ amount: 3, estimate: 9 }),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([200, 200, 200, 201]);
    const { total_amount } = await viewEvent(token, event);
    expect(total_amount).toBe(17);
    await expectSums(token, event);
  });

  it('is for owners and editors', async () => {
    const shared = await sharedEvent();
    event = shared.event;
    token = shared.viewer;
    expect((await rejected(() => saveEstimates())).status).toBe(403);
    token = await newToken();
    expect((await rejected(() => saveEstimates())).status).toBe(404);
    token = shared.editor;
    expect((await saveEstimates()).status).toBe(200);
  });

  it.each([{ replace: 'yes' }, { replace: 1 }, { replace: null }])('refuses %j', async (body) => {
    const { status, body: answered } = await rejected(() => saveEstimates(body));
    expect([status, answered.message]).toEqual([422, 'Estimates failed to save']);
    expect(answered.errors).toMatchObject([{ field: 'replace', code: 'invalid' }]);
  });

  it('that would make the event too large is refused', async () => {
    const note = 'x'.repeat(500);
    const long = Array.from({ length: 330 }, () => ({ name: 'Band', amount: 1, note }));
    expect((await importInto(token, event, long)).status).toBe(201);
    let more = 64;
    while (more >= 1) {
      const filled = Array.from({ length: more }, () => ({ name: 'n'.repeat(200), amount: 1, note }));
      if ((await importInto(token, event, filled)).status === 409) more /= 2;
    }
    const { status, body } = await rejected(() => saveEstimates());
    expect([status, body.errors?.[0]?.code]).toEqual([409, 'too_large']);
  });
});
