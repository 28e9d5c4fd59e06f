import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import type { Account } from '../accounts/account.ts';
import { changeConfirmed, requirePassword } from '../accounts/check-password.ts';
import { withCode } from '../accounts/code.ts';
import { countInvitation, takeMailWindow } from '../accounts/limits.ts';
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
import type { NewMailRequest } from '../mail/request.ts';
import type { ownershipOfferInput } from '../members/request.ts';
import { type EventCaller, memberWith } from '../plan/access.ts';
import { changeEvent } from '../plan/change-event.ts';
import type { Event } from '../plan/event.ts';
import {
  acceptableFrom,
  endOfInvitation,
  type Invitation,
  isPending,
  KNOWN_SECONDS,
  type OwnershipOffer,
} from '../plan/invitation.ts';
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
 * Invites the person with an e-mail address to the caller's event. Makes the same requests whether or not the address has an
 * account. Throws a `Rejection`.
 */
export async function invite(
  caller: EventCaller,
  eventId: number,
  { email, role }: { email: string; role: Role },
  { network }: Client,
): Promise<Sent> {
  const [owner, invitedId] = await Promise.all([getPerson(caller.accountId), findAccountId(email)]);
  if (!owner) throw new Rejection('unauthorized');
  const invitation = { id: nextId(), email, role, since: nowInSeconds() };
  const { id } = invitation;
  return sendInvitation(caller, eventId, {
    ...{ id, email, invitedId, owner, network },
    decide: (event) => withInvitation(event, invitation, invitedId, owner),
    mail: () => ({ kind: 'invited', email, inviter_id: caller.accountId, invitation_id: id }),
  });
}

interface Sent {
  id: number;
  /** The event with the invitation. */
  event: Event;
  isMailed: boolean;
}

interface Sending extends Pick<Invitation, 'id' | 'email'> {
  /** The account that the address has. */
  invitedId: string | undefined;
  owner: Pick<Person, 'email_verified'>;
  network: string;
  /** Adds the invitation to the event. Throws a `Rejection`. */
  decide: (event: Event) => Event;
  mail: (event: Event) => Extract<NewMailRequest, { kind: 'invited' | 'offered' }>;
}

/** Adds an invitation to the caller's event, and has it mailed. Throws a `Rejection`. */
async function sendInvitation(
  caller: EventCaller,
  eventId: number,
  { id, email, invitedId, owner, network, decide, mail }: Sending,
): Promise<Sent> {
  const event = await changeEvent(caller, eventId, {
    decide,
    others: [sameOwner(email, invitedId)],
    admit: async () => {
      if (!owner.email_verified) throw unverified();
      await countInvitation(caller.accountId, network);
    },
    reply: ({ after }) => after,
  });
  const request = mail(event);
  const isMailed =
    (await takeMailWindow(request.kind, caller.accountId, request.email, id)) && (await queueNotice(request));
  return { id, event, isMailed };
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

const alreadyOwner = () =>
  new Rejection('conflict', {
    field: 'email',
    problem: problem('duplicate', 'You own this event already.'),
  });

export const offerConflicts = [
  alreadyOwner,
  alreadyOffered,
  membersFull,
  () => newFactor('2026-11-22T09:30:00.000Z'),
  () => newAddress('2026-11-22T09:30:00.000Z'),
];

/**
 * Offers the caller's event to the person with an e-mail address. Until it is accepted, nothing changes. Throws a `Rejection`.
 */
export async function offerEvent(
  caller: EventCaller & SessionReference,
  eventId: number,
  { email, password, code }: z.output<typeof ownershipOfferInput>,
  { network }: Client,
): Promise<Omit<Sent, 'event'> & { acceptable_from: string }> {
  const found = await readEvent(caller, eventId, getEvent);
  const owner = await requirePassword(caller, password);
  if (!owner.email_verified) throw unverified();
  requireKnown(owner);
  const invitedId = await findAccountId(email);
  const id = nextId();
  const offer = {
    id,
    email,
    role: 'owner',
    since: nowInSeconds(),
    credentialsVersion: owner.links_epoch ?? 0,
  } as const;
  const decide = (event: Event) => offered(event, offer, invitedId, owner);
  // A rejected offer uses up no code.
  decide(found);
  await withCode(owner, code, (useCode) => changeConfirmed(caller, owner, useCode), caller);
  const fromIn = (event: Event) => acceptableFrom(offer.since, memberWith(invitedId, event)?.since);
  const { event, isMailed } = await sendInvitation(caller, eventId, {
    ...{ id, email, invitedId, owner, network, decide },
    mail: (event) => ({
      ...{ kind: 'offered', email, event_id: eventId, event_date: event.event_date },
      ...{ from: fromIn(event), until: endOfInvitation(offer) },
    }),
  });
  await queueNotice({ kind: 'ownership_offered', account_id: caller.accountId });
  return { id, acceptable_from: toInstant(fromIn(event) * 1_000), isMailed };
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

/** The event with an offer instead of an open invitation of the address. Throws `conflict`. */
function offered(
  event: Event,
  offer: Omit<OwnershipOffer, 'membershipId'>,
  invitedId: string | undefined,
  owner: Account,
): Event {
  if (invitedId === event.ownerId) throw alreadyOwner();
  const open = event.invitations.filter((each) => isPending(each, owner));
  if (open.some(({ role }) => role === 'owner')) throw alreadyOffered();
  const member = memberWith(invitedId, event);
  // The former owner becomes a member, so each handover to somebody else adds one.
  if (!member && event.members.length > MAX_MEMBERS) throw membersFull();
  const others = open.filter((each) => each.email !== offer.email);
  return { ...event, invitations: [...others, { ...offer, membershipId: member?.id }] };
}
