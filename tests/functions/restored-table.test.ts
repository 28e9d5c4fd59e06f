import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { Delete } from '../../lib/dynamodb/changes.ts';
import { getItem } from '../../lib/dynamodb/items.ts';
import { emailKey, invitationKey, sharedKey } from '../../lib/dynamodb/keys.ts';
import { send } from '../../lib/dynamodb/send.ts';
import { toInvitationItem } from '../../lib/plan/invitation.ts';
import { call } from '../support/call.ts';
import { erase } from '../support/erase.ts';
import { tokenMailedTo } from '../support/mail.ts';
import { accountOf, newMember } from '../support/mailed-account.ts';
import { putItem } from '../support/put-items.ts';
import { endpoints, newEvent, person } from '../support/service.ts';
import { accountIdOf, newVerified, pointAt, sharedEvent } from '../support/sharing.ts';
import { deleteForGood, itemOf, trashOf } from '../support/trash.ts';

/** A backup that has a part of a transaction: the address is another account's by now. */
async function giveAddressAway(email: string): Promise<string> {
  const account_id = randomUUID();
  await putItem(emailKey(email), { account_id });
  return account_id;
}

it("an account whose address is another one's can be deleted and erased, and the other one keeps it", async () => {
  const { email, password, token } = await newMember();
  const account_id = await giveAddressAway(email);
  expect((await call(endpoints.deleteAccount.handler, { token, body: { password } })).status).toBe(200);
  expect(await erase(accountIdOf(token))).toBe('erased');
  expect(await getItem(emailKey(email))).toMatchObject({ account_id });
});

it("an account whose address is another one's can change it, and the other one keeps it", async () => {
  const { email, password, token } = await newMember();
  const { email: newEmail } = person();
  await call(endpoints.changeEmail.handler, { token, body: { password, email: newEmail } });
  const mailed = await tokenMailedTo(newEmail);
  const account_id = await giveAddressAway(email);
  const body = { token: mailed };
  expect((await call(endpoints.verifyEmail.handler, { token, body })).status).toBe(200);
  expect((await accountOf(token)).email).toBe(newEmail);
  expect(await getItem(emailKey(email))).toMatchObject({ account_id });
});

it('an invited person can accept beside a pointer to the event that gives no role', async () => {
  const owner = await newVerified();
  const guest = await newVerified();
  const event = await newEvent(owner.token);
  const path = { event_id: event.id };
  const body = { email: guest.email, role: 'editor' };
  const invited = await call(endpoints.inviteMember.handler, { token: owner.token, path, body });
  await pointAt(owner.token, event, guest.token);
  const id = String(z.object({ id: z.int() }).parse(invited.body.data).id);
  expect((await call(endpoints.acceptInvitation.handler, { token: guest.token, path: { id } })).status).toBe(
    200,
  );
  expect(
    (await call(endpoints.view.handler, { method: 'GET', token: guest.token, path: event })).status,
  ).toBe(200);
});

it('a shared event whose pointers and invitations are missing can be deleted, also for good', async () => {
  const { owner, editor, event } = await sharedEvent();
  await send(new Delete(sharedKey(accountIdOf(editor), Number(event.id))));
  expect((await call(endpoints.delete.handler, { token: owner, path: event })).status).toBe(200);
  expect(await trashOf(owner)).toHaveLength(1);
  expect((await deleteForGood(owner, event)).status).toBe(200);
  expect(await itemOf(owner, event)).toBeUndefined();
});

it('an account is erased with invitations and pointers that lead to no event', async () => {
  const { email, password, token } = await newVerified();
  const [owner_id, event_id, invitation_id] = [randomUUID(), 1, 1];
  const event = { ownerId: owner_id, id: event_id, name: 'Party', event_date: '2027-07-04', members: [] };
  const since = Math.floor(Date.now() / 1_000);
  const invitation = toInvitationItem(event, { id: invitation_id, email, role: 'viewer', since });
  await putItem(invitationKey(email, invitation_id), invitation);
  const pointer = { head_id: event_id, head: { owner_id, membership_id: invitation_id } };
  await putItem(sharedKey(accountIdOf(token), event_id), pointer);
  await call(endpoints.deleteAccount.handler, { token, body: { password } });
  expect(await erase(accountIdOf(token))).toBe('erased');
  expect(await getItem(invitationKey(email, invitation_id))).toBeUndefined();
  expect(await getItem(sharedKey(accountIdOf(token), event_id))).toBeUndefined();
});
