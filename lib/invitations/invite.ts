import { randomUUID } from 'node:crypto';
import { findAccountId } from '../accounts/address.ts';
import type { Client } from '../accounts/client.ts';
import { countInvitation } from '../accounts/limits.ts';
import { getPerson, unverified } from '../accounts/person.ts';
import type { Role } from '../auth/roles.ts';
import { Check, Put } from '../dynamodb/changes.ts';
import { anyOf, equals, isAbsent } from '../dynamodb/conditions.ts';
import { emailKey, invitationKey, invitationPath, sharingPath } from '../dynamodb/keys.ts';
import { MAX_ROUNDS, pauseAfter } from '../dynamodb/send.ts';
import { ConflictError, RetryLaterError, SessionEndedError } from '../errors.ts';
import type { EventCaller } from '../events/access.ts';
import { type Invitation, SHARING_PATHS, type Sharing, sharingIn } from '../events/event.ts';
import { EventUpdate, noEvent, type Target } from '../events/event-update.ts';
import { type FoundItem, findItem } from '../events/read-event.ts';
import { writeFound } from '../events/write-event.ts';
import { nextId } from '../id.ts';
import { queueNotice } from '../mail/queue.ts';
import { problem } from '../problem.ts';
import { isOpen, toInvitationItem } from './invitation.ts';

/** Members and invitations of an event. */
const MAX_MEMBERS = 50;

const membersFull = () =>
  new ConflictError(
    'members',
    problem('full', `are full (maximum is ${MAX_MEMBERS} per event, including invitations)`),
  );

const alreadyInvited = () =>
  new ConflictError('email', problem('duplicate', 'belongs to somebody who is already a member or invited'));

/** Why an event may take no further invitation. */
export const inviteConflicts = [alreadyInvited, membersFull];

/** Another account has the invited e-mail address since it was looked up. */
class AddressChangedError extends Error {
  override name = 'AddressChangedError';
}

/**
 * Invites the person with an e-mail address to the caller's event, and returns the invitation's id. Makes the same requests
 * whether or not the address has an account. Throws a `RefusalError`, and `RateLimitError`.
 */
export async function invite(
  caller: EventCaller,
  eventId: number,
  { email, role }: { email: string; role: Role },
  { network }: Client,
): Promise<number> {
  const find = () => findItem(caller, eventId, SHARING_PATHS);
  const [owner, found] = await Promise.all([getPerson(caller.accountId), find()]);
  if (!owner) throw new SessionEndedError();
  if (!found) throw noEvent();
  if (!owner.email_verified) throw unverified();
  await countInvitation(caller.accountId, network);
  const invitation = { id: nextId(), email, role, since: Math.floor(Date.now() / 1_000) };
  await addInvitation(invitation, found, find);
  await queueNotice({ kind: 'invited', email, inviter_id: caller.accountId });
  return invitation.id;
}

async function addInvitation(
  invitation: Invitation,
  found: FoundItem,
  findAgain: () => Promise<FoundItem | undefined>,
): Promise<void> {
  let current: FoundItem | undefined = found;
  for (let round = 1; round <= MAX_ROUNDS; round += 1) {
    if (!current) throw noEvent();
    try {
      return await addOnce(invitation, current);
    } catch (error) {
      if (!(error instanceof AddressChangedError)) throw error;
    }
    await pauseAfter(round);
    current = await findAgain();
  }
  throw new RetryLaterError('The e-mail address changed hands in every round');
}

async function addOnce(invitation: Invitation, found: FoundItem): Promise<void> {
  const invitedId = await findAccountId(invitation.email);
  await writeFound(found, {
    parse: sharingIn,
    decide: (target, sharing) => {
      const isDone = sharing.invitations.some(({ id }) => id === invitation.id);
      if (isDone) return { result: undefined };
      requireInvitable(invitation.email, invitedId, target.ownerId, sharing);
      return { changes: changesFor(invitation, invitedId, target, sharing), result: undefined };
    },
  });
}

/** Throws if the person with an e-mail address, and an account if it has one, can't be invited. */
function requireInvitable(
  email: string,
  invitedId: string | undefined,
  ownerId: string,
  { members, invitations }: Sharing,
): void {
  const known = [ownerId, ...members.map(({ accountId }) => accountId)];
  const open = invitations.filter(isOpen);
  const isMember = invitedId !== undefined && known.includes(invitedId);
  if (isMember || open.some((other) => other.email === email)) throw alreadyInvited();
  if (members.length + open.length >= MAX_MEMBERS) throw membersFull();
}

function changesFor(
  invitation: Invitation,
  invitedId: string | undefined,
  target: Target,
  { sharing, invitations }: Sharing,
) {
  const { id, email, role, since } = invitation;
  const update = new EventUpdate(target)
    .raiseSharing()
    .require(equals(sharingPath, sharing))
    .set(invitationPath(email), { i: id, r: role, s: since });
  for (const other of invitations) {
    if (!isOpen(other) && other.email !== email) update.remove(invitationPath(other.email));
  }
  // Of the same size for an address without an account.
  const isSame = anyOf(isAbsent(['PK']), equals(['account_id'], invitedId ?? randomUUID()));
  return [
    update,
    new Put(invitationKey(email, id), toInvitationItem(target, invitation)).require(isAbsent(['PK'])),
    new Check(emailKey(email)).require(isSame, () => new AddressChangedError()),
  ] as const;
}
