import { beforeEach, describe, expect, it } from 'vitest';
import { headPath, historyKey } from '../../../lib/dynamodb/keys.ts';
import { toEntryItems } from '../../../lib/history/entry.ts';
import { call } from '../../support/call.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { erase } from '../../support/erase.ts';
import { ageEntry, historyOf, listHistory, recorded, recordedDeletion, undo } from '../../support/history.ts';
import { putItem } from '../../support/put-items.ts';
import {
  allBudgets,
  endpoints,
  newAccessToken,
  newBudget,
  newPayment,
  newToken,
  party,
} from '../../support/service.ts';
import { accountIdOf, referenceOf, setInEvent, sharedEvent } from '../../support/sharing.ts';
import { deleteEvent, restore } from '../../support/trash.ts';

type Shared = Awaited<ReturnType<typeof sharedEvent>>;

let shared: Shared;
beforeEach(async () => {
  shared = await sharedEvent();
});

const updateBudget = (token: string, body: object) =>
  recorded(shared.owner, shared.event, () =>
    call(endpoints.updateBudget.handler, { token, path: shared.budget, body }),
  );

const renameTimes = async (times: number) => {
  for (let n = 0; n < times; n += 1) await updateBudget(shared.owner, { note: `Note ${n}` });
};

const versionsOf = async (query: Record<string, string>) =>
  (await historyOf(shared.owner, shared.event, query)).map(({ version }) => version);

describe('writes that are not recorded yet', () => {
  const pending = async (query: Record<string, string> = {}) =>
    (await listHistory(shared.owner, shared.event, query)).body['pending'];
  const write = () =>
    call(endpoints.updateBudget.handler, { token: shared.owner, path: shared.budget, body: { amount: 7 } });

  it('are `pending`, until the history shows the newest', async () => {
    expect(await pending()).toBe(true);
    await updateBudget(shared.owner, { amount: 5 });
    expect(await pending()).toBeUndefined();
    await write();
    expect([await pending(), await pending({ after: '3' }), await pending({ budget_id: '1' })]).toEqual([
      ...[true, true, true],
    ]);
    expect(await pending({ after: '4' })).toBeUndefined();
    await updateBudget(shared.owner, { amount: 6 });
    for (const query of [{}, { limit: '1' }, { budget_id: '1' }, { after: '3' }])
      expect(await pending(query)).toBeUndefined();
  });

  it('are not if they were cleared, or a minute after the last write', async () => {
    await write();
    await call(endpoints.clearHistory.handler, { token: shared.owner, path: { event_id: shared.event.id } });
    expect(await pending()).toBeUndefined();
    await write();
    expect(await pending()).toBe(true);
    await setInEvent(shared.owner, shared.event, headPath('updated_at'), Date.now() - 60_000);
    expect(await pending()).toBeUndefined();
  });

  it('have no say in later pages', async () => {
    await renameTimes(3);
    await write();
    const { body } = await listHistory(shared.owner, shared.event, { limit: '1' });
    expect(body).toMatchObject({ pending: true, next_cursor: expect.any(String) });
    expect(await pending({ limit: '1', cursor: String(body.next_cursor) })).toBeUndefined();
  });
});

describe('GET /events/{event_id}/history', () => {
  it('tells who changed what from which value to which', async () => {
    const { owner, editor, event, budget, ids } = shared;
    await updateBudget(editor, { amount: 950.5, vendor: 'Ada & Co.' });
    const { status, text } = await listHistory(owner, event);
    expect(status).toBe(200);
    expect(text).toContain('"before":{"amount":1250.50},"after":{"amount":950.50,"vendor":"Ada & Co."}');
    expect(await historyOf(owner, event)).toEqual([
      {
        version: 3,
        at: expect.any(String),
        by: {
          ...{ name: 'Ada Lovelace', you: false, owner: false, program: false },
          ...{ membership_id: Number(ids.editor), email: expect.stringContaining('@') },
        },
        changes: [
          {
            ...{ kind: 'budget', change: 'updated', id: Number(budget.id), name: 'Catering' },
            before: { amount: 1250.5 },
            after: { amount: 950.5, vendor: 'Ada & Co.' },
          },
        ],
        more: 0,
      },
    ]);
  });

  it('tells whether it was you, and a program', async () => {
    const { owner, editor, event } = shared;
    await updateBudget((await newAccessToken(editor)).token, { note: 'by a script' });
    const by = async (token: string) => (await historyOf(token, event)).map((entry) => entry.by);
    expect(await by(owner)).toMatchObject([{ name: 'Ada Lovelace', you: false, program: true }]);
    expect(await by(editor)).toMatchObject([{ name: 'Ada Lovelace', you: true, program: true }]);
  });

  it('has `null` for somebody whose account is gone', async () => {
    const { owner, editor, event } = shared;
    await updateBudget(editor, { note: 'the last one' });
    const body = { password: 'correct horse battery' };
    expect((await call(endpoints.deleteAccount.handler, { token: editor, body })).status).toBe(200);
    await erase(accountIdOf(editor));
    const [entry] = await historyOf(owner, event);
    expect(entry?.by).toBeNull();
  });

  it('shows a payment with a day as paid, as its budget does', async () => {
    const { owner, event, budget } = shared;
    const payment = await newPayment(owner, budget, { amount: 5, paid: true });
    const PAID_ON = '2027-02-27';
    const sidesAfter = async (body: object) => {
      await recorded(owner, event, () =>
        call(endpoints.updatePayment.handler, { token: owner, path: payment, body }),
      );
      const [entry] = await historyOf(owner, event);
      return entry?.changes.map(({ before, after }) => [before, after]);
    };
    expect(await sidesAfter({ paid_on: PAID_ON })).toEqual([[{}, { paid_on: PAID_ON }]]);
    expect(await sidesAfter({ paid_on: null })).toEqual([[{ paid: true, paid_on: PAID_ON }, {}]]);
    expect(await sidesAfter({ paid_on: PAID_ON })).toEqual([[{}, { paid: true, paid_on: PAID_ON }]]);
    expect(await sidesAfter({ paid_on: null, paid: true })).toEqual([[{ paid_on: PAID_ON }, {}]]);
    await recorded(owner, event, () => newPayment(owner, budget, { paid_on: PAID_ON }));
    const [entry] = await historyOf(owner, event);
    expect(entry?.changes).toMatchObject([{ after: { paid: true, paid_on: PAID_ON } }]);
  });

  it('shows what a deleted budget was, with its payments, and each payment of a budget that stays', async () => {
    const { owner, event } = shared;
    const budget = await newBudget(owner, event, { name: 'Band', spent: 0 });
    const payment = await recorded(owner, event, () => newPayment(owner, budget));
    await recorded(owner, event, () => call(endpoints.deleteBudget.handler, { token: owner, path: budget }));
    const [deletion, creation] = await historyOf(owner, event);
    const paid = { amount: 500, due_date: '2027-03-01', note: 'Deposit' };
    expect(deletion?.changes).toEqual([
      {
        ...{ kind: 'budget', change: 'deleted', id: Number(budget.id), name: 'Band' },
        before: {
          ...{ name: 'Band', category: 'Food', amount: 1250.5, spent: 0 },
          payments: [{ id: Number(payment.id), ...paid }],
        },
      },
    ]);
    const ids = { id: Number(payment.id), budget_id: Number(budget.id) };
    expect(creation?.changes).toEqual([
      { kind: 'payment', change: 'created', ...ids, name: 'Band', after: paid },
    ]);
  });

  it('shows members by name, and never an invited address', async () => {
    const { owner, event, ids } = shared;
    const invited = { email: 'alan@example.com', role: 'viewer' };
    const inEvent = { event_id: event.id };
    await recorded(owner, event, () =>
      call(endpoints.inviteMember.handler, { token: owner, path: inEvent, body: invited }),
    );
    const member = { ...inEvent, id: ids.editor };
    await recorded(owner, event, () =>
      call(endpoints.updateMember.handler, { token: owner, path: member, body: { role: 'viewer' } }),
    );
    await recorded(owner, event, () => call(endpoints.removeMember.handler, { token: owner, path: member }));
    const { text } = await listHistory(owner, event);
    expect(text).not.toContain('@');
    const [removal, update, ...others] = await historyOf(owner, event);
    const grace = { kind: 'member', id: Number(ids.editor), name: 'Ada Lovelace' };
    expect(removal?.changes).toEqual([{ ...grace, change: 'deleted', before: { role: 'viewer' } }]);
    const [before, after] = [{ role: 'editor' }, { role: 'viewer' }];
    expect(update?.changes).toEqual([{ ...grace, change: 'updated', before, after }]);
    expect(others.flatMap(({ changes }) => changes.filter(({ kind }) => kind === 'member'))).toEqual([]);
  });

  it('has that the event was deleted and restored, once it is back', async () => {
    const { owner, editor, event } = shared;
    await recorded(owner, event, () => deleteEvent(owner, event));
    expect((await listHistory(owner, event)).status).toBe(404);
    await recorded(owner, event, () => restore(owner, event));
    const [back, deletion] = await historyOf(owner, event);
    const summerParty = { kind: 'event', id: Number(event.id), name: 'Summer party' };
    const [is, ...members] = deletion?.changes ?? [];
    expect(is).toMatchObject({ ...summerParty, change: 'deleted', before: party() });
    expect(members.map(({ kind, change }) => [kind, change])).toEqual(Array(2).fill(['member', 'deleted']));
    expect(back?.changes).toEqual([{ ...summerParty, change: 'restored', after: party() }]);
    expect((await listHistory(editor, event)).status).toBe(404);
  });

  it('is 403 for viewers, and 404 for everybody else and in the trash', async () => {
    const { owner, viewer, event } = shared;
    await updateBudget(owner, { amount: 1 });
    const { status, body } = await listHistory(viewer, event);
    expect([status, body.errors]).toEqual([403, [expect.objectContaining({ code: 'forbidden' })]]);
    expect((await listHistory(await newToken(), event)).status).toBe(404);
    expect((await listHistory(owner, { id: '1' })).status).toBe(404);
  });

  it.each([
    { limit: '101' },
    { limit: '0' },
    { after: 'x' },
    { after: '0' },
    { cursor: '-1' },
    { budget_id: '' },
    { change: 'removed' },
  ])('answers 422 for %j', async (query) => {
    const { status, body } = await listHistory(shared.owner, shared.event, query);
    expect([status, body.message]).toEqual([422, 'History failed to load']);
  });

  it('says which changes there are', async () => {
    const { body } = await listHistory(shared.owner, shared.event, { change: 'removed' });
    const message = 'Change must be one of created, updated, deleted, restored.';
    expect(body.errors).toEqual([{ field: 'change', code: 'invalid', message }]);
  });

  it('has pages, and what is newer than a version', async () => {
    await renameTimes(5);
    expect(await versionsOf({})).toEqual([7, 6, 5, 4, 3]);
    expect(await versionsOf({ after: '5' })).toEqual([7, 6]);
    expect(await versionsOf({ after: '7' })).toEqual([]);
    expect(await versionsOf({ after: '5', cursor: '6' })).toEqual([]);
    expect(await versionsOf({ cursor: '1' })).toEqual([]);
    const { body } = await listHistory(shared.owner, shared.event, { limit: '2' });
    expect(body).toMatchObject({ return_count: 2, next_cursor: '6' });
    expect(await versionsOf({ limit: '2', cursor: '6' })).toEqual([5, 4]);
    expect(await versionsOf({ limit: '2', cursor: '4' })).toEqual([3]);
    const last = await listHistory(shared.owner, shared.event, { limit: '2', cursor: '4' });
    expect(last.body).not.toHaveProperty('next_cursor');
  });

  it('has 50 entries without a limit, in one query', async () => {
    await renameTimes(60);
    takeRequests();
    expect(await versionsOf({})).toHaveLength(50);
    expect(takeRequests().counts).toEqual({ reads: 4, writes: 0 });
  });

  const imported = (budgets: object[]) =>
    recorded(shared.owner, shared.event, () =>
      call(endpoints.importBudgets.handler, {
        token: shared.owner,
        path: { event_id: shared.event.id },
        body: { budgets },
      }),
    );

  it('has the first 100 changes of a write, and finds those of a budget among the others', async () => {
    const { owner, event } = shared;
    await imported(Array.from({ length: 101 }, (_, n) => ({ name: `Band ${n}`, amount: 1 })));
    const [entry] = await historyOf(owner, event);
    expect([entry?.changes.length, entry?.more]).toEqual([100, 1]);
    const last = (await allBudgets(owner, event)).at(-1);
    const ofLast = await historyOf(owner, event, { budget_id: String(last?.id) });
    expect(ofLast.map(({ changes, more }) => [changes.map(({ name }) => name), more])).toEqual([
      [['Band 100'], 0],
    ]);
    expect(await historyOf(owner, event, { budget_id: '1' })).toEqual([]);
  });

  const longNotes = (count: number) =>
    Array.from({ length: count }, (_, n) => ({ name: `Band ${n}`, amount: 1, note: '€'.repeat(500) }));

  it('reads the parts of large entries only if it looks for changes', async () => {
    const { owner, event } = shared;
    await imported(longNotes(99));
    const [entry] = await historyOf(owner, event);
    const shown = entry?.changes.length ?? 0;
    expect(shown).toBeLessThan(99);
    expect(shown + (entry?.more ?? 0)).toBe(99);
    takeRequests();
    await historyOf(owner, event);
    expect(takeRequests().names.filter((name) => name === 'QueryCommand')).toHaveLength(2);
    const last = (await allBudgets(owner, event)).at(-1);
    const ofLast = await historyOf(owner, event, { budget_id: String(last?.id) });
    expect(ofLast.map(({ changes, more }) => [changes.map(({ name }) => name), more])).toEqual([
      [['Band 98'], 0],
    ]);
  });

  it('of one budget reads a hundred parts for a page, which may be empty', async () => {
    const { owner, event, budget } = shared;
    await updateBudget(owner, { note: 'the first' });
    const reference = referenceOf(owner, event);
    const change = { kind: 'budget', change: 'created', id: 7, name: 'Band' } as const;
    const entry = { version: 4, at: Date.now(), author: undefined, digits: 2, more: 0 } as const;
    const { item } = toEntryItems({ ...entry, changes: [change] });
    for (let version = 4; version < 16; version += 1)
      await putItem(historyKey(reference, version), { ...item, more: 10, parts: 10 });
    takeRequests();
    const { body } = await listHistory(owner, event, { budget_id: budget.id });
    expect(body).toMatchObject({ data: [], next_cursor: '6' });
    expect(takeRequests().names.filter((name) => name === 'QueryCommand')).toHaveLength(12);
    const next = await listHistory(owner, event, { budget_id: budget.id, cursor: '6' });
    expect(next.body.data).toMatchObject([{ version: 3 }]);
  });

  it('reads nothing that comes after an expired entry', async () => {
    const { owner, event } = shared;
    await renameTimes(5);
    for (const { version } of await historyOf(owner, event)) await ageEntry(owner, event, version, 91);
    takeRequests();
    expect(await historyOf(owner, event, { limit: '1' })).toEqual([]);
    expect(takeRequests().names.filter((name) => name === 'QueryCommand')).toHaveLength(2);
  });

  it('of one budget has its changes and those of its payments only', async () => {
    const { owner, event, budget } = shared;
    await updateBudget(owner, { amount: 7 });
    const other = await recorded(owner, event, () => newBudget(owner, event, { spent: 0 }));
    await recorded(owner, event, () => newPayment(owner, other));
    const path = { event_id: event.id };
    const budgets = [
      { id: Number(budget.id), note: 'one' },
      { id: Number(other.id), note: 'two' },
    ];
    await recorded(owner, event, () =>
      call(endpoints.importBudgets.handler, { token: owner, path, body: { budgets } }),
    );
    const of = async (id: string) =>
      (await historyOf(owner, event, { budget_id: id })).map(({ version, changes }) => [
        version,
        changes.map(({ kind, change }) => `${kind} ${change}`),
      ]);
    expect(await of(budget.id)).toEqual([
      [6, ['budget updated']],
      [3, ['budget updated']],
    ]);
    expect(await of(other.id)).toEqual([
      [6, ['budget updated']],
      [5, ['payment created']],
      [4, ['budget created']],
    ]);
    expect(await of('1')).toEqual([]);
  });

  it('of one kind has its changes only, also of one budget', async () => {
    const { owner, event, budget } = shared;
    const other = await recorded(owner, event, () => newBudget(owner, event));
    await updateBudget(owner, { note: 'one' });
    const [deletion] = [await recordedDeletion(owner, other), await updateBudget(owner, { note: 'two' })];
    await recorded(owner, event, () => undo(owner, event, deletion));
    await imported([
      { name: 'Band', amount: 1 },
      { id: Number(budget.id), note: 'three' },
    ]);
    const of = async (query: Record<string, string>) =>
      (await historyOf(owner, event, query)).map(({ version, changes }) => [
        version,
        changes.map(({ change, id }) => [change, id === Number(budget.id) ? 'budget' : 'other']),
      ]);
    expect(await of({ change: 'deleted' })).toEqual([[5, [['deleted', 'other']]]]);
    expect(await of({ change: 'restored' })).toEqual([[7, [['restored', 'other']]]]);
    expect(await of({ change: 'created' })).toEqual([
      [8, [['created', 'other']]],
      [3, [['created', 'other']]],
    ]);
    expect(await of({ change: 'updated', budget_id: budget.id })).toEqual(
      [8, 6, 4].map((version) => [version, [['updated', 'budget']]]),
    );
    expect(await of({ change: 'deleted', budget_id: budget.id })).toEqual([]);
  });

  it('shows the limit of an event in the digits that it had', async () => {
    const { owner } = shared;
    const { headers } = await call(endpoints.create.handler, {
      ...{
        token: owner,
        body: { name: 'Ball', event_date: '2027-01-01', currency: 'EUR', limit_amount: 500 },
      },
    });
    const path = { id: String(headers['location']).replace('/events/view/', '') };
    const body = { currency: 'JPY', limit_amount: 60_000, description: 'In Kyoto' };
    await recorded(owner, path, () => call(endpoints.update.handler, { token: owner, path, body }));
    const { text } = await listHistory(owner, path);
    expect(text).toContain('"before":{"description":"","currency":"EUR","limit_amount":500.00}');
    expect(text).toContain('"after":{"description":"In Kyoto","currency":"JPY","limit_amount":60000}');
  });
});
