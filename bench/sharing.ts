import { newShareToken } from '../lib/auth/share-token.ts';
import { eventKey, invitationKey, linkKey, sharedKey } from '../lib/dynamodb/keys.ts';
import { type ShareLink, toLinkItem } from '../lib/plan/head.ts';
import { toInvitationItem } from '../lib/plan/invitation.ts';
import { eventItem } from '../tests/support/event-item.ts';
import type { Given } from './gateway-call.ts';
import { put, putAccount, SESSION_END, tokenOf } from './stored.ts';

const [OWNER_ID, MEMBER_ID, INVITED_ID] = ['the-owner', 'the-member', 'the-invited'];
const [MEMBERSHIP_ID, INVITATION_ID] = [11, 12];
const EVENT_ID = 114640874195021;

const invited = { email: 'invited@example.com', email_verified: true };
const { text, ...link } = newShareToken();
const share_link: ShareLink = { ...link, shows: 'budgets', end: SESSION_END, links_epoch: 0 };

const token = await tokenOf(OWNER_ID);
const inEvent = { event_id: String(EVENT_ID) };
const member = { ...inEvent, id: String(MEMBERSHIP_ID) };
const invitation = { token: await tokenOf(INVITED_ID), path: { id: String(INVITATION_ID) } };

/** What successful calls have that are about an event of several people, by the function's name. */
export const sharingCalls: Record<string, Given> = {
  eventsHandOver: { token, path: { id: inEvent.event_id } },
  membersList: { token, path: inEvent },
  membersInvite: { token, path: inEvent },
  membersUpdate: { token, path: member, body: { role: 'editor' } },
  membersRemove: { token, path: member },
  invitationsList: invitation,
  invitationsAccept: invitation,
  invitationsDecline: invitation,
  shareLinkEnd: { token, path: inEvent },
  shareLinkView: { token: text },
  factorCreate: { token },
};

/** Puts an event with this many budgets, a member, an invitation and a share link. */
export async function seedSharing(budgets: number, password_hash: string): Promise<void> {
  const [ownerId, eventId] = [OWNER_ID, EVENT_ID];
  const { head, ...item } = eventItem(eventId, budgets);
  const s = Math.floor(Date.now() / 1_000);
  const roles = { [MEMBER_ID]: { r: 'viewer', m: MEMBERSHIP_ID, s } };
  const invitations = { [invited.email]: { i: INVITATION_ID, r: 'viewer', s } };
  await put(eventKey({ ownerId, eventId }), {
    ...item,
    head: { ...head, roles, share_link },
    invitations,
  });
  await put(linkKey(share_link.id), toLinkItem({ ownerId, eventId }, share_link));
  await put(sharedKey(MEMBER_ID, eventId), {
    head_id: eventId,
    head: { owner_id: ownerId, membership_id: MEMBERSHIP_ID },
  });
  await put(
    invitationKey(invited.email, INVITATION_ID),
    toInvitationItem(
      { ownerId, id: eventId, name: head.name, event_date: head.event_date, members: [] },
      { id: INVITATION_ID, email: invited.email, role: 'viewer', since: s },
    ),
  );
  await putAccount({ email: 'owner@example.com', email_verified: true, password_hash }, OWNER_ID);
  await putAccount({ email: 'member@example.com' }, MEMBER_ID);
  await putAccount(invited, INVITED_ID);
}
