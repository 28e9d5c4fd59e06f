import { beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { runAuthorized } from '../../../lib/aws/call.ts';
import { Update } from '../../../lib/dynamodb/changes.ts';
import { eventKey, headPath, historyKey } from '../../../lib/dynamodb/keys.ts';
import { send } from '../../../lib/dynamodb/send.ts';
import { recordWrite } from '../../../lib/history/record-write.ts';
import type { Outcome } from '../../support/call.ts';
import { type Client, newClient } from '../../support/client.ts';
import {
  historyOf,
  recorded,
  recordedDeletion,
  type Step,
  seen,
  take,
  undoRecorded,
} from '../../support/history.ts';
import { allBudgets, catering, deposit } from '../../support/service.ts';
import { referenceOf, setInEvent, share, verify } from '../../support/sharing.ts';
import { rejected } from '../../support/table.ts';
import { itemOf } from '../../support/trash.ts';

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
const taken = (...step: Step) => take(owner.token, event, step);
const changed = (fields: object) => taken('updateBudget', budget, { ...fields });
const updated = (fields: object) => taken('update', event, { ...fields });
const budgets = () => allBudgets(owner.token, event);
const deletion = () => recordedDeletion(owner.token, budget);
const undo = (version: number | string, body?: object, headers = {}) =>
  owner.undo({ ...event, version: String(version) }, body, headers);
const undone = (version: number) => undoRecorded(owner.token, event, version);
const KEEP = { keep_changed: true };

const entry = z.looseObject({ field: z.string(), code: z.string(), message: z.string() });

/** The status, and each error but its code, which is `changed`. */
function changedIn({ status, text }: Outcome) {
  const { errors } = z.object({ errors: z.array(entry) }).parse(JSON.parse(text));
  return [status, ...errors.map(({ code, ...others }) => (code === 'changed' ? others : code))];
}
/** The same of an undo that is rejected. */
const changedSince = async (version: number) => changedIn(await rejected(() => undo(version)));
/** The status of an undo, and what it took back and kept. */
const countsOf = ({ status, body }: Outcome) => [status, body['undone_count'], body['kept_count']];
const codeOf = async (version: number, body?: object) => {
  const { status, body: answered } = await rejected(() => undo(version, body));
  return [status, ...(answered.errors ?? []).map(({ code }) => code)];
};
/** The payments of the only budget. */
const paymentIds = async () => {
  const shown = z.tuple([z.object({ payments: z.array(z.object({ id: z.int() })) })]);
  return shown.parse((await seen(owner.token, event)).budgets)[0].payments.map(({ id }) => id);
};

describe('what was changed since', () => {
  it('is listed for each field, or stays with keep_changed, and the rest is undone', async () => {
    const version = await changed({ name: 'Band', amount: 1, spent: 2 });
    await changed({ amount: 5, spent: 6 });
    const of = { budget_id: Number(budget.id), name: 'Band' };
    const outcome = await rejected(() => undo(version));
    expect(outcome.body.message).toBe('Failed to undo the changes');
    expect(changedIn(outcome)).toEqual([
      409,
      { field: 'amount', message: 'Amount of Band has been changed since.', ...of },
      { field: 'spent', message: 'Spent of Band has been changed since.', ...of },
    ]);
    expect(countsOf(await undo(version, KEEP))).toEqual([200, 1, 2]);
    expect(await budgets()).toMatchObject([{ name: 'Catering', amount: 5, spent: 6 }]);
  });

  it('isn’t what was changed there and back', async () => {
    const version = await changed({ amount: 1 });
    await changed({ amount: 2 });
    expect(await codeOf(version, KEEP)).toEqual([409, 'not_undoable']);
    await changed({ amount: 1 });
    expect((await undo(version)).status).toBe(200);
    expect(await budgets()).toMatchObject([{ amount: 1250.5 }]);
  });

  it('is a field of the event', async () => {
    const version = await updated({ name: 'Wedding', limit_amount: 7 });
    await updated({ limit_amount: 8 });
    expect(await changedSince(version)).toEqual([
      409,
      { field: 'limit_amount', message: 'Limit amount has been changed since.' },
    ]);
  });

  it('is a budget that the write updated, and that is gone', async () => {
    const version = await changed({ amount: 1, spent: 2 });
    await taken('deleteBudget', budget);
    const message = 'Budget Catering no longer exists.';
    expect(await changedSince(version)).toEqual([
      409,
      { field: 'budget', message, budget_id: Number(budget.id), name: 'Catering' },
    ]);
  });

  it('is no amount that followed from a price', async () => {
    const drinks = await owner.newBudget(event, { amount: 6, unit_amount: 3, quantity: 2 });
    const budgets = [
      { id: Number(drinks.id), unit_amount: 4, quantity: 5 },
      { id: Number(budget.id), name: 'Band' },
    ];
    const version = await taken('importBudgets', inEvent(), { budgets });
    await taken('deleteBudget', drinks);
    expect(countsOf(await undo(version, KEEP))).toEqual([200, 1, 2]);
  });

  it('is a budget that came back', async () => {
    const version = await deletion();
    await undone(version);
    expect(await changedSince(version)).toMatchObject([409, 'undone']);
  });

  it('is any field or payment of a budget that the write created', async () => {
    const version = await taken('createBudget', inEvent(), catering({ spent: 0 }));
    const path = { ...inEvent(), id: String((await budgets()).at(-1)?.id) };
    const payment = await owner.newPayment(path);
    const message = 'Payment of Catering has been added since.';
    expect(await changedSince(version)).toMatchObject([
      409,
      { field: 'payment', payment_id: Number(payment.id), message },
    ]);
    await taken('deletePayment', payment);
    await taken('updateBudget', path, { note: 'A' });
    expect(await changedSince(version)).toMatchObject([409, { field: 'note' }]);
    await taken('updateBudget', path, { note: null });
    expect((await undo(version)).status).toBe(200);
    expect(await budgets()).toHaveLength(1);
  });

  it('is a payment that is gone, there again, or other than it was made', async () => {
    const created = await taken('createPayment', inBudget(), deposit());
    const [payment_id] = await paymentIds();
    const payment = { ...inBudget(), id: String(payment_id) };
    const updated = await taken('updatePayment', payment, { amount: 7, note: 'B' });
    const of = { budget_id: Number(budget.id), payment_id, name: 'Catering' };
    expect(await changedSince(created)).toEqual([
      409,
      { field: 'amount', message: 'Amount of Catering has been changed since.', ...of },
      { field: 'note', message: 'Note of Catering has been changed since.', ...of },
    ]);
    const deleted = await taken('deletePayment', payment);
    const gone = { field: 'payment', message: 'Payment of Catering no longer exists.', ...of };
    for (const version of [created, updated]) expect(await changedSince(version)).toEqual([409, gone]);
    await undone(deleted);
    expect(await changedSince(deleted)).toMatchObject([409, 'undone']);
  });

  it('is whether a payment is paid, with its day', async () => {
    const payment = await owner.newPayment(budget, { paid_on: '2027-01-01' });
    const version = await taken('updatePayment', payment, { paid_on: null, amount: 7 });
    await taken('updatePayment', payment, { paid: true });
    expect(await changedSince(version)).toMatchObject([409, { field: 'paid' }]);
    expect((await undo(version, KEEP)).status).toBe(200);
    expect(await budgets()).toMatchObject([{ spent: 500 }]);
  });

  it('is a part of a unit price that the write set', async () => {
    const version = await changed({ unit_amount: 5, name: 'Band' });
    await changed({ quantity: 3 });
    expect(await changedSince(version)).toMatchObject([409, { field: 'quantity' }]);
    expect((await undo(version, KEEP)).status).toBe(200);
    expect(await budgets()).toMatchObject([{ name: 'Catering', amount: 15 }]);
  });

  it('isn’t an amount that follows from other fields, or what payments have spent', async () => {
    await changed({ unit_amount: 5, per_guest: true });
    const version = await changed({ unit_amount: 6, spent: 40 });
    await updated({ guests: 20 });
    await owner.newPayment(budget, { paid: true });
    expect(countsOf(await undo(version))).toEqual([200, 1, 0]);
    expect(await budgets()).toMatchObject([{ amount: 100, spent: 500 }]);
  });

  it('isn’t the amount of a budget that is gone, if it followed from the guests or its units', async () => {
    await changed({ unit_amount: 5, per_guest: true });
    const invited = await updated({ guests: 20 });
    const doubled = await changed({ quantity: 2 });
    await taken('deleteBudget', budget);
    expect((await undo(doubled, KEEP)).codes).toEqual([409, 'version not_undoable']);
    expect(countsOf(await undo(invited))).toEqual([200, 1, 0]);
    expect((await owner.view(event)).body.data).toMatchObject({ guests: 10 });
  });

  it('leaves a budget as it is, also its version, whose amount follows from guests that stay', async () => {
    await changed({ unit_amount: 5, per_guest: true });
    const version = await updated({ guests: 20, name: 'Wedding' });
    await updated({ guests: 40 });
    const before = await budgets();
    const { status, body } = await undo(version, KEEP, { prefer: 'return=representation' });
    expect([status, body['undone_count'], body['budgets']]).toEqual([200, 1, []]);
    expect(await budgets()).toEqual(before);
  });

  it('is told before what there is no room for', async () => {
    await changed({ spent: 800 });
    await undone(await taken('createPayment', inBudget(), { amount: 1 }));
    const version = (await historyOf(owner.token, event))[0]?.version ?? 0;
    await undone(version);
    const [, last] = await paymentIds();
    await taken('deletePayment', { ...inBudget(), id: String(last) });
    for (let n = 1; n < 24; n += 1) await owner.newPayment(budget, { amount: 1 });
    expect(await changedSince(version)).toMatchObject([409, 'undone']);
    expect(await codeOf(version, KEEP)).toEqual([409, 'full']);
  });

  it('of an import of 500 lines is listed, and all else is undone', async () => {
    await taken('deleteBudget', budget);
    const lines = Array.from({ length: 500 }, () => catering());
    const version = await taken('importBudgets', inEvent(), { budgets: lines });
    const edited = (await budgets()).slice(0, 50).map(({ id }) => id);
    await taken('importBudgets', inEvent(), { budgets: edited.map((id) => ({ id, note: 'Mine' })) });
    const notes = edited.map((budget_id) => expect.objectContaining({ budget_id, field: 'note' }));
    expect(await changedSince(version)).toEqual([409, ...notes]);
    expect(countsOf(await undo(version, KEEP))).toEqual([200, 450, 50]);
    expect((await budgets()).map(({ id }) => id)).toEqual(edited);
  });
});

describe('an undo is rejected', () => {
  it.each([null, 1, 'yes'])('with keep_changed %j', async (keep_changed) => {
    const { codes } = await undo(await deletion(), { keep_changed });
    expect(codes).toEqual([422, 'keep_changed invalid']);
  });

  it('if the event has no room for what would come back', async () => {
    const version = await deletion();
    const lines = Array.from({ length: 500 }, () => ({ name: 'Band', amount: 1 }));
    await taken('importBudgets', inEvent(), { budgets: lines });
    expect(await codeOf(version)).toEqual([409, 'full']);
  });

  it('if a budget would have more than 24 payments, or larger ones than it may', async () => {
    const version = await taken('deletePayment', await owner.newPayment(budget));
    const rest = await owner.newPayment(budget, { amount: 999_999_500 });
    expect(await codeOf(version)).toEqual([409, 'too_large']);
    await taken('updatePayment', rest, { amount: 1 });
    for (let n = 1; n < 24; n += 1) await owner.newPayment(budget, { amount: 1 });
    expect(await codeOf(version)).toEqual([409, 'full']);
    await taken('deletePayment', rest);
    expect((await undo(version)).status).toBe(200);
  });

  it('if the amounts have other digits now', async () => {
    const version = await deletion();
    await updated({ currency: 'JPY' });
    expect(await codeOf(version)).toEqual([409, 'changed']);
    await updated({ currency: 'EUR' });
    expect((await undo(version)).status).toBe(200);
  });

  it('if a currency would come back that has other digits than the budgets, or than a new limit', async () => {
    await taken('deleteBudget', budget);
    const version = await updated({ currency: 'JPY' });
    budget = await owner.newBudget(event, { amount: 7, spent: 0 });
    expect(await codeOf(version)).toEqual([409, 'in_use']);
    await taken('deleteBudget', budget);
    await updated({ limit_amount: 7 });
    expect(await changedSince(version)).toMatchObject([409, { field: 'limit_amount' }]);
  });

  it('if today’s guests make an amount too large', async () => {
    await changed({ unit_amount: 200_000, per_guest: true });
    const version = await deletion();
    await updated({ guests: 100_000 });
    const { status, body } = await undo(version);
    expect([status, body.errors]).toMatchObject([409, [{ field: 'amount' }]]);
  });

  it('if a unit amount comes back that is too large for today’s quantity', async () => {
    await changed({ unit_amount: 500_000_000 });
    const version = await changed({ unit_amount: 1 });
    await changed({ quantity: 2 });
    const { status, body } = await undo(version);
    const message = 'Amount of Catering would be too large (maximum is 999999999.99).';
    expect([status, body.errors]).toMatchObject([409, [{ field: 'amount', message }]]);
  });

  it('for the creation of the event, and for its restoration', async () => {
    const key = eventKey(referenceOf(owner.token, event));
    await recordWrite({ key: { ...key }, before: undefined, after: await itemOf(owner.token, event) });
    expect(await codeOf(2)).toEqual([409, 'not_undoable']);
    await owner.delete(event);
    expect(await codeOf(await taken('restore', event))).toEqual([409, 'not_undoable']);
  });

  it('for a write with a member, a role or an invitation', async () => {
    await verify(owner.token);
    const id = await share(owner.token, event, (await newClient()).token, 'editor');
    const steps: Step[] = [
      ['updateMember', { ...inEvent(), id }, { role: 'viewer' }],
      ['removeMember', { ...inEvent(), id }],
    ];
    for (const step of steps) expect(await codeOf(await taken(...step))).toEqual([409, 'not_undoable']);
  });

  it('for a write of which version 0.3 recorded only a part', async () => {
    const version = await deletion();
    await send(new Update(historyKey(referenceOf(owner.token, event), version)).set(['more'], 1));
    expect((await rejected(() => undo(version))).status).toBe(404);
  });

  it('for a version that is none', async () => {
    const version = await deletion();
    for (const other of [version + 1, 99, 0, 'x']) {
      const { status, body } = await rejected(() => undo(other));
      expect([status, body.message]).toEqual([404, 'Failed to undo the changes']);
    }
  });
});

describe('an undo of a write without an entry', () => {
  const message = 'This write is not in the history yet. Try again in a second.';
  const WAIT = [409, '1', { field: 'version', code: 'not_recorded', message }];
  const GONE = [404, undefined, expect.objectContaining({ code: 'not_found' })];
  const answered = async (version: number) => {
    const { status, headers, body } = await undo(version);
    return [status, headers['retry-after'], ...(body.errors ?? [])];
  };
  /** Deletes a budget without having that recorded. Returns the version. */
  async function unrecordedDeletion(): Promise<number> {
    await owner.deleteBudget(await owner.newBudget(event));
    return Number((await owner.view(event)).tag.replaceAll('"', ''));
  }
  const age = (ms: number) =>
    runAuthorized(() => setInEvent(owner.token, event, headPath('updated_at'), Date.now() - ms));

  it('is 409 with when to try again for a minute, while the write may still be recorded', async () => {
    const version = await unrecordedDeletion();
    expect(await answered(version)).toEqual(WAIT);
    await age(58_000);
    for (const each of [version, version - 1]) expect(await answered(each)).toEqual(WAIT);
    // The event has not had this version.
    expect(await answered(version + 1)).toEqual(GONE);
    await age(60_000);
    expect(await answered(version)).toEqual(GONE);
  });

  it('is 404 below the newest entry', async () => {
    const version = await unrecordedDeletion();
    await recorded(owner.token, event, () => owner.newBudget(event));
    expect(await answered(version)).toEqual(GONE);
  });

  it('is 404 for what was cleared, and for the clear', async () => {
    const version = await unrecordedDeletion();
    await owner.clearHistory(event);
    for (const each of [version, version + 1]) expect(await answered(each)).toEqual(GONE);
    expect(await answered(await unrecordedDeletion())).toEqual(WAIT);
  });
});
