import { eventKey, invitationKey, sharedKey } from '../lib/dynamodb/keys.ts';
import { toInvitationItem } from '../lib/plan/invitation.ts';
import { eventItem } from '../tests/support/event-item.ts';
import type { Call } from './gateway-call.ts';
import { put, putAccount, tokenOf } from './stored.ts';

const [OWNER_ID, MEMBER_ID, INVITED_ID] = ['the-owner', 'the-member', 'the-invited'];
const [MEMBERSHIP_ID, INVITATION_ID] = [11, 12];
const EVENT_ID = 114640874195021;

const invited = { email: 'invited@example.com', email_verified: true };
const token = await tokenOf(OWNER_ID);
const inEvent = { event_id: String(EVENT_ID) };
const member = { ...inEvent, id: String(MEMBERSHIP_ID) };
const invitation = { token: await tokenOf(INVITED_ID), path: { id: String(INVITATION_ID) } };

/** What a successful call of each function for members and invitations has, given an address that has an account. */
export const sharingCalls = (someone: string): Record<string, Partial<Call>> => ({
  membersList: { token, path: inEvent },
  membersInvite: { token, path: inEvent, body: { email: someone, role: 'viewer' } },
  membersUpdate: { token, path: member, body: { role: 'editor' } },
  membersRemove: { token, path: member },
  invitationsList: invitation,
  invitationsAccept: invitation,
  invitationsDecline: invitation,
});

/** Puts an event with a member and an invitation. */
export async function seedSharing(): Promise<void> {
  const [ownerId, eventId] = [OWNER_ID, EVENT_ID];
  const { head, ...item } = eventItem(eventId, 3);
  const s = Math.floor(Date.now() / 1_000);
  const roles = { [MEMBER_ID]: { r: 'viewer', m: MEMBERSHIP_ID, s } };
  const invitations = { [invited.email]: { i: INVITATION_ID, r: 'viewer', s } };
  await put(eventKey({ ownerId, eventId }), { ...item, head: { ...head, roles }, invitations });
  await put(sharedKey(MEMBER_ID, eventId), {
    head_id: eventId,
    head: { owner_id: ownerId, membership_id: MEMBERSHIP_ID },
  });
  await put(
    invitationKey(invited.email, INVITATION_ID),
    toInvitationItem(
      { ownerId, id: eventId, name: head.name, event_date: head.event_date },
      { id: INVITATION_ID, email: invited.email, role: 'viewer', since: s },
    ),
  );
  await putAccount({ email: 'owner@example.com', email_verified: true }, OWNER_ID);
  await putAccount({ email: 'member@example.com' }, MEMBER_ID);
  await putAccount(invited, INVITED_ID);
}
