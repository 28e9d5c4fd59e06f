import { randomUUID } from 'node:crypto';
import { countInvitation } from '../accounts/limits.ts';
import type { Client } from '../accounts/network.ts';
import { getPerson, type Person, unverified } from '../accounts/person.ts';
import { findAccountId } from '../accounts/repository.ts';
import type { Role } from '../auth/roles.ts';
import { Check } from '../dynamodb/changes.ts';
import { anyOf, equals, isAbsent } from '../dynamodb/conditions.ts';
import { emailKey } from '../dynamodb/keys.ts';
import { Rejection, RetryLaterError } from '../errors.ts';
import { nextId } from '../id.ts';
import { nowInSeconds } from '../instant.ts';
import { queueNotice } from '../mail/queue.ts';
import { type EventCaller, memberWith } from '../plan/access.ts';
import { changeEvent } from '../plan/change-event.ts';
import type { Event } from '../plan/event.ts';
import { type Invitation, isPending } from '../plan/invitation.ts';
import { problem } from '../problem.ts';

/** Members and invitations of an event. */
export const MAX_MEMBERS = 50;

export const membersFull = () =>
  new Rejection('conflict', {
    field: 'members',
    problem: problem('full', 'An event can have at most {maximum} members, including invitations.', {
      maximum: MAX_MEMBERS,
    }),
  });

export const alreadyInvited = () =>
  new Rejection('conflict', {
    field: 'email',
    problem: problem('duplicate', 'belongs to someone who is already a member or has been invited'),
  });

/** Reasons why an event may take no further invitation. */
export const inviteConflicts = [alreadyInvited, membersFull];

/**
 * Invites the person with an e-mail address to the caller's event, and returns the invitation's id. Makes the same requests
 * whether or not the address has an account. Throws a `Rejection`, and `too_many`.
 */
export async function invite(
  caller: EventCaller,
  eventId: number,
  { email, role }: { email: string; role: Role },
  { network }: Client,
): Promise<number> {
  const [owner, invitedId] = await Promise.all([getPerson(caller.accountId), findAccountId(email)]);
  if (!owner) throw new Rejection('unauthorized');
  const invitation = { id: nextId(), email, role, since: nowInSeconds() };
  await sendInvitation(caller, eventId, {
    id: invitation.id,
    email,
    invitedId,
    owner,
    network,
    decide: (event) => withInvitation(event, invitation, invitedId, owner),
  });
  return invitation.id;
}

interface Sending extends Pick<Invitation, 'id' | 'email'> {
  /** The account that the address has. */
  invitedId: string | undefined;
  owner: Pick<Person, 'email_verified'>;
  network: string;
  /** Adds the invitation to the event. Throws a `Rejection`. */
  decide: (event: Event) => Event;
}

/** Adds an invitation to the caller's event, and has it mailed. Throws a `Rejection`, and `too_many`. */
export async function sendInvitation(
  caller: EventCaller,
  eventId: number,
  { id, email, invitedId, owner, network, decide }: Sending,
): Promise<void> {
  await changeEvent(caller, eventId, {
    decide,
    others: [sameOwner(email, invitedId)],
    admit: async () => {
      if (!owner.email_verified) throw unverified();
      await countInvitation(caller.accountId, network);
    },
    reply: () => undefined,
  });
  await queueNotice({ kind: 'invited', email, inviter_id: caller.accountId, invitation_id: id });
}

/** The event with one more invitation, and without those that have ended. Throws `conflict`. */
function withInvitation(
  event: Event,
  invitation: Invitation,
  invitedId: string | undefined,
  owner: Person,
): Event {
  const open = event.invitations.filter((each) => isPending(each, owner));
  const isMember = invitedId === event.ownerId || memberWith(invitedId, event) !== undefined;
  if (isMember || open.some(({ email }) => email === invitation.email)) throw alreadyInvited();
  if (event.members.length + open.filter(isOfRole).length >= MAX_MEMBERS) throw membersFull();
  return { ...event, invitations: [...open, invitation] };
}

/** The new owner takes the former one's place. */
const isOfRole = ({ role }: Invitation): boolean => role !== 'owner';

/** Requires that an e-mail address has the same account as it was read. Of the same size if it has none. */
const sameOwner = (email: string, accountId: string | undefined): Check =>
  new Check(emailKey(email)).require(
    anyOf(isAbsent(['PK']), equals(['account_id'], accountId ?? randomUUID())),
    () => new RetryLaterError('Another account has the e-mail address'),
  );
