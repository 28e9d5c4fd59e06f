import { beforeEach, describe, expect, it } from 'vitest';
import { call } from '../../support/call.ts';
import { gateToDatabase } from '../../support/gate.ts';
import { ageEntry, historyOf, recordedDeletion, undo } from '../../support/history.ts';
import {
  allBudgets,
  catering,
  deposit,
  endpoints,
  newAccessToken,
  newBudget,
  newEvent,
  newPayment,
  newToken,
} from '../../support/service.ts';
import { share } from '../../support/sharing.ts';
import { type Step, seen, take, undoRecorded } from '../../support/undo.ts';

const gate = await gateToDatabase();

let owner: string;
let event: { id: string };
let budget: { event_id: string; id: string };
beforeEach(async () => {
  owner = await newToken();
  event = await newEvent(owner, { guests: 10 });
  budget = await newBudget(owner, event, { spent: 0 });
});

const inEvent = () => ({ event_id: event.id });
const inBudget = () => ({ ...inEvent(), budget_id: budget.id });
const change = (body: object): Step => ['updateBudget', budget, { ...body }];
const perGuest = () => change({ unit_amount: 7.5, per_guest: true });

/** Writes of all kinds, each with what is done before it. */
const WRITES: [name: string, before: (() => Step)[], write: () => Step][] = [
  ['the creation of a budget', [], () => ['createBudget', inEvent(), catering()]],
  [
    'an update of all fields of a budget',
    [],
    () => change({ name: 'Band', category: 'Music', amount: 1, spent: 2, estimate: 3, vendor: 'Them' }),
  ],
  [
    'cleared and changed fields',
    [() => change({ note: 'A', due_date: '2027-01-01', estimate: 7 })],
    () => change({ note: null, due_date: null, estimate: 8 }),
  ],
  [
    'a unit amount instead of an amount',
    [],
    () => change({ unit_amount: 7.5, quantity: 3, per_guest: true }),
  ],
  ['an amount instead of a unit amount', [perGuest], () => change({ unit_amount: null, amount: 99 })],
  ['another unit amount', [perGuest], () => change({ unit_amount: 8, quantity: 2 })],
  ['another name beside a unit amount', [perGuest], () => change({ name: 'Dinner' })],
  ['other guests', [perGuest], () => ['update', event, { guests: 20 }]],
  [
    'an update of all fields of the event',
    [],
    () => [
      ...(['update', event] as const),
      { name: 'Wedding', description: '', event_date: '2027-01-01', guests: null, limit_amount: 5 },
    ],
  ],
  ['another currency with as many digits', [], () => ['update', event, { currency: 'USD' }]],
  [
    'another currency with other digits',
    [() => ['deleteBudget', budget], () => ['update', event, { limit_amount: 5 }]],
    () => ['update', event, { currency: 'JPY', limit_amount: 900 }],
  ],
  ['the deletion of a budget', [() => change({ note: 'A' })], () => ['deleteBudget', budget]],
  [
    'the deletion of a budget with payments',
    [() => ['createPayment', inBudget(), deposit()]],
    () => ['deleteBudget', budget],
  ],
  ['the first payment', [], () => ['createPayment', inBudget(), deposit()]],
  [
    'the first payment after something was spent',
    [() => change({ spent: 800 })],
    () => ['createPayment', inBudget(), { amount: 900, paid: true }],
  ],
  [
    'the first payment, which makes one of what was spent',
    [() => change({ spent: 800 })],
    () => ['createPayment', inBudget(), { amount: 100 }],
  ],
  [
    'an import that adds and changes',
    [],
    () => [
      ...(['importBudgets', inEvent()] as const),
      { budgets: [catering(), { id: Number(budget.id), amount: 7 }, catering({ name: 'Band' })] },
    ],
  ],
  ['new estimates', [], () => ['estimateBudgets', inEvent(), {}]],
];

describe('POST /events/{event_id}/history/undo/{version}', () => {
  it.each(WRITES)('undoes %s, and that again', async (_, steps, write) => {
    for (const step of steps) await take(owner, event, step());
    const before = await seen(owner, event);
    const version = await take(owner, event, write());
    const after = await seen(owner, event);
    expect(after).not.toEqual(before);
    const { status, body } = await undoRecorded(owner, event, version);
    expect([status, body.message, body['kept_count']]).toEqual([200, 'Changes undone successfully', 0]);
    expect(body['undone_count']).toBeGreaterThan(0);
    expect(await seen(owner, event)).toEqual(before);
    const [entry] = await historyOf(owner, event);
    expect(entry).toMatchObject({ undoes: version });
    expect((await undoRecorded(owner, event, entry?.version ?? 0)).status).toBe(200);
    expect(await seen(owner, event)).toEqual(after);
  });

  it.each([
    ['paid_on', { paid_on: '2027-02-02' }],
    ['paid', { paid: true }],
    ['amount and day', { amount: 7, due_date: null, note: null }],
  ])('undoes an update of a payment: %s', async (_, body) => {
    const payment = await newPayment(owner, budget);
    const before = await seen(owner, event);
    const version = await take(owner, event, ['updatePayment', payment, body]);
    expect((await undoRecorded(owner, event, version)).status).toBe(200);
    expect(await seen(owner, event)).toEqual(before);
  });

  it('undoes the deletion of a payment, also of the last one', async () => {
    const [first, last] = [await newPayment(owner, budget), await newPayment(owner, budget, { paid: true })];
    const states = [await seen(owner, event)];
    const versions: number[] = [];
    for (const payment of [first, last]) {
      versions.push(await take(owner, event, ['deletePayment', payment]));
      states.push(await seen(owner, event));
    }
    for (const version of versions.toReversed()) {
      states.pop();
      expect((await undoRecorded(owner, event, version)).status).toBe(200);
      expect(await seen(owner, event)).toEqual(states.at(-1));
    }
  });

  it('shows what came back as restored, and a later creation as created', async () => {
    const version = await take(owner, event, ['deleteBudget', budget]);
    await undoRecorded(owner, event, version);
    await take(owner, event, ['createBudget', inEvent(), catering()]);
    const entries = (await historyOf(owner, event)).map(({ changes, undoes }) => [
      changes.map(({ change }) => change),
      undoes,
    ]);
    expect(entries.slice(0, 3)).toEqual([
      [['created'], undefined],
      [['restored'], version],
      [['deleted'], undefined],
    ]);
  });

  it('brings a budget back with its id, in its place, with a tag that it never had', async () => {
    await newBudget(owner, event, { name: 'Later' });
    const before = await allBudgets(owner, event);
    const version = await recordedDeletion(owner, budget);
    const tags: unknown[] = [];
    for (const note of ['one', 'two']) {
      expect((await undo(owner, event, version)).status).toBe(200);
      expect(await allBudgets(owner, event)).toEqual(before);
      const { headers } = await call(endpoints.updateBudget.handler, {
        ...{ token: owner, path: budget, body: { note } },
      });
      tags.push(headers['etag']);
      await recordedDeletion(owner, budget);
    }
    expect(tags[0]).toMatch(/^"\d+"$/);
    expect(new Set(tags).size).toBe(2);
  });

  it('a delete of the budget that was decided on before does nothing after it', async () => {
    const version = await recordedDeletion(owner, budget);
    await undo(owner, event, version);
    const headers = { 'if-match': '"1"' };
    const { status } = await call(endpoints.deleteBudget.handler, { token: owner, path: budget, headers });
    expect(status).toBe(412);
    expect(await allBudgets(owner, event)).toHaveLength(1);
  });

  it('computes amounts with today’s guests', async () => {
    await take(owner, event, perGuest());
    const version = await recordedDeletion(owner, budget);
    await take(owner, event, ['update', event, { guests: 20 }]);
    expect((await undo(owner, event, version)).status).toBe(200);
    expect(await allBudgets(owner, event)).toMatchObject([{ amount: 150 }]);
  });

  it('sets the amount back that was there before a unit amount, whatever the guests are', async () => {
    await take(owner, event, change({ amount: 75 }));
    const version = await take(owner, event, perGuest());
    await take(owner, event, ['update', event, { guests: 20 }]);
    expect((await undo(owner, event, version)).status).toBe(200);
    expect(await allBudgets(owner, event)).toMatchObject([{ amount: 75 }]);
  });

  it('undoes an import of 500 lines', async () => {
    await take(owner, event, ['deleteBudget', budget]);
    const budgets = Array.from({ length: 500 }, (_, n) => catering({ name: `Line ${n}` }));
    const version = await take(owner, event, ['importBudgets', inEvent(), { budgets }]);
    const { status, body } = await undo(owner, event, version);
    expect([status, body['undone_count'], body['kept_count']]).toEqual([200, 500, 0]);
    expect(await allBudgets(owner, event)).toEqual([]);
  });

  it('undoes the import of a list of what was paid, payments and all', async () => {
    await take(owner, event, ['deleteBudget', budget]);
    const budgets = [{ name: 'Stamps', spent: 42.5, paid_on: '2026-03-01' }];
    const version = await take(owner, event, ['importBudgets', inEvent(), { budgets }]);
    expect(await allBudgets(owner, event)).toMatchObject([{ amount: 42.5, spent: 42.5 }]);
    const { status, body } = await undo(owner, event, version);
    expect([status, body['undone_count'], body['kept_count']]).toEqual([200, 1, 0]);
    expect(await allBudgets(owner, event)).toEqual([]);
  });

  it('returns what it wrote if that is preferred: the event only if its fields changed', async () => {
    const headers = { prefer: 'return=representation' };
    const renamed = await take(owner, event, ['update', event, { name: 'Wedding' }]);
    const ofEvent = await undo(owner, event, renamed, { headers });
    expect(ofEvent.body).toMatchObject({ data: { name: 'Summer party' }, budgets: [] });
    const ticked = await take(owner, event, change({ spent: 9 }));
    const { body, headers: sent } = await undo(owner, event, ticked, { headers });
    expect(body).toMatchObject({
      budgets: [{ id: Number(budget.id), spent: 0 }],
      summary: { total_spent: 0 },
    });
    expect(body).not.toHaveProperty('data');
    expect(sent['preference-applied']).toBe('return=representation');
  });

  it('requires a version of the event, if one is named', async () => {
    const version = await take(owner, event, change({ spent: 9 }));
    const undoIf = (tag: string) => undo(owner, event, version, { headers: { 'if-match': tag } });
    expect((await undoIf(`"${version - 1}"`)).status).toBe(412);
    expect((await undoIf(`"${version}"`)).status).toBe(200);
  });

  it('takes an access token that may write, and an editor', async () => {
    const editor = await newToken();
    await share(owner, event, editor, 'editor');
    const version = await recordedDeletion(owner, budget);
    const { token } = await newAccessToken(editor);
    expect((await undo(token, event, version)).status).toBe(200);
  });

  it('is 403 for viewers and for tokens that may only read, and 404 for strangers', async () => {
    const viewer = await newToken();
    await share(owner, event, viewer, 'viewer');
    const version = await recordedDeletion(owner, budget);
    const { token } = await newAccessToken(owner, { access: 'read' });
    expect((await undo(viewer, event, version)).status).toBe(403);
    expect((await undo(viewer, event, version + 1)).status).toBe(403);
    expect((await undo(token, event, version)).status).toBe(403);
    expect((await undo(await newToken(), event, version)).status).toBe(404);
    expect(await allBudgets(owner, event)).toEqual([]);
  });

  it('undoes what a member did who was removed since', async () => {
    const editor = await newToken();
    const id = await share(owner, event, editor, 'editor');
    const before = await seen(owner, event);
    const version = await take(owner, event, change({ spent: 9 }));
    await call(endpoints.removeMember.handler, { token: owner, path: { ...inEvent(), id } });
    expect((await undo(owner, event, version)).status).toBe(200);
    expect(await seen(owner, event)).toEqual(before);
  });

  it('undoes nothing that is cleared meanwhile', async () => {
    const version = await recordedDeletion(owner, budget);
    const undoing = await gate.hold(() => undo(owner, event, version), /Query.*HISTORY#/);
    const { status } = await call(endpoints.clearHistory.handler, { token: owner, path: inEvent() });
    expect(status).toBe(200);
    expect(await undoing()).toBe(404);
    expect(await allBudgets(owner, event)).toEqual([]);
  });

  it('decides again on what another write of the same budget has made of it', async () => {
    const version = await take(owner, event, change({ name: 'Band', spent: 9 }));
    const undoing = await gate.hold(() => undo(owner, event, version), /PutItem/);
    await take(owner, event, change({ spent: 10 }));
    expect(await undoing()).toBe(409);
    expect(await allBudgets(owner, event)).toMatchObject([{ name: 'Band', spent: 10 }]);
  });

  it('is 404 for an entry that has expired, which the history does not show', async () => {
    const version = await recordedDeletion(owner, budget);
    await ageEntry(owner, event, version, 90);
    expect((await undo(owner, event, version)).status).toBe(404);
    await ageEntry(owner, event, version, 89);
    expect((await undo(owner, event, version)).status).toBe(200);
  });

  it('of ten at once, one is done', async () => {
    const version = await recordedDeletion(owner, budget);
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => undo(owner, event, version)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await allBudgets(owner, event)).toHaveLength(1);
  });

  it('a repeat with its key gets the first response again', async () => {
    const version = await recordedDeletion(owner, budget);
    const send = () => undo(owner, event, version, { headers: { 'idempotency-key': 'once' } });
    const first = await send();
    await call(endpoints.deleteBudget.handler, { token: owner, path: budget });
    const repeat = await send();
    expect([repeat.text, repeat.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
    expect(await allBudgets(owner, event)).toEqual([]);
  });
});
