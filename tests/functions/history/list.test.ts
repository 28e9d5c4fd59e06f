import { beforeEach, describe, expect, it } from 'vitest';
import { headPath, historyKey } from '../../../lib/dynamodb/keys.ts';
import { toEntryItems } from '../../../lib/history/entry.ts';
import { importInto } from '../../support/budget-files.ts';
import { type Client, clientOf, sharedClients } from '../../support/client.ts';
import { takeRequests } from '../../support/database-requests.ts';
import { erase } from '../../support/erase.ts';
import { ageEntry, historyOf, recorded } from '../../support/history.ts';
import { PASSWORD } from '../../support/person.ts';
import { allBudgets, newAccessToken, party } from '../../support/service.ts';
import { accountIdOf, referenceOf, setInEvent } from '../../support/sharing.ts';
import { putItem } from '../../support/table.ts';

type Shared = Awaited<ReturnType<typeof sharedClients>>;
type Query = Record<string, string>;

let owner: Client;
let editor: Client;
let event: Shared['event'];
let budget: Shared['budget'];
let ids: Shared['ids'];
beforeEach(async () => {
  ({ owner, editor, event, budget, ids } = await sharedClients());
});

/** Makes one write, and has it recorded. */
const record = <Result>(work: () => Promise<Result>) => recorded(owner.token, event, work);
const change = (fields: object, by = owner) => record(() => by.updateBudget(budget, fields));
const changeTimes = async (times: number) => {
  for (let n = 0; n < times; n += 1) await change({ note: `Note ${n}` });
};
const entries = (query: Query = {}) => historyOf(owner.token, event, query);
const versions = async (query: Query) => (await entries(query)).map(({ version }) => version);
const imported = (budgets: object[]) => record(() => importInto(owner.token, event, budgets));
const queries = () => takeRequests().names.filter((name) => name === 'QueryCommand').length;

describe('writes that are not recorded yet', () => {
  const pending = async (query: Query = {}) => (await owner.listHistory(event, query)).body['pending'];
  const write = () => owner.updateBudget(budget, { amount: 7 });

  it('are `pending`, until the history shows the newest', async () => {
    expect(await pending()).toBe(true);
    await change({ amount: 5 });
    expect(await pending()).toBeUndefined();
    await write();
    for (const query of [{}, { after: '3' }, { budget_id: '1' }]) expect(await pending(query)).toBe(true);
    expect(await pending({ after: '4' })).toBeUndefined();
    await change({ amount: 6 });
    for (const query of [{}, { limit: '1' }, { budget_id: '1' }, { after: '3' }])
      expect(await pending(query)).toBeUndefined();
  });

  it('are not if they were cleared, or a minute after the last write', async () => {
    await write();
    await owner.clearHistory(event);
    expect(await pending()).toBeUndefined();
    await write();
    expect(await pending()).toBe(true);
    await setInEvent(owner.token, event, headPath('updated_at'), Date.now() - 60_000);
    expect(await pending()).toBeUndefined();
  });

  it('have no say in later pages', async () => {
    await changeTimes(3);
    await write();
    const { body } = await owner.listHistory(event, { limit: '1' });
    expect(body).toMatchObject({ pending: true, next_cursor: expect.any(String) });
    expect(await pending({ limit: '1', cursor: String(body.next_cursor) })).toBeUndefined();
  });
});

describe('an entry', () => {
  it('tells who changed what from which value to which', async () => {
    await change({ amount: 950.5, vendor: 'Ada & Co.' }, editor);
    const { status, text } = await owner.listHistory(event);
    expect(status).toBe(200);
    expect(text).toContain('"before":{"amount":1250.50},"after":{"amount":950.50,"vendor":"Ada & Co."}');
    expect(await entries()).toEqual([
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

  it('tells whether it was you, and a program, and has `null` once the account is gone', async () => {
    await change({ note: 'by a script' }, clientOf((await newAccessToken(editor.token)).token));
    const by = async (reader: Client) => (await historyOf(reader.token, event)).map((entry) => entry.by);
    expect(await by(owner)).toMatchObject([{ name: 'Ada Lovelace', you: false, program: true }]);
    expect(await by(editor)).toMatchObject([{ name: 'Ada Lovelace', you: true, program: true }]);
    expect((await editor.deleteAccount({ password: PASSWORD })).status).toBe(200);
    await erase(accountIdOf(editor.token));
    expect((await by(owner))[0]).toBeNull();
  });

  it('shows a payment with a day as paid, as its budget does', async () => {
    const paid_on = '2027-02-27';
    const payment = await owner.newPayment(budget, { amount: 5, paid: true });
    for (const [fields, before, after] of [
      [{ paid_on }, {}, { paid_on }],
      [{ paid_on: null }, { paid: true, paid_on }, {}],
      [{ paid_on }, {}, { paid: true, paid_on }],
      [{ paid_on: null, paid: true }, { paid_on }, {}],
    ]) {
      await record(() => owner.updatePayment(payment, fields));
      expect((await entries())[0]?.changes.map((change) => [change.before, change.after])).toEqual([
        [before, after],
      ]);
    }
    await record(() => owner.newPayment(budget, { paid_on }));
    expect((await entries())[0]?.changes).toMatchObject([{ after: { paid: true, paid_on } }]);
  });

  it('shows what a deleted budget was, with its payments, and each payment of a budget that stays', async () => {
    const band = await owner.newBudget(event, { name: 'Band', spent: 0 });
    const id = Number((await record(() => owner.newPayment(band))).id);
    await record(() => owner.deleteBudget(band));
    const [deletion, creation] = await entries();
    const paid = { amount: 500, due_date: '2027-03-01', note: 'Deposit' };
    const payments = [{ id, ...paid }];
    expect(deletion?.changes).toEqual([
      {
        ...{ kind: 'budget', change: 'deleted', id: Number(band.id), name: 'Band' },
        before: { name: 'Band', category: 'Food', amount: 1250.5, spent: 0, payments },
      },
    ]);
    const payment = { kind: 'payment', id, budget_id: Number(band.id), name: 'Band' };
    expect(creation?.changes).toEqual([{ ...payment, change: 'created', after: paid }]);
  });

  it('shows members by name, and never an invited address', async () => {
    const member = { event_id: event.id, id: ids.editor };
    await record(() => owner.inviteMember(event, { email: 'alan@example.com', role: 'viewer' }));
    await record(() => owner.updateMember(member, { role: 'viewer' }));
    await record(() => owner.removeMember(member));
    expect((await owner.listHistory(event)).text).not.toContain('@');
    const grace = { kind: 'member', id: Number(ids.editor), name: 'Ada Lovelace' };
    const [before, after] = [{ role: 'editor' }, { role: 'viewer' }];
    expect((await entries()).map(({ changes }) => changes)).toEqual([
      [{ ...grace, change: 'deleted', before: { role: 'viewer' } }],
      [{ ...grace, change: 'updated', before, after }],
    ]);
  });

  it('has that the event was deleted and restored, once it is back', async () => {
    await record(() => owner.delete(event));
    expect((await owner.listHistory(event)).status).toBe(404);
    await record(() => owner.restore(event));
    const [back, deletion] = await entries();
    const summerParty = { kind: 'event', id: Number(event.id), name: 'Summer party' };
    const [is, ...members] = deletion?.changes ?? [];
    expect(is).toMatchObject({ ...summerParty, change: 'deleted', before: party() });
    expect(members.map(({ kind, change }) => [kind, change])).toEqual(Array(2).fill(['member', 'deleted']));
    expect(back?.changes).toEqual([{ ...summerParty, change: 'restored', after: party() }]);
  });

  it('shows the limit of an event in the digits that it had', async () => {
    event = await owner.newEvent({ description: '', currency: 'EUR', limit_amount: 500 });
    const fields = { currency: 'JPY', limit_amount: 60_000, description: 'In Kyoto' };
    await record(() => owner.update(event, fields));
    const { text } = await owner.listHistory(event);
    expect(text).toContain('"before":{"description":"","currency":"EUR","limit_amount":500.00}');
    expect(text).toContain('"after":{"description":"In Kyoto","currency":"JPY","limit_amount":60000}');
  });
});

it('rejects a kind of change that there is not, and says which there are', async () => {
  const { messages } = await owner.listHistory(event, { change: 'removed' });
  expect(messages).toEqual(['Change must be one of created, updated, deleted, restored.']);
});

describe('a page', () => {
  it('continues before a version, or ends after one', async () => {
    await changeTimes(5);
    for (const [query, expected] of [
      [{}, [7, 6, 5, 4, 3]],
      [{ after: '5' }, [7, 6]],
      [{ after: '7' }, []],
      [{ after: '5', cursor: '6' }, []],
      [{ cursor: '1' }, []],
      [{ limit: '2', cursor: '6' }, [5, 4]],
    ] as const)
      expect(await versions(query)).toEqual(expected);
    const { body } = await owner.listHistory(event, { limit: '2' });
    expect(body).toMatchObject({ return_count: 2, next_cursor: '6' });
    const last = await owner.listHistory(event, { limit: '2', cursor: '4' });
    expect(last.body).toMatchObject({ data: [{ version: 3 }] });
    expect(last.body).not.toHaveProperty('next_cursor');
  });

  it('has 50 entries without a limit, in one query', async () => {
    await changeTimes(60);
    takeRequests();
    expect(await versions({})).toHaveLength(50);
    expect(takeRequests().counts).toEqual({ reads: 4, writes: 0 });
  });

  it('reads nothing that comes after an expired entry', async () => {
    await changeTimes(5);
    for (const { version } of await entries()) await ageEntry(owner.token, event, version, 91);
    takeRequests();
    expect(await entries({ limit: '1' })).toEqual([]);
    expect(queries()).toBe(2);
  });

  const ofLast = async () => {
    const last = (await allBudgets(owner.token, event)).at(-1);
    const found = await entries({ budget_id: String(last?.id) });
    return found.map(({ changes, more }) => [changes.map(({ name }) => name), more]);
  };

  it('has the first 100 changes of a write, and finds those of a budget among the others', async () => {
    await imported(Array.from({ length: 101 }, (_, n) => ({ name: `Band ${n}`, amount: 1 })));
    const [entry] = await entries();
    expect([entry?.changes.length, entry?.more]).toEqual([100, 1]);
    expect(await ofLast()).toEqual([[['Band 100'], 0]]);
    expect(await entries({ budget_id: '1' })).toEqual([]);
  });

  it('reads the parts of large entries only if it looks for changes', async () => {
    const note = '€'.repeat(500);
    await imported(Array.from({ length: 99 }, (_, n) => ({ name: `Band ${n}`, amount: 1, note })));
    takeRequests();
    const [{ changes, more } = { changes: [], more: 0 }] = await entries();
    expect(queries()).toBe(2);
    expect(changes.length).toBeLessThan(99);
    expect(changes.length + more).toBe(99);
    expect(await ofLast()).toEqual([[['Band 98'], 0]]);
  });

  it('of one budget reads a hundred parts, and may be empty', async () => {
    await change({ note: 'the first' });
    const other = { kind: 'budget', change: 'created', id: 7, name: 'Band' } as const;
    const entry = { version: 4, at: Date.now(), author: undefined, digits: 2, more: 0 } as const;
    const { item } = toEntryItems({ ...entry, changes: [other] });
    for (let version = 4; version < 16; version += 1) {
      const key = historyKey(referenceOf(owner.token, event), version);
      await putItem(key, { ...item, more: 10, parts: 10 });
    }
    takeRequests();
    const { body } = await owner.listHistory(event, { budget_id: budget.id });
    expect(body).toMatchObject({ data: [], next_cursor: '6' });
    expect(queries()).toBe(12);
    expect(await versions({ budget_id: budget.id, cursor: '6' })).toEqual([3]);
  });

  it('has the changes of one budget and its payments only, and of one kind only', async () => {
    const other = await record(() => owner.newBudget(event, { spent: 0 }));
    await record(() => owner.newPayment(other));
    await change({ note: 'one' });
    await record(() => owner.deleteBudget(other));
    await change({ note: 'two' });
    await record(() => owner.undo({ ...event, version: '6' }));
    await imported([
      { name: 'Band', amount: 1 },
      { id: Number(budget.id), note: 'three' },
      { id: Number(other.id), note: 'four' },
    ]);
    const of = async (query: Query) =>
      (await entries(query)).map(({ version, changes }) => [
        version,
        ...changes.map(
          ({ kind, change, id }) => `${kind} ${change}${id === Number(budget.id) ? '' : ' other'}`,
        ),
      ]);
    for (const [query, expected] of [
      [{ budget_id: '1' }, []],
      [{ budget_id: budget.id }, [9, 7, 5].map((version) => [version, 'budget updated'])],
      [
        { budget_id: other.id },
        [
          [9, 'budget updated other'],
          [8, 'budget restored other'],
          [6, 'budget deleted other'],
          [4, 'payment created other'],
          [3, 'budget created other'],
        ],
      ],
      [{ change: 'deleted' }, [[6, 'budget deleted other']]],
      [{ change: 'restored' }, [[8, 'budget restored other']]],
      [
        { change: 'created' },
        [
          [9, 'budget created other'],
          [4, 'payment created other'],
          [3, 'budget created other'],
        ],
      ],
      [{ change: 'updated', budget_id: other.id }, [[9, 'budget updated other']]],
      [{ change: 'deleted', budget_id: budget.id }, []],
    ] as const)
      expect(await of(query)).toEqual(expected);
  });
});
