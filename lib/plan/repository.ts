import * as z from 'zod/mini';
import { fullName, getPerson, isActiveAccount, type Person } from '../accounts/person.ts';
import type { Role } from '../auth/roles.ts';
import { isAbsent, newWriteId, Put } from '../dynamodb/changes.ts';
import { type Attributes, getItem, ifAvailable, queryOnce, queryPages } from '../dynamodb/items.ts';
import {
  type EventReference,
  eventIdIn,
  eventKey,
  headsAfter,
  headsBefore,
  headsInTrash,
  headWithId,
  isSharedKey,
  pointersOf,
  sharedKey,
} from '../dynamodb/keys.ts';
import { send } from '../dynamodb/send.ts';
import { accountFull, eventTooLarge, notFound, Rejection } from '../errors.ts';
import { nextId } from '../id.ts';
import { problem } from '../problem.ts';
import { type Author, type EventCaller, memberWith, requireAccess, type SharedWith } from './access.ts';
import { type Event, eventIn, itemOf, referenceTo, requireSize, type WriteOptions } from './event.ts';
import { type EventHead, headIn, isInTrash, isRestorable } from './head.ts';
import { inThisForm, storedMap } from './stored-budget.ts';

/** A pointer to a shared event. It grants nothing: the event itself has its members. The index `heads` projects the `head`. */
const pointerItem = z.object({
  SK: z.string(),
  head: z.object({ owner_id: z.string(), membership_id: z.int() }),
});

interface Pointer {
  event: EventReference;
  membershipId: number;
}

export function pointerIn(item: unknown): Pointer {
  const { SK, head } = pointerItem.parse(item);
  return { event: { ownerId: head.owner_id, eventId: eventIdIn(SK) }, membershipId: head.membership_id };
}

export async function getPointer(accountId: string, eventId: number): Promise<Pointer | undefined> {
  const item = await getItem(sharedKey(accountId, eventId), [['SK'], ['head']]);
  return item && pointerIn(item);
}

/** Oldest event first. */
export const listPointers = async (accountId: string): Promise<Pointer[]> =>
  (await queryOnce(pointersOf(accountId))).map(pointerIn);

/** The account has an event or another pointer under the event's id. */
export const alreadyMember = () =>
  new Rejection('conflict', { field: 'event', problem: problem('duplicate', 'is already in your list') });

/** `undefined` if it is in the trash. */
export async function getEvent(reference: EventReference): Promise<Event | undefined> {
  const item = await getItem(eventKey(reference));
  const event = item && eventIn(item);
  return event && !isInTrash(event) ? event : undefined;
}

export interface OwnedHead extends EventHead {
  /** The account's role and the owner's name, in an event of another account. */
  shared?: { role: Role; owner: string };
}

/** Reads once more if a pointer led nowhere (`null`), because the event may have been handed over in between. */
async function withRetry<Found>(read: () => Promise<Found | null | undefined>): Promise<Found | undefined> {
  const found = await read();
  return (found === null ? await read() : found) ?? undefined;
}

/** Gets the head of the account's own event, or else of the one that is shared with it under this id, whatever its role. */
export const getOwnedHead = (accountId: string, eventId: number): Promise<OwnedHead | undefined> =>
  withRetry(async () => {
    const entries = entriesOf(await queryOnce(headWithId({ ownerId: accountId, eventId })));
    const [own] = entries.flatMap(({ head }) => head ?? []);
    const [pointer] = entries.flatMap(({ pointer }) => pointer ?? []);
    if (own || !pointer) return own;
    return (await sharedHead(accountId, pointer, getPerson(pointer.ownerId))) ?? null;
  });

interface Reading {
  newestFirst?: boolean;
  /** The maximum number of events that one request reads. */
  limit?: number | undefined;
  ownOnly?: boolean;
}

/** Yields an account's own and shared events that come after an id, oldest first, in DynamoDB's pages of up to 1 MB. */
export async function* listEvents(
  accountId: string,
  after?: number,
  { newestFirst, limit, ownOnly }: Reading = {},
): AsyncGenerator<OwnedHead[]> {
  const query = newestFirst
    ? headsBefore(accountId, after ?? Number.MAX_SAFE_INTEGER)
    : headsAfter(accountId, after ?? 0);
  const pages = queryPages({ ...query, ...(limit && { Limit: limit }) });
  for await (const items of pages) yield headsOf(accountId, items, ownOnly);
}

async function headsOf(accountId: string, items: Attributes[], ownOnly?: boolean): Promise<OwnedHead[]> {
  const entries = entriesOf(items);
  const own = new Set(entries.flatMap(({ head }) => head?.id ?? []));
  const owners = new Map<string, Promise<Person | undefined>>();
  const heads = entries.map(({ head, pointer }) => {
    if (head) return head;
    // Under an id that both have, an account can open its own event only.
    if (ownOnly || own.has(pointer.eventId)) return undefined;
    const owner = owners.get(pointer.ownerId) ?? getPerson(pointer.ownerId);
    owners.set(pointer.ownerId, owner);
    return sharedHead(accountId, pointer, owner);
  });
  return (await Promise.all(heads)).filter((head) => head !== undefined);
}

/** An entry of the index `heads`: an own event, or a pointer to one of another account. */
type Entry = { head: EventHead; pointer?: never } | { head?: never; pointer: EventReference };

const entriesOf = (items: Attributes[]): Entry[] =>
  items.map((item) =>
    isSharedKey(item['SK']) ? { pointer: pointerIn(item).event } : { head: headIn(item) },
  );

async function sharedHead(
  accountId: string,
  event: EventReference,
  owner: Promise<Person | undefined>,
): Promise<OwnedHead | undefined> {
  const [items, person] = await Promise.all([queryOnce(headWithId(event)), owner]);
  const [head] = entriesOf(items).flatMap(({ head }) => head ?? []);
  return head && asMember(accountId, head, person);
}

/** `undefined` if the owner's account is deleted, or the account is no member. */
function asMember<Head extends EventHead>(
  accountId: string,
  head: Head,
  owner: Person | undefined,
): (Head & OwnedHead) | undefined {
  const role = memberWith(accountId, head)?.role;
  return role && owner && { ...head, shared: { role, owner: fullName(owner) } };
}

/** Requests for one response. Each reads up to 1 MB. */
export const MAX_READS = 10;

export const MAX_EVENTS_READ = { maximum: MAX_READS, unit: 'MB' };

export const eventsTooLarge = () =>
  new Rejection('conflict', {
    field: 'events',
    problem: problem(
      'too_large',
      'exceed {maximum} {unit} in total, not counting their budgets',
      MAX_EVENTS_READ,
    ),
  });

/** Oldest first. Throws this error if they have more than 10 MB. */
export const allEvents = (
  accountId: string,
  tooLarge: () => Error = eventsTooLarge,
  ownOnly = false,
): Promise<OwnedHead[]> => allOf(listEvents(accountId, undefined, { ownOnly }), tooLarge);

export const allTrashed = async (accountId: string): Promise<EventHead[]> =>
  (await allOf(queryPages(headsInTrash(accountId)), eventsTooLarge)).map(headIn).filter(isRestorable);

async function allOf<Entry>(pages: AsyncIterable<Entry[]>, tooLarge: () => Error): Promise<Entry[]> {
  const entries: Entry[] = [];
  let reads = 0;
  for await (const page of pages) {
    reads += 1;
    if (reads > MAX_READS) throw tooLarge();
    entries.push(...page);
  }
  return entries;
}

export const createEventConflicts = [eventTooLarge, accountFull];

/** Throws a `Rejection`. */
export async function createEvent<Result>(
  author: Author,
  event: Event,
  { reply, idempotencyRecord }: WriteOptions<Event, Result>,
): Promise<Result> {
  requireSize(event);
  const writeId = newWriteId();
  const key = eventKey(referenceTo(event));
  const creation = new Put(key, itemOf(event, writeId, author)).require(isAbsent(['PK']));
  const result = reply(event);
  const storing = idempotencyRecord?.(result);
  const outcome = await send(creation, ...(storing ? [storing] : []));
  if (!outcome) return result;
  const rejection = storing && outcome.rejectionOf(storing);
  if (rejection) throw rejection;
  // An earlier attempt has made it.
  if (outcome.isResent) return result;
  // Another process has used the same id in the same millisecond.
  return createEvent(author, { ...event, id: nextId() }, { reply, idempotencyRecord });
}

const writtenItem = z.object({ budgets: storedMap, writes: z.array(z.string()) });

/** An event to be written, and its item, with the budgets as this version stores them. */
export function foundIn(stored: Attributes) {
  const event = eventIn(stored);
  const { budgets, writes } = writtenItem.parse(stored);
  const item: Attributes = { ...stored, budgets: inThisForm(budgets) };
  return { item, event, version: event.version, writes };
}

export type FoundEvent = ReturnType<typeof foundIn>;

export async function getFound(reference: EventReference): Promise<FoundEvent | undefined> {
  const item = await getItem(eventKey(reference));
  return item && foundIn(item);
}

/**
 * Reads from the caller's own event, or else from the one that a pointer of the caller leads to, unless its owner is being
 * deleted. Checks no role.
 */
export const findEvent = <Found>(
  { accountId }: EventCaller,
  eventId: number,
  read: (event: EventReference) => Promise<Found | undefined>,
  readShared = (event: EventReference) => ifOwnerIsActive(event, read),
): Promise<Found | undefined> =>
  withRetry(async () => {
    const own = await read({ ownerId: accountId, eventId });
    if (own !== undefined) return own;
    const pointer = await getPointer(accountId, eventId);
    return pointer && ((await readShared(pointer.event)) ?? null);
  });

/** `undefined` if the owner is being deleted. */
export async function ifOwnerIsActive<Found>(
  event: EventReference,
  read: (event: EventReference) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const [found, stays] = await Promise.all([read(event), isActiveAccount(event.ownerId)]);
  return stays ? found : undefined;
}

/**
 * Reads from the caller's own event, or else from the one that is shared with the caller under this id. Throws `not_found`,
 * and `forbidden` to a member whose role doesn't suffice.
 */
export const readEvent = async <Found extends SharedWith>(
  caller: EventCaller,
  eventId: number,
  read: (event: EventReference) => Promise<Found | undefined>,
  readShared?: typeof read,
): Promise<Found> => openFor(caller, await findEvent(caller, eventId, read, readShared));

/** Throws as `readEvent` does. */
export const readHead = async (caller: EventCaller, eventId: number): Promise<OwnedHead> =>
  openFor(caller, await getOwnedHead(caller.accountId, eventId));

function openFor<Found extends SharedWith>(caller: EventCaller, found: Found | undefined): Found {
  if (!found) throw notFound();
  requireAccess(caller, found);
  return found;
}

/** Throws as `readEvent` does. */
export const readOwnedEvent = (caller: EventCaller, eventId: number) =>
  readEvent<Event & OwnedHead>(caller, eventId, getEvent, async (event) => {
    const [found, owner] = await Promise.all([getEvent(event), getPerson(event.ownerId)]);
    return found && asMember(caller.accountId, found, owner);
  });

/** `undefined` if the owner's name can't be read. */
export const asViewed = async (
  { accountId }: EventCaller,
  event: Event,
): Promise<(Event & OwnedHead) | undefined> =>
  event.ownerId === accountId
    ? event
    : asMember(accountId, event, await ifAvailable(getPerson(event.ownerId)));
