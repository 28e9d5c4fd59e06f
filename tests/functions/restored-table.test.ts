import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { Delete } from '../../lib/dynamodb/changes.ts';
import { getItem } from '../../lib/dynamodb/items.ts';
import { emailKey, invitationKey, sharedKey } from '../../lib/dynamodb/keys.ts';
import { send } from '../../lib/dynamodb/send.ts';
import { toInvitationItem } from '../../lib/plan/invitation.ts';
import { newVerifiedClient, sharedClients } from '../support/client.ts';
import { erase } from '../support/erase.ts';
import { accountOf, newMember, tokenMailedTo } from '../support/mail.ts';
import { person } from '../support/service.ts';
import { accountIdOf, pointAt } from '../support/sharing.ts';
import { putItem } from '../support/table.ts';
import { itemOf } from '../support/trash.ts';

/** A backup that has a part of a transaction: the address is another account's by now. */
async function giveAddressAway(email: string): Promise<string> {
  const account_id = randomUUID();
  await putItem(emailKey(email), { account_id });
  return account_id;
}

it("an account whose address is another one's can be deleted and erased, and the other one keeps it", async () => {
  const { email, password, token, deleteAccount } = await newMember();
  const account_id = await giveAddressAway(email);
  expect((await deleteAccount({ password })).status).toBe(200);
  expect(await erase(accountIdOf(token))).toBe('erased');
  expect(await getItem(emailKey(email))).toMatchObject({ account_id });
});

it("an account whose address is another one's can change it, and the other one keeps it", async () => {
  const { email, password, ...ada } = await newMember();
  const { email: newEmail } = person();
  await ada.changeEmail({ password, email: newEmail });
  const mailed = await tokenMailedTo(newEmail);
  const account_id = await giveAddressAway(email);
  expect((await ada.verifyEmail({ token: mailed })).status).toBe(200);
  expect((await accountOf(ada.token)).email).toBe(newEmail);
  expect(await getItem(emailKey(email))).toMatchObject({ account_id });
});

it('an invited person can accept beside a pointer to the event that gives no role', async () => {
  const [owner, guest] = [await newVerifiedClient(), await newVerifiedClient()];
  const event = await owner.newEvent();
  const { body } = await owner.inviteMember({ event_id: event.id }, { email: guest.email, role: 'editor' });
  await pointAt(owner.token, event, guest.token);
  expect((await guest.acceptInvitation({ id: String(Object(body.data).id) })).status).toBe(200);
  expect((await guest.view(event)).status).toBe(200);
});

it('a shared event whose pointers and invitations are missing can be deleted, also for good', async () => {
  const { owner, editor, event } = await sharedClients();
  await send(new Delete(sharedKey(accountIdOf(editor.token), Number(event.id))));
  expect((await owner.delete(event)).status).toBe(200);
  expect((await owner.listTrash()).body.data).toHaveLength(1);
  expect((await owner.deleteForGood(event)).status).toBe(200);
  expect(await itemOf(owner.token, event)).toBeUndefined();
});

it('an account is erased with invitations and pointers that lead to no event', async () => {
  const { email, password, token, deleteAccount } = await newVerifiedClient();
  const [owner_id, event_id, invitation_id] = [randomUUID(), 1, 1];
  const event = { ownerId: owner_id, id: event_id, name: 'Party', event_date: '2027-07-04', members: [] };
  const since = Math.floor(Date.now() / 1_000);
  const invitation = toInvitationItem(event, { id: invitation_id, email, role: 'viewer', since });
  await putItem(invitationKey(email, invitation_id), invitation);
  const pointer = { head_id: event_id, head: { owner_id, membership_id: invitation_id } };
  await putItem(sharedKey(accountIdOf(token), event_id), pointer);
  await deleteAccount({ password });
  expect(await erase(accountIdOf(token))).toBe('erased');
  expect(await getItem(invitationKey(email, invitation_id))).toBeUndefined();
  expect(await getItem(sharedKey(accountIdOf(token), event_id))).toBeUndefined();
});
