import { beforeEach, describe, expect, it } from 'vitest';
import { type Client, newClient } from '../../support/client.ts';
import {
  ageEntry,
  historyOf,
  recordedDeletion,
  type Step,
  seen,
  take,
  undoRecorded,
} from '../../support/history.ts';
import { gateToDatabase } from '../../support/proxied-database.ts';
import { allBudgets, catering, deposit } from '../../support/service.ts';
import { share } from '../../support/sharing.ts';
import { rejected } from '../../support/table.ts';

const gate = await gateToDatabase();

let owner: Client;
let event: { id: string };
let budget: { event_id: string; id: string };
beforeEach(async () => {
  owner = await newClient();
  event = await owner.newEvent({ guests: 10 });
  budget = await owner.newBudget(event, { spent: 0 });
});

const inEvent = () => ({ event_id: event.id });
const inBudget = () => ({ ...inEvent(), budget_id: budget.id });
const change = (body: object): Step => ['updateBudget', budget, { ...body }];
const perGuest = () => change({ unit_amount: 7.5, per_guest: true });
const taken = (...step: Step) => take(owner.token, event, step);
const shown = () => seen(owner.token, event);
const budgets = () => allBudgets(owner.token, event);
const deletion = () => recordedDeletion(owner.token, budget);
const undo = (version: number, headers = {}) =>
  owner.undo({ ...event, version: String(version) }, undefined, headers);
const undone = async (version: number) => (await undoRecorded(owner.token, event, version)).status;

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

describe('an undo', () => {
  it.each(WRITES)('takes back %s, and that again', async (_, steps, write) => {
    for (const step of steps) await taken(...step());
    const before = await shown();
    const version = await taken(...write());
    const after = await shown();
    expect(after).not.toEqual(before);
    const { status, body } = await undoRecorded(owner.token, event, version);
    expect([status, body.message, body['kept_count']]).toEqual([200, 'Changes undone successfully', 0]);
    expect(body['undone_count']).toBeGreaterThan(0);
    expect(await shown()).toEqual(before);
    const [entry] = await historyOf(owner.token, event);
    expect(entry).toMatchObject({ undoes: version });
    expect(await undone(entry?.version ?? 0)).toBe(200);
    expect(await shown()).toEqual(after);
  });

  it.each([{ paid_on: '2027-02-02' }, { paid: true }, { amount: 7, due_date: null, note: null }])(
    'takes back an update of a payment: %j',
    async (body) => {
      const payment = await owner.newPayment(budget);
      const before = await shown();
      expect(await undone(await taken('updatePayment', payment, body))).toBe(200);
      expect(await shown()).toEqual(before);
    },
  );

  it('takes back the deletion of a payment, also of the last one', async () => {
    const payments = [await owner.newPayment(budget), await owner.newPayment(budget, { paid: true })];
    const states = [await shown()];
    const versions: number[] = [];
    for (const payment of payments) {
      versions.push(await taken('deletePayment', payment));
      states.push(await shown());
    }
    for (const version of versions.toReversed()) {
      states.pop();
      expect(await undone(version)).toBe(200);
      expect(await shown()).toEqual(states.at(-1));
    }
  });

  it('is shown as restored in the history, and a later creation as created', async () => {
    const version = await taken('deleteBudget', budget);
    await undone(version);
    await taken('createBudget', inEvent(), catering());
    const entries = await historyOf(owner.token, event);
    expect(entries.map(({ changes, undoes }) => [changes[0]?.change, undoes]).slice(0, 3)).toEqual([
      ['created', undefined],
      ['restored', version],
      ['deleted', undefined],
    ]);
  });

  it('brings a budget back with its id, in its place, with a tag that it never had', async () => {
    await owner.newBudget(event, { name: 'Later' });
    const before = await budgets();
    const version = await deletion();
    const tags = new Set(['"0"', '"1"']);
    for (const note of ['one', 'two']) {
      expect((await undo(version)).status).toBe(200);
      expect(await budgets()).toEqual(before);
      // A delete that was decided on before does nothing.
      expect((await owner.deleteBudget(budget, undefined, { 'if-match': '"1"' })).status).toBe(412);
      const { tag } = await owner.updateBudget(budget, { note });
      expect(tag).toMatch(/^"\d+"$/);
      tags.add(tag);
      await deletion();
    }
    expect(tags.size).toBe(4);
  });

  it('computes amounts with today’s guests', async () => {
    await taken(...perGuest());
    const version = await deletion();
    await taken('update', event, { guests: 20 });
    expect((await undo(version)).status).toBe(200);
    expect(await budgets()).toMatchObject([{ amount: 150 }]);
  });

  it('sets the amount back that was there before a unit amount, whatever the guests are', async () => {
    await taken(...change({ amount: 75 }));
    const version = await taken(...perGuest());
    await taken('update', event, { guests: 20 });
    expect((await undo(version)).status).toBe(200);
    expect(await budgets()).toMatchObject([{ amount: 75 }]);
  });

  it.each([
    ['500 lines', Array.from({ length: 500 }, (_, n) => catering({ name: `Line ${n}` }))],
    ['what was paid', [{ name: 'Stamps', spent: 42.5, paid_on: '2026-03-01' }]],
  ])('takes back an import of %s', async (_, lines) => {
    await taken('deleteBudget', budget);
    const version = await taken('importBudgets', inEvent(), { budgets: lines });
    expect(await budgets()).toHaveLength(lines.length);
    const { status, body } = await undo(version);
    expect([status, body['undone_count'], body['kept_count']]).toEqual([200, lines.length, 0]);
    expect(await budgets()).toEqual([]);
  });

  it('returns what it wrote if that is preferred: the event only if its fields changed', async () => {
    const headers = { prefer: 'return=representation' };
    const ofEvent = await undo(await taken('update', event, { name: 'Wedding' }), headers);
    expect(ofEvent.body).toMatchObject({ data: { name: 'Summer party' }, budgets: [] });
    const ofBudget = await undo(await taken(...change({ spent: 9 })), headers);
    const id = Number(budget.id);
    expect(ofBudget.body).toMatchObject({ budgets: [{ id, spent: 0 }], summary: { total_spent: 0 } });
    expect(ofBudget.body).not.toHaveProperty('data');
  });

  it('takes back what a member did who was removed since', async () => {
    const editor = await newClient();
    const id = await share(owner.token, event, editor.token, 'editor');
    const before = await shown();
    const version = await taken(...change({ spent: 9 }));
    await owner.removeMember({ ...inEvent(), id });
    expect((await undo(version)).status).toBe(200);
    expect(await shown()).toEqual(before);
  });

  it('does nothing if the history is cleared meanwhile', async () => {
    const version = await deletion();
    const undoing = await gate.hold(() => undo(version), /Query.*HISTORY#/);
    expect((await owner.clearHistory(event)).status).toBe(200);
    expect(await undoing()).toBe(404);
    expect(await budgets()).toEqual([]);
  });

  it('decides again on what another write of the same budget has made of it', async () => {
    const version = await taken(...change({ name: 'Band', spent: 9 }));
    const undoing = await gate.hold(() => undo(version), /PutItem/);
    await taken(...change({ spent: 10 }));
    expect(await undoing()).toBe(409);
    expect(await budgets()).toMatchObject([{ name: 'Band', spent: 10 }]);
  });

  it('is rejected for an entry that has expired, which the history does not show', async () => {
    const version = await deletion();
    await ageEntry(owner.token, event, version, 90);
    expect((await rejected(() => undo(version))).status).toBe(404);
    await ageEntry(owner.token, event, version, 89);
    expect((await undo(version)).status).toBe(200);
  });

  it('of ten at once, one is done', async () => {
    const version = await deletion();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => undo(version)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await budgets()).toHaveLength(1);
  });

  it('repeated with its key gets the first response again', async () => {
    const version = await deletion();
    const { text } = await undo(version, { 'idempotency-key': 'once' });
    await owner.deleteBudget(budget);
    expect(await undo(version, { 'idempotency-key': 'once' })).toMatchObject({ text, isReplay: true });
    expect(await budgets()).toEqual([]);
  });
});
