import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { call } from '../../support/call.ts';
import { erase } from '../../support/erase.ts';
import { PASSWORD } from '../../support/person.ts';
import { historyEntries, recordedTable } from '../../support/records.ts';
import { endpoints, newAccessToken, newBudget, newEvent, newPayment } from '../../support/service.ts';
import { accountIdOf, newVerified, referenceOf } from '../../support/sharing.ts';
import { tableContent } from '../../support/table-content.ts';

let owner: string;
let event: { id: string };
let record: Awaited<ReturnType<typeof recordedTable>>;
beforeAll(async () => {
  record = await recordedTable();
});
beforeEach(async () => {
  owner = (await newVerified()).token;
  event = await newEvent(owner, { guests: 10 });
});

async function entries(path = event, token = owner) {
  await record();
  return historyEntries(referenceOf(token, path));
}

/** What the newest entry has. */
async function newest() {
  const all = await entries();
  expect(all.map(({ version }) => version)).toEqual(all.map((_, n) => n + 1));
  return all.at(-1);
}

const act = (name: keyof typeof endpoints, path: Record<string, string>, body?: object, token = owner) =>
  call(endpoints[name].handler, { token, path, ...(body && { body }) });

async function invited() {
  const guest = await newVerified();
  const { body } = await act('inviteMember', { event_id: event.id }, { email: guest.email, role: 'viewer' });
  return { ...guest, id: String(z.object({ id: z.int() }).parse(body.data).id) };
}

describe('the function that the table’s stream invokes', () => {
  it('records the writes of events, budgets and payments', async () => {
    expect(await newest()).toMatchObject({
      ...{ version: 1, digits: 2, author: { accountId: accountIdOf(owner) } },
      changes: [{ kind: 'event', change: 'created', after: { name: 'Summer party', guests: 10 } }],
    });
    await act('update', event, { name: 'Ball' });
    expect(await newest()).toMatchObject({
      changes: [
        { kind: 'event', change: 'updated', before: { name: 'Summer party' }, after: { name: 'Ball' } },
      ],
    });
    const budget = await newBudget(owner, event, {
      spent: 0,
      amount: undefined,
      unit_amount: 3,
      per_guest: true,
    });
    expect(await newest()).toMatchObject({
      changes: [{ kind: 'budget', change: 'created', name: 'Catering', after: { amount_cents: 3_000 } }],
    });
    await act('update', event, { guests: 20 });
    expect((await newest())?.changes).toEqual([
      { kind: 'event', change: 'updated', before: { guests: 10 }, after: { guests: 20 } },
      {
        ...{ kind: 'budget', change: 'updated', id: Number(budget.id), name: 'Catering' },
        ...{ before: { amount_cents: 3_000 }, after: { amount_cents: 6_000 } },
      },
    ]);
    const payment = await newPayment(owner, budget, { paid_on: '2027-02-01' });
    expect((await newest())?.changes).toMatchObject([
      { kind: 'budget', change: 'updated', before: { spent_cents: 0 }, after: { spent_cents: 50_000 } },
      { kind: 'payment', change: 'created', id: Number(payment.id), budget_id: Number(budget.id) },
    ]);
    await act('deleteBudget', budget);
    const before = { spent_cents: 50_000, payments: [{ id: Number(payment.id), amount_cents: 50_000 }] };
    expect((await newest())?.changes).toMatchObject([
      { kind: 'budget', change: 'deleted', id: Number(budget.id), before },
    ]);
  });

  it('records who joins, gets another role, and leaves, but no invitation', async () => {
    const { id, token, email } = await invited();
    expect(await newest()).toMatchObject({ changes: [], more: 0 });
    await act('acceptInvitation', { id }, undefined, token);
    const membershipId = Number(id);
    const member = { kind: 'member', id: Number(id), account_id: accountIdOf(token) };
    expect(await newest()).toMatchObject({
      author: { accountId: accountIdOf(token), membershipId },
      changes: [{ ...member, change: 'created', after: { role: 'viewer' } }],
    });
    await act('updateMember', { event_id: event.id, id }, { role: 'editor' });
    expect((await newest())?.changes).toEqual([
      { ...member, change: 'updated', before: { role: 'viewer' }, after: { role: 'editor' } },
    ]);
    await act('update', event, { guests: 30 }, token);
    expect((await newest())?.author).toEqual({ accountId: accountIdOf(token), membershipId });
    await act('removeMember', { event_id: event.id, id }, undefined, token);
    expect(await newest()).toMatchObject({
      author: { accountId: accountIdOf(token), membershipId },
      changes: [{ ...member, change: 'deleted', before: { role: 'editor' } }],
    });
    const histories = Object.entries(await tableContent()).filter(([key]) => key.startsWith('HISTORY#'));
    expect(histories.length).toBeGreaterThan(4);
    expect(JSON.stringify(histories)).not.toContain(email);
  });

  it('records which access token wrote', async () => {
    const { id, token } = await newAccessToken(owner);
    await act('update', event, { name: 'Gala' }, token);
    expect((await newest())?.author).toEqual({ accountId: accountIdOf(owner), tokenId: id });
  });

  it('records a copy with its budgets as created', async () => {
    await newBudget(owner, event);
    const copied = await act('copy', event, { event_date: '2028-07-04' });
    const [entry, ...others] = await entries({ id: copied.id });
    expect(others).toEqual([]);
    expect(entry?.changes.map(({ kind, change }) => [kind, change])).toEqual([
      ['event', 'created'],
      ['budget', 'created'],
    ]);
  });

  it('leaves nothing of an erased account’s events after the last record, late as it may be', async () => {
    const { token } = await newVerified();
    const own = await newEvent(token);
    await entries(own, token);
    await newBudget(token, own);
    await call(endpoints.deleteAccount.handler, { token, body: { password: PASSWORD } });
    expect(await erase(accountIdOf(token))).toBe('erased');
    expect(await entries(own, token)).toEqual([]);
    expect(JSON.stringify(await tableContent())).not.toContain(accountIdOf(token));
  });
});
