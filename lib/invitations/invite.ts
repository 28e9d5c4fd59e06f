import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Account } from '../accounts/account.ts';
import { changeConfirmed, requirePassword } from '../accounts/check-password.ts';
import { withCode } from '../accounts/code.ts';
import { countInvitation } from '../accounts/limits.ts';
import type { Client } from '../accounts/network.ts';
import { getPerson, type Person, unverified } from '../accounts/person.ts';
import { findAccountId } from '../accounts/repository.ts';
import type { Role } from '../auth/roles.ts';
import type { SessionReference } from '../auth/session.ts';
import { anyOf, Check, equals, isAbsent } from '../dynamodb/changes.ts';
import { emailKey } from '../dynamodb/keys.ts';
import { Rejection, RetryLaterError } from '../errors.ts';
import { nextId } from '../id.ts';
import { nowInSeconds, toInstant } from '../instant.ts';
import { queueNotice } from '../mail/queue.ts';
import type { ownershipOfferInput } from '../members/request.ts';
import { type EventCaller, memberWith } from '../plan/access.ts';
import { changeEvent } from '../plan/change-event.ts';
import type { Event } from '../plan/event.ts';
import { type Invitation, isPending, type OwnershipOffer } from '../plan/invitation.ts';
import { getEvent, readEvent } from '../plan/repository.ts';
import { problem } from '../problem.ts';

/** Members and invitations of an event. */
const MAX_MEMBERS = 50;

const membersFull = () =>
  new Rejection('conflict', {
    field: 'members',
    problem: problem('full', 'An event can have at most {maximum} members, including invitations.', {
      maximum: MAX_MEMBERS,
    }),
  });

const alreadyInvited = () =>
  new Rejection('conflict', {
    field: 'email',
    problem: problem('duplicate', 'belongs to someone who is already a member or has been invited'),
  });

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
async function sendInvitation(
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
  // Whoever accepts an offer takes the owner's place.
  const joining = open.filter(({ role }) => role !== 'owner');
  if (event.members.length + joining.length >= MAX_MEMBERS) throw membersFull();
  return { ...event, invitations: [...open, invitation] };
}

/** Requires that an e-mail address has the same account as it was read. Of the same size if it has none. */
const sameOwner = (email: string, accountId: string | undefined): Check =>
  new Check(emailKey(email)).require(
    anyOf(isAbsent(['PK']), equals(['account_id'], accountId ?? randomUUID())),
    () => new RetryLaterError('Another account has the e-mail address'),
  );

/** After so long, a member needn't wait, and a second factor or an address is the owner's. */
export const KNOWN_SECONDS = 7 * 86_400;

const alreadyOffered = () =>
  new Rejection('conflict', {
    field: 'event',
    problem: problem('duplicate', 'has already been offered to someone'),
  });

const newFactor = (from: string) =>
  new Rejection('conflict', {
    field: 'second_factor',
    problem: problem('too_early', 'was added too recently to hand over an event', { from }),
  });

const newAddress = (from: string) =>
  new Rejection('conflict', {
    field: 'account',
    problem: problem('too_early', 'Your e-mail address was changed too recently to hand over an event.', {
      from,
    }),
  });

export const offerConflicts = [
  alreadyInvited,
  alreadyOffered,
  membersFull,
  () => newFactor('2026-11-22T09:30:00.000Z'),
  () => newAddress('2026-11-22T09:30:00.000Z'),
];

/**
 * Offers the caller's event to the person with an e-mail address, and returns the offer's id. Until it is accepted, nothing
 * changes. Throws a `Rejection`, and as `requirePassword` and `withCode` do.
 */
export async function offerEvent(
  caller: EventCaller & SessionReference,
  eventId: number,
  { email, password, code }: z.output<typeof ownershipOfferInput>,
  { network }: Client,
): Promise<number> {
  const found = await readEvent(caller, eventId, getEvent);
  const owner = await requirePassword(caller, password);
  if (!owner.email_verified) throw unverified();
  requireKnown(owner);
  const invitedId = await findAccountId(email);
  const id = nextId();
  const decide = (event: Event) => offered(event, { id, email, invitedId, owner });
  // A rejected offer uses up no code.
  decide(found);
  await withCode(owner, code, (useCode) => changeConfirmed(caller, owner, useCode), caller);
  await sendInvitation(caller, eventId, { id, email, invitedId, owner, network, decide });
  await queueNotice({ kind: 'ownership_offered', account_id: caller.accountId });
  return id;
}

/**
 * Whoever has stolen a session and the password could add a second factor, so that the owner can't reset the password, or change
 * the address, so that the owner gets no mail about the offer.
 */
function requireKnown({ factor, email_changed_at = 0 }: Account): void {
  const knownAt = (time: number) => time + KNOWN_SECONDS * 1_000;
  const factorFrom = knownAt(factor?.s ?? 0);
  if (factorFrom > Date.now()) throw newFactor(toInstant(factorFrom));
  const addressFrom = knownAt(email_changed_at);
  if (addressFrom > Date.now()) throw newAddress(toInstant(addressFrom));
}

interface Offering extends Pick<Sending, 'id' | 'email' | 'invitedId'> {
  owner: Account;
}

/** The event with an offer instead of an open invitation of the address. Throws `conflict`. */
function offered(event: Event, { id, email, invitedId, owner }: Offering): Event {
  if (invitedId === event.ownerId) throw alreadyInvited();
  const open = event.invitations.filter((each) => isPending(each, owner));
  if (open.some(({ role }) => role === 'owner')) throw alreadyOffered();
  const member = memberWith(invitedId, event);
  // The former owner becomes a member, so each handover to somebody else adds one.
  if (!member && event.members.length > MAX_MEMBERS) throw membersFull();
  const offer: OwnershipOffer = {
    id,
    email,
    role: 'owner',
    since: nowInSeconds(),
    credentialsVersion: owner.links_epoch ?? 0,
    membershipId: member?.id,
  };
  return { ...event, invitations: [...open.filter((each) => each.email !== email), offer] };
}
