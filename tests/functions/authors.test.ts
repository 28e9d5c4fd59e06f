import { beforeAll, beforeEach, expect, it } from 'vitest';
import { getItem } from '../../lib/dynamodb/items.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { clientOf, newVerifiedClient } from '../support/client.ts';
import { erase } from '../support/erase.ts';
import { newAccessToken, party } from '../support/service.ts';
import { accountIdOf } from '../support/sharing.ts';

let owner: Awaited<ReturnType<typeof newVerifiedClient>>;
let a: string;
let event: { id: string };
beforeAll(async () => {
  owner = await newVerifiedClient();
  a = accountIdOf(owner.token);
});
beforeEach(async () => {
  event = await owner.newEvent();
});

const authorOf = async ({ id }: { id: string }) =>
  (await getItem(eventKey({ ownerId: a, eventId: Number(id) }), [['author']]))?.['author'];

/** Invites somebody to the event, who has no role in it yet. */
async function invited() {
  const guest = await newVerifiedClient();
  const { body } = await owner.inviteMember({ event_id: event.id }, { email: guest.email, role: 'editor' });
  return { ...guest, invitation: { id: String(Object(body.data).id) } };
}

it('an event says who created it, copied it and changed it last', async () => {
  expect(await authorOf(event)).toEqual({ a });
  expect(await authorOf(await owner.copy(event, { event_date: '2028-01-01' }))).toEqual({ a });
  const guest = await invited();
  expect(await authorOf(event)).toEqual({ a });
  await guest.acceptInvitation(guest.invitation);
  expect(await authorOf(event)).toEqual({ a: accountIdOf(guest.token) });
  await owner.update(event, { name: 'Ball' });
  expect(await authorOf(event)).toEqual({ a });
  const budget = await guest.newBudget(event, { spent: 0 });
  expect(await authorOf(event)).toEqual({ a: accountIdOf(guest.token) });
  await owner.newPayment(budget);
  expect(await authorOf(event)).toEqual({ a });
});

it('an event says which access token changed it', async () => {
  const { id, token } = await newAccessToken(owner.token);
  const program = clientOf(token);
  expect(await authorOf(await program.create(party()))).toEqual({ a, t: id });
  await program.updateBudget(await owner.newBudget(event), { name: 'Choir' });
  expect(await authorOf(event)).toEqual({ a, t: id });
});

it('an event doesn’t say who declined an invitation, nor whose account was erased', async () => {
  const [one, other] = [await invited(), await invited()];
  expect((await one.declineInvitation(one.invitation)).status).toBe(200);
  expect(await authorOf(event)).toBeUndefined();
  await other.acceptInvitation(other.invitation);
  await other.deleteAccount({ password: other.password });
  expect(await erase(accountIdOf(other.token))).toBe('erased');
  expect(await authorOf(event)).toBeUndefined();
});
