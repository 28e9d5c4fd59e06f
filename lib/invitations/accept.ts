import { getPerson, isActiveAccount } from '../accounts/person.ts';
import type { Role } from '../auth/roles.ts';
import { getItem } from '../dynamodb/items.ts';
import { type EventReference, eventKey, invitationKey, versionPath } from '../dynamodb/keys.ts';
import { accountFull, notFound, Rejection } from '../errors.ts';
import { nextId } from '../id.ts';
import { nowInSeconds, toInstant } from '../instant.ts';
import { queueNotice } from '../mail/queue.ts';
import { memberWith } from '../plan/access.ts';
import { changeEventAs } from '../plan/change-event.ts';
import { type Event, referenceTo, withoutLink } from '../plan/event.ts';
import {
  acceptableFrom,
  type Invitation,
  invitationItem,
  isOpen,
  isPending,
  type ReceivedInvitation,
} from '../plan/invitation.ts';
import { allEvents, alreadyMember, type FoundEvent, getFound, listPointers } from '../plan/repository.ts';
import { problem } from '../problem.ts';

interface Accepting {
  accountId: string;
  email: string;
  /** Id of the invitation, and then of the membership, unless it makes an owner. */
  id: number;
}

/** Gets it even if it has expired. */
async function getInvitation(email: string, id: number): Promise<ReceivedInvitation | undefined> {
  const item = await getItem(invitationKey(email, id));
  return item && invitationItem.parse(item);
}

/** Finds the event of an invitation that was read. If it isn't there, it may have been handed over since. */
async function findInviting(
  email: string,
  { id, event }: Pick<ReceivedInvitation, 'id' | 'event'>,
): Promise<FoundEvent | undefined> {
  const found = await getFound(event);
  if (found) return found;
  const now = await getInvitation(email, id);
  return now && getFound(now.event);
}

/** Throws `not_found`. */
export async function decline(email: string, id: number): Promise<void> {
  const invitation = await getInvitation(email, id);
  if (!invitation) throw notFound();
  await withdraw(() => findInviting(email, invitation), { email, id });
  if (invitation.role === 'owner')
    await queueNotice({ kind: 'ownership_declined', ...aboutOffer(invitation) });
}

/**
 * Takes an invitation from its event, without an author, so that the history doesn't tell whose address was invited. Throws
 * `not_found`.
 */
export const withdraw = (
  find: () => Promise<FoundEvent | undefined>,
  invitation: Pick<Invitation, 'email' | 'id'>,
): Promise<void> =>
  changeEventAs(
    { author: undefined, find },
    { decide: (found) => withoutInvitation(found, invitation), reply: () => undefined },
  );

/** Throws `not_found`. */
function withoutInvitation(event: Event, { email, id }: Pick<Invitation, 'email' | 'id'>): Event {
  const invitations = event.invitations.filter((each) => each.email !== email || each.id !== id);
  if (invitations.length === event.invitations.length) throw notFound();
  return { ...event, invitations };
}

const tooEarly = (from: string) =>
  new Rejection('conflict', {
    field: 'invitation',
    problem: problem('too_early', "can't be accepted before {from}", { from }),
  });

/**
 * Makes an account the owner of an event that was offered to its e-mail address, and the former owner an editor. The event moves
 * to the new owner's key: one transaction deletes it there, puts it here, and has all that leads to it lead here. A mail tells
 * the former owner. Throws a `Rejection`.
 */
async function takeOver(newOwner: Accepting, offer: ReceivedInvitation): Promise<void> {
  const { accountId, id } = newOwner;
  const owner = await getPerson(offer.event.ownerId);
  // The erasure of the owner's account waits for calls that began before it, and for no others.
  if (!owner || !isPending(offer, owner)) throw notFound();
  const membershipId = nextId();
  const find = async () =>
    (await getFound(offer.event)) ?? (await getFound({ ...offer.event, ownerId: accountId }));
  const { before, after } = await changeEventAs(
    { author: { accountId }, find },
    {
      decide: (event) => {
        if (event.ownerId !== accountId) return handedOver(event, newOwner, membershipId);
        // Another request has done it.
        if (event.offer_id === id) return event;
        throw notFound();
      },
      reply: (written) => written,
    },
  );
  if (after !== before) await queueNotice({ kind: 'ownership_accepted', ...aboutOffer(offer) });
}

const aboutOffer = ({ event, eventDate }: ReceivedInvitation) => ({
  account_id: event.ownerId,
  event_id: event.eventId,
  event_date: eventDate,
});

/**
 * The event with its new owner. The share link ends, and the history begins anew: they are the former owner's. Throws a
 * `Rejection`.
 */
function handedOver(event: Event, { accountId, email, id }: Accepting, membershipId: number): Event {
  const offer = event.invitations.find((each) => each.id === id && each.role === 'owner');
  if (!offer) throw notFound();
  const { invitations, ...offered } = withoutInvitation(event, { email, id });
  const member = memberWith(accountId, event);
  const now = nowInSeconds();
  const from = acceptableFrom(offer.since, member?.since);
  if (from > now) throw tooEarly(toInstant(from * 1_000));
  const others = event.members.filter((each) => each !== member);
  return {
    ...withoutLink({ ...offered, invitations: invitations.filter(isOpen) }),
    ownerId: accountId,
    members: [...others, { accountId: event.ownerId, id: membershipId, role: 'editor', since: now }],
    offer_id: id,
    history_from: event.version + 1,
  };
}

/** The event that an account has taken over by an offer. Throws `not_found`. */
async function eventTakenOver({ accountId, id }: Accepting): Promise<EventReference> {
  const events = await allEvents(accountId, notFound, true);
  const event = events.find(({ offer_id }) => offer_id === id);
  if (!event) throw notFound();
  return referenceTo(event);
}

/** Events that are shared with one account. Acceptances at once may exceed it. */
const MAX_SHARED_EVENTS = 100;

const sharedEventsFull = () =>
  new Rejection('conflict', {
    field: 'events',
    problem: problem('full', 'At most {maximum} events can be shared with you.', {
      maximum: MAX_SHARED_EVENTS,
    }),
  });

export const acceptConflicts = [
  alreadyMember,
  sharedEventsFull,
  accountFull,
  () => tooEarly('2026-11-22T09:30:00.000Z'),
];

/** Makes an account a member of the event that its e-mail address was invited to, or its owner. Throws a `Rejection`. */
export async function accept(accepting: Accepting): Promise<EventReference> {
  const { accountId, email, id } = accepting;
  const invitation = await getInvitation(email, id);
  // Afterwards, because a request at the same time may turn the one into the other.
  const pointers = await listPointers(accountId);
  const existing = pointers.find(({ membershipId }) => membershipId === id);
  if (existing) {
    if (!(await isActiveAccount(existing.event.ownerId))) throw notFound();
    // An earlier request has done it.
    return existing.event;
  }
  // An earlier request may have taken over the event.
  if (!invitation) return eventTakenOver(accepting);
  if (!isOpen(invitation)) throw notFound();
  const { event, role } = invitation;
  if (role === 'owner') {
    await takeOver(accepting, invitation);
    return event;
  }
  // Both are read beside the event.
  const reading = Promise.all([
    isActiveAccount(event.ownerId),
    getItem(eventKey({ ownerId: accountId, eventId: event.eventId }), [versionPath]),
  ]);
  reading.catch(() => undefined);
  const others = pointers.filter((pointer) => pointer.event.eventId !== event.eventId);
  const admit = async () => {
    const [stays, own] = await reading;
    // The erasure of the owner's account finds only the members of calls that began before it.
    if (!stays) throw notFound();
    if (own) throw alreadyMember();
    if (others.length >= MAX_SHARED_EVENTS) throw sharedEventsFull();
  };
  await changeEventAs(
    { author: { accountId }, find: () => findInviting(email, invitation) },
    {
      decide: (found) => joined(found, role, accepting),
      reply: () => undefined,
      admit,
    },
  );
  return event;
}

/** Throws a `Rejection`. */
function joined(event: Event, role: Role, { accountId, email, id }: Accepting): Event {
  const member = memberWith(accountId, event);
  // Another request has done it.
  if (member?.id === id) return event;
  const others = withoutInvitation(event, { email, id });
  if (member) throw alreadyMember();
  return { ...others, members: [...event.members, { accountId, id, role, since: nowInSeconds() }] };
}
