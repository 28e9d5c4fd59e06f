import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { runAuthorized } from '../../../lib/aws/call.ts';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { eventKey, headPath, historyKey } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { recordWrite } from '../../../lib/history/record-write.ts';
import { call, type Outcome } from '../../support/call.ts';
import { historyOf, recorded, recordedDeletion, undo } from '../../support/history.ts';
import {
  allBudgets,
  catering,
  deposit,
  endpoints,
  newBudget,
  newEvent,
  newPayment,
  newToken,
} from '../../support/service.ts';
import { referenceOf, setInEvent, share, verify } from '../../support/sharing.ts';
import { deleteEvent, itemOf } from '../../support/trash.ts';
import { type Step, seen, take, undoRecorded } from '../../support/undo.ts';

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

const entry = z.looseObject({ field: z.string(), code: z.string(), message: z.string() });

/** The status, and each error but its code, which is `changed`. */
function changedIn({ status, text }: Outcome) {
  const { errors } = z.object({ errors: z.array(entry) }).parse(JSON.parse(text));
  return [status, ...errors.map(({ code, ...others }) => (code === 'changed' ? others : code))];
}

const codesIn = ({ status, body }: Outcome) => [status, ...(body.errors ?? []).map(({ code }) => code)];

describe('what was changed since', () => {
  it('is listed for each field, and nothing is done', async () => {
    const version = await take(owner, event, change({ name: 'Band', amount: 1, spent: 2 }));
    await take(owner, event, change({ amount: 5, spent: 6 }));
    const before = await seen(owner, event);
    const outcome = await undo(owner, event, version);
    const of = { budget_id: Number(budget.id), name: 'Band' };
    expect(changedIn(outcome)).toEqual([
      409,
      { field: 'amount', message: 'Amount of Band has been changed since.', ...of },
      { field: 'spent', message: 'Spent of Band has been changed since.', ...of },
    ]);
    expect(outcome.body.message).toBe('Failed to undo the changes');
    expect(await seen(owner, event)).toEqual(before);
  });

  it('stays with keep_changed, and the rest is undone', async () => {
    const version = await take(owner, event, change({ name: 'Band', amount: 1, spent: 2 }));
    await take(owner, event, change({ amount: 5, spent: 6 }));
    const { status, body } = await undoRecorded(owner, event, version, { keep_changed: true });
    expect([status, body['undone_count'], body['kept_count']]).toEqual([200, 1, 2]);
    expect(await allBudgets(owner, event)).toMatchObject([{ name: 'Catering', amount: 5, spent: 6 }]);
  });

  it('isn’t what was changed there and back', async () => {
    const version = await take(owner, event, change({ amount: 1 }));
    await take(owner, event, change({ amount: 2 }));
    await take(owner, event, change({ amount: 1 }));
    expect((await undo(owner, event, version)).status).toBe(200);
    expect(await allBudgets(owner, event)).toMatchObject([{ amount: 1250.5 }]);
  });

  it('is 409 also with keep_changed, if nothing is left to undo', async () => {
    const version = await take(owner, event, change({ amount: 1 }));
    await take(owner, event, change({ amount: 2 }));
    expect(codesIn(await undo(owner, event, version, { body: { keep_changed: true } }))).toEqual([
      409,
      'changed',
    ]);
  });

  it('is a field of the event', async () => {
    const version = await take(owner, event, ['update', event, { name: 'Wedding', limit_amount: 7 }]);
    await take(owner, event, ['update', event, { limit_amount: 8 }]);
    expect(changedIn(await undo(owner, event, version))).toEqual([
      409,
      { field: 'limit_amount', message: 'Limit amount has been changed since.' },
    ]);
  });

  it('is a budget that the write updated, and that is gone', async () => {
    const version = await take(owner, event, change({ amount: 1, spent: 2 }));
    await take(owner, event, ['deleteBudget', budget]);
    expect(changedIn(await undo(owner, event, version))).toEqual([
      409,
      {
        ...{ field: 'budget', message: 'Budget Catering no longer exists.' },
        ...{ budget_id: Number(budget.id), name: 'Catering' },
      },
    ]);
  });

  it('is a budget that came back', async () => {
    const version = await recordedDeletion(owner, budget);
    await undoRecorded(owner, event, version);
    expect(changedIn(await undo(owner, event, version))).toMatchObject([409, 'undone']);
    expect(await allBudgets(owner, event)).toHaveLength(1);
  });

  it('is any field or payment of a budget that the write created', async () => {
    const version = await take(owner, event, ['createBudget', inEvent(), catering({ spent: 0 })]);
    const created = (await allBudgets(owner, event)).at(-1);
    const path = { ...inEvent(), id: String(created?.id) };
    const payment = await newPayment(owner, path);
    expect(changedIn(await undo(owner, event, version))).toMatchObject([
      409,
      {
        field: 'payment',
        payment_id: Number(payment.id),
        message: 'Payment of Catering has been added since.',
      },
    ]);
    await take(owner, event, ['deletePayment', payment]);
    await take(owner, event, ['updateBudget', path, { note: 'A' }]);
    expect(changedIn(await undo(owner, event, version))).toMatchObject([409, { field: 'note' }]);
    await take(owner, event, ['updateBudget', path, { note: null }]);
    expect((await undo(owner, event, version)).status).toBe(200);
    expect(await allBudgets(owner, event)).toHaveLength(1);
  });

  it('is a payment that is gone, there again, or other than it was made', async () => {
    const created = await take(owner, event, ['createPayment', inBudget(), deposit()]);
    const [
      {
        payments: [{ id }],
      },
    ] = z
      .tuple([z.object({ payments: z.tuple([z.object({ id: z.int() })]) })])
      .parse((await seen(owner, event)).budgets);
    const payment = { ...inBudget(), id: String(id) };
    const updated = await take(owner, event, ['updatePayment', payment, { amount: 7, note: 'B' }]);
    const of = { budget_id: Number(budget.id), payment_id: id, name: 'Catering' };
    expect(changedIn(await undo(owner, event, created))).toEqual([
      409,
      { field: 'amount', message: 'Amount of Catering has been changed since.', ...of },
      { field: 'note', message: 'Note of Catering has been changed since.', ...of },
    ]);
    const deleted = await take(owner, event, ['deletePayment', payment]);
    const gone = { field: 'payment', message: 'Payment of Catering no longer exists.', ...of };
    expect(changedIn(await undo(owner, event, created))).toEqual([409, gone]);
    expect(changedIn(await undo(owner, event, updated))).toEqual([409, gone]);
    await undoRecorded(owner, event, deleted);
    expect(changedIn(await undo(owner, event, deleted))).toMatchObject([409, 'undone']);
  });

  it('is whether a payment is paid, with its day', async () => {
    const payment = await newPayment(owner, budget, { paid_on: '2027-01-01' });
    const version = await take(owner, event, ['updatePayment', payment, { paid_on: null, amount: 7 }]);
    await take(owner, event, ['updatePayment', payment, { paid: true }]);
    expect(changedIn(await undo(owner, event, version))).toMatchObject([409, { field: 'paid' }]);
    expect((await undo(owner, event, version, { body: { keep_changed: true } })).status).toBe(200);
    expect(await allBudgets(owner, event)).toMatchObject([{ spent: 500 }]);
  });

  it('is a part of a unit price that the write set', async () => {
    const version = await take(owner, event, change({ unit_amount: 5, name: 'Band' }));
    await take(owner, event, change({ quantity: 3 }));
    expect(changedIn(await undo(owner, event, version))).toMatchObject([409, { field: 'quantity' }]);
    expect((await undo(owner, event, version, { body: { keep_changed: true } })).status).toBe(200);
    expect(await allBudgets(owner, event)).toMatchObject([{ name: 'Catering', amount: 15 }]);
  });

  it('isn’t an amount that follows from other fields, or what payments have spent', async () => {
    await take(owner, event, change({ unit_amount: 5, per_guest: true }));
    const version = await take(owner, event, change({ unit_amount: 6, spent: 40 }));
    await take(owner, event, ['update', event, { guests: 20 }]);
    await newPayment(owner, budget, { paid: true });
    const { status, body } = await undo(owner, event, version);
    expect([status, body['undone_count'], body['kept_count']]).toEqual([200, 1, 0]);
    expect(await allBudgets(owner, event)).toMatchObject([{ amount: 100, spent: 500 }]);
  });

  it('isn’t the amount of a budget that is gone, if it followed from the guests or its units', async () => {
    await take(owner, event, change({ unit_amount: 5, per_guest: true }));
    const invited = await take(owner, event, ['update', event, { guests: 20 }]);
    const doubled = await take(owner, event, change({ quantity: 2 }));
    await take(owner, event, ['deleteBudget', budget]);
    const { body } = await undo(owner, event, doubled, { body: { keep_changed: true } });
    expect(body.errors).toMatchObject([{ field: 'budget', code: 'changed' }]);
    const undone = await undo(owner, event, invited);
    expect([undone.status, undone.body['undone_count'], undone.body['kept_count']]).toEqual([200, 1, 0]);
    expect((await seen(owner, event)).event).toMatchObject({ guests: 10 });
  });

  it('leaves a budget as it is, also its version, whose amount follows from guests that stay', async () => {
    await take(owner, event, change({ unit_amount: 5, per_guest: true }));
    const version = await take(owner, event, ['update', event, { guests: 20, name: 'Wedding' }]);
    await take(owner, event, ['update', event, { guests: 40 }]);
    const before = await allBudgets(owner, event);
    const headers = { prefer: 'return=representation' };
    const { status, body } = await undo(owner, event, version, { body: { keep_changed: true }, headers });
    expect([status, body['undone_count'], body['budgets']]).toEqual([200, 1, []]);
    expect(await allBudgets(owner, event)).toEqual(before);
  });

  it('is told before what there is no room for', async () => {
    await take(owner, event, change({ spent: 800 }));
    const created = await take(owner, event, ['createPayment', inBudget(), { amount: 1 }]);
    await undoRecorded(owner, event, created);
    const [deletion] = await historyOf(owner, event);
    await undoRecorded(owner, event, deletion?.version ?? 0);
    const [
      {
        payments: [, last],
      },
    ] = z
      .tuple([z.object({ payments: z.tuple([z.unknown(), z.object({ id: z.int() })]) })])
      .parse((await seen(owner, event)).budgets);
    await take(owner, event, ['deletePayment', { ...inBudget(), id: String(last.id) }]);
    for (let n = 1; n < 24; n += 1) await newPayment(owner, budget, { amount: 1 });
    const again = (body = {}) => undo(owner, event, deletion?.version ?? 0, { body });
    expect(changedIn(await again())).toMatchObject([409, 'undone']);
    expect(codesIn(await again({ keep_changed: true }))).toEqual([409, 'full']);
  });

  it('of an import of 500 lines is listed, and all else is undone', async () => {
    await take(owner, event, ['deleteBudget', budget]);
    const budgets = Array.from({ length: 500 }, () => catering());
    const version = await take(owner, event, ['importBudgets', inEvent(), { budgets }]);
    const edited = (await allBudgets(owner, event)).slice(0, 50).map(({ id }) => id);
    const changes = edited.map((id) => ({ id, note: 'Mine' }));
    await take(owner, event, ['importBudgets', inEvent(), { budgets: changes }]);
    const [status, ...errors] = changedIn(await undo(owner, event, version));
    expect(status).toBe(409);
    expect(errors).toEqual(edited.map((budget_id) => expect.objectContaining({ budget_id, field: 'note' })));
    const { body } = await undo(owner, event, version, { body: { keep_changed: true } });
    expect([body['undone_count'], body['kept_count']]).toEqual([450, 50]);
    expect((await allBudgets(owner, event)).map(({ id }) => id)).toEqual(edited);
  });
});

describe('an undo is 409', () => {
  it.each([null, 1, 'yes'])('or 422 for keep_changed %j', async (keep_changed) => {
    const version = await recordedDeletion(owner, budget);
    const { status } = await undo(owner, event, version, { body: { keep_changed } });
    expect(status).toBe(422);
  });

  it('if the event has no room for what would come back', async () => {
    const version = await recordedDeletion(owner, budget);
    const budgets = Array.from({ length: 500 }, () => ({ name: 'Band', amount: 1 }));
    await take(owner, event, ['importBudgets', inEvent(), { budgets }]);
    expect(codesIn(await undo(owner, event, version))).toEqual([409, 'full']);
  });

  it('if a budget would have more than 24 payments, or larger ones than it may', async () => {
    const payment = await newPayment(owner, budget);
    const version = await take(owner, event, ['deletePayment', payment]);
    const rest = await newPayment(owner, budget, { amount: 999_999_500 });
    expect(codesIn(await undo(owner, event, version))).toEqual([409, 'too_large']);
    await take(owner, event, ['updatePayment', rest, { amount: 1 }]);
    for (let n = 1; n < 24; n += 1) await newPayment(owner, budget, { amount: 1 });
    expect(codesIn(await undo(owner, event, version))).toEqual([409, 'full']);
    await take(owner, event, ['deletePayment', rest]);
    expect((await undo(owner, event, version)).status).toBe(200);
  });

  it('if the amounts have other digits now', async () => {
    const version = await recordedDeletion(owner, budget);
    await take(owner, event, ['update', event, { currency: 'JPY' }]);
    expect(codesIn(await undo(owner, event, version))).toEqual([409, 'changed']);
    await take(owner, event, ['update', event, { currency: 'EUR' }]);
    expect((await undo(owner, event, version)).status).toBe(200);
  });

  it('if a currency would come back that has other digits than the budgets', async () => {
    await take(owner, event, ['deleteBudget', budget]);
    const version = await take(owner, event, ['update', event, { currency: 'JPY' }]);
    await newBudget(owner, event, { amount: 7, spent: 0 });
    expect(codesIn(await undo(owner, event, version))).toEqual([409, 'in_use']);
  });

  it('if a currency would come back that has other digits than a new limit', async () => {
    await take(owner, event, ['deleteBudget', budget]);
    const version = await take(owner, event, ['update', event, { currency: 'JPY' }]);
    await take(owner, event, ['update', event, { limit_amount: 7 }]);
    expect(changedIn(await undo(owner, event, version))).toMatchObject([409, { field: 'limit_amount' }]);
  });

  it('if today’s guests make an amount too large', async () => {
    await take(owner, event, change({ unit_amount: 200_000, per_guest: true }));
    const version = await recordedDeletion(owner, budget);
    await take(owner, event, ['update', event, { guests: 100_000 }]);
    const { status, body } = await undo(owner, event, version);
    expect([status, body.errors]).toEqual([409, [expect.objectContaining({ field: 'amount' })]]);
  });

  it('if a unit amount comes back that is too large for today’s quantity', async () => {
    await take(owner, event, change({ unit_amount: 500_000_000 }));
    const version = await take(owner, event, change({ unit_amount: 1 }));
    await take(owner, event, change({ quantity: 2 }));
    expect(await undo(owner, event, version)).toMatchObject({
      status: 409,
      body: {
        errors: [
          { field: 'amount', message: 'Amount of Catering would be too large (maximum is 999999999.99).' },
        ],
      },
    });
  });

  const refusal = async (version: number) => codesIn(await undo(owner, event, version));

  it('for the creation of the event', async () => {
    const key = eventKey(referenceOf(owner, event));
    await recordWrite({ key: { ...key }, before: undefined, after: await itemOf(owner, event) });
    expect(await refusal(2)).toEqual([409, 'not_undoable']);
    expect(await allBudgets(owner, event)).toHaveLength(1);
  });

  it('for its restoration', async () => {
    await deleteEvent(owner, event);
    expect(await refusal(await take(owner, event, ['restore', event]))).toEqual([409, 'not_undoable']);
  });

  it('for a write with a member, a role or an invitation', async () => {
    await verify(owner);
    const id = await share(owner, event, await newToken(), 'editor');
    const invite: Step = ['inviteMember', inEvent(), { email: 'ada@example.com', role: 'viewer' }];
    const steps: Step[] = [
      ['updateMember', { ...inEvent(), id }, { role: 'viewer' }],
      ['removeMember', { ...inEvent(), id }],
    ];
    const refused = async (version: number) => expect(await refusal(version)).toEqual([409, 'not_undoable']);
    // Not listed, as it shows nothing.
    await expect(take(owner, event, invite)).rejects.toThrow();
    await refused(3);
    for (const step of steps) await refused(await take(owner, event, step));
  });
});

describe('an undo is 404', () => {
  it('for a write of which version 0.3 recorded only a part', async () => {
    const version = await recordedDeletion(owner, budget);
    await send(new Update(historyKey(referenceOf(owner, event), version)).set(['more'], 1));
    expect((await undo(owner, event, version)).status).toBe(404);
    expect(await allBudgets(owner, event)).toEqual([]);
  });

  it('for a version that is none', async () => {
    const version = await recordedDeletion(owner, budget);
    for (const other of [version + 1, 99, 0, 'x']) {
      const { status, body } = await undo(owner, event, other);
      expect([status, body.message]).toEqual([404, 'Failed to undo the changes']);
    }
    expect(await allBudgets(owner, event)).toEqual([]);
  });

  describe('of a write without an entry', () => {
    const WAIT = [
      409,
      '1',
      [
        {
          ...{ field: 'version', code: 'not_recorded' },
          message: 'This write is not in the history yet. Try again in a second.',
        },
      ],
    ];
    const GONE = [404, undefined, [expect.objectContaining({ code: 'not_found' })]];
    const outcomeOf = async (version: number, path = event) => {
      const { status, headers, body } = await undo(owner, path, version);
      return [status, headers['retry-after'], body.errors];
    };
    /** Deletes a budget without having that recorded. Returns the version. */
    async function unrecordedDeletion(path = event): Promise<number> {
      const budget = await newBudget(owner, path);
      await call(endpoints.deleteBudget.handler, { token: owner, path: budget });
      return versionOf(path);
    }
    const versionOf = async ({ id }: { id: string }) => {
      const { headers } = await call(endpoints.view.handler, { method: 'GET', token: owner, path: { id } });
      return Number(String(headers['etag']).replaceAll('"', ''));
    };
    const age = (path: { id: string }, ms: number) =>
      runAuthorized(() => setInEvent(owner, path, headPath('updated_at'), Date.now() - ms));

    it('is 409 with when to try again while the write may still be recorded', async () => {
      const version = await unrecordedDeletion();
      expect(await outcomeOf(version)).toEqual(WAIT);
      await age(event, 58_000);
      expect(await outcomeOf(version)).toEqual(WAIT);
      expect(await outcomeOf(version - 1)).toEqual(WAIT);
    });

    it('is 404 a minute after the last write', async () => {
      const version = await unrecordedDeletion();
      await age(event, 60_000);
      expect(await outcomeOf(version)).toEqual(GONE);
    });

    it('is 404 for a version that the event has not had', async () => {
      expect(await outcomeOf((await unrecordedDeletion()) + 1)).toEqual(GONE);
    });

    it('is 404 below the newest entry', async () => {
      const version = await unrecordedDeletion();
      await recorded(owner, event, () => newBudget(owner, event));
      expect(await outcomeOf(version)).toEqual(GONE);
    });

    it('is 404 for what was cleared, and for the clear', async () => {
      const version = await unrecordedDeletion();
      await call(endpoints.clearHistory.handler, { token: owner, path: { event_id: event.id } });
      expect(await outcomeOf(version)).toEqual(GONE);
      expect(await outcomeOf(version + 1)).toEqual(GONE);
      expect(await outcomeOf(await unrecordedDeletion())).toEqual(WAIT);
    });
  });
});
