import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getItem } from '../../lib/dynamodb/items.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { call } from '../support/call.ts';
import { erase } from '../support/erase.ts';
import { endpoints, newAccessToken, newBudget, newEvent, newPayment, party } from '../support/service.ts';
import { accountIdOf, newVerified } from '../support/sharing.ts';

const { create, copy, update, updateBudget, inviteMember, acceptInvitation, declineInvitation } = endpoints;

let owner: string;
let ownerId: string;
let event: { id: string };
let byOwner: object;
beforeAll(async () => {
  owner = (await newVerified()).token;
  ownerId = accountIdOf(owner);
  event = await newEvent(owner);
  byOwner = { a: ownerId };
});

const authorOf = async ({ id }: { id: string }) =>
  (await getItem(eventKey({ ownerId, eventId: Number(id) }), [['author']]))?.['author'];

/** Invites somebody to the event, who has no role in it yet. */
async function invited() {
  const guest = await newVerified();
  const body = { email: guest.email, role: 'editor' };
  const made = await call(inviteMember.handler, { token: owner, path: { event_id: event.id }, body });
  return { ...guest, path: { id: String(z.object({ id: z.int() }).parse(made.body.data).id) } };
}

it('an event says who created it, copied it and changed it last', async () => {
  expect(await authorOf(event)).toEqual(byOwner);
  const copied = await call(copy.handler, { token: owner, path: event, body: { event_date: '2028-01-01' } });
  expect(await authorOf({ id: copied.id })).toEqual(byOwner);
  const { token, path } = await invited();
  expect(await authorOf(event)).toEqual(byOwner);
  await call(acceptInvitation.handler, { token, path });
  expect(await authorOf(event)).toEqual({ a: accountIdOf(token) });
  await call(update.handler, { token: owner, path: event, body: { name: 'Ball' } });
  expect(await authorOf(event)).toEqual(byOwner);
  const budget = await newBudget(token, event, { spent: 0 });
  expect(await authorOf(event)).toEqual({ a: accountIdOf(token) });
  await newPayment(owner, budget);
  expect(await authorOf(event)).toEqual(byOwner);
});

it('an event says which access token changed it', async () => {
  const { id, token } = await newAccessToken(owner);
  const created = await call(create.handler, { token, body: party() });
  expect(await authorOf({ id: created.id })).toEqual({ a: ownerId, t: id });
  const budget = await newBudget(owner, event);
  await call(updateBudget.handler, { token, path: budget, body: { name: 'Choir' } });
  expect(await authorOf(event)).toEqual({ a: ownerId, t: id });
});

it('an event doesn’t say who declined an invitation', async () => {
  const { token, path } = await invited();
  expect((await call(declineInvitation.handler, { token, path })).status).toBe(200);
  expect(await authorOf(event)).toBeUndefined();
});

it('an erasure leaves nothing of its account', async () => {
  const { token, path } = await invited();
  await call(acceptInvitation.handler, { token, path });
  const body = { password: 'correct horse battery' };
  await call(endpoints.deleteAccount.handler, { token, body });
  expect(await erase(accountIdOf(token))).toBe('erased');
  expect(await authorOf(event)).toBeUndefined();
});
