import { fullName, getPerson, type Person } from '../accounts/person.ts';
import type { Role } from '../auth/roles.ts';
import { Put } from '../dynamodb/changes.ts';
import { isAbsent } from '../dynamodb/conditions.ts';
import { type Attributes, getItem, queryOnce, queryPages } from '../dynamodb/items.ts';
import { type EventReference, eventKey, isSharedKey } from '../dynamodb/keys.ts';
import { headsAfter, headsBefore, headsInTrash, headWithId } from '../dynamodb/queries.ts';
import { send } from '../dynamodb/send.ts';
import { newWriteId } from '../dynamodb/write-ids.ts';
import { accountFull, eventTooLarge, Rejection } from '../errors.ts';
import { nextId } from '../id.ts';
import { problem } from '../problem.ts';
import { memberWith } from './access.ts';
import type { Author } from './author.ts';
import { type Event, eventIn, itemOf, referenceTo } from './event.ts';
import { requireSize } from './event-size.ts';
import { type EventHead, headIn, isInTrash, isRestorable } from './head.ts';
import { pointerIn } from './pointer.ts';
import type { WriteOptions } from './written-event.ts';

/** Gets an event with its budgets; `undefined` if it is in the trash. */
export async function getEvent(reference: EventReference): Promise<Event | undefined> {
  const item = await getItem(eventKey(reference));
  const event = item && eventIn(item);
  return event && !isInTrash(event) ? event : undefined;
}

/** A head with the account's role and the owner's name if another account shares it. */
export interface OwnedHead extends EventHead {
  shared?: { role: Role; owner: string };
}

/** Gets the head of the account's own event, or else of the one that is shared with it under this id, whatever its role. */
export async function getOwnedHead(
  accountId: string,
  eventId: number,
  isAgain = false,
): Promise<OwnedHead | undefined> {
  const entries = entriesOf(await queryOnce(headWithId({ ownerId: accountId, eventId })));
  const [own] = entries.flatMap(({ head }) => head ?? []);
  const [pointer] = entries.flatMap(({ pointer }) => pointer ?? []);
  if (own || !pointer) return own;
  const shared = await sharedHead(accountId, pointer, getPerson(pointer.ownerId));
  // The event may have been handed over in between.
  return shared || isAgain ? shared : getOwnedHead(accountId, eventId, true);
}

interface Reading {
  newestFirst?: boolean;
  /** The maximum number of events that one request reads. */
  limit?: number | undefined;
  /** Without those that others share. */
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

/** The events that items of the index `heads` are, or lead to unless only the own ones are wanted. */
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

/** `undefined` if there is no such event, the owner's account is gone, or the account is no member. */
async function sharedHead(
  accountId: string,
  event: EventReference,
  owner: Promise<Person | undefined>,
): Promise<OwnedHead | undefined> {
  const [items, person] = await Promise.all([queryOnce(headWithId(event)), owner]);
  const [head] = entriesOf(items).flatMap(({ head }) => head ?? []);
  return head && asMember(accountId, head, person);
}

/** The head of a shared event; `undefined` if the owner's account is gone, or the account is no member. */
export function asMember<Head extends EventHead>(
  accountId: string,
  head: Head,
  owner: Person | undefined,
): (Head & OwnedHead) | undefined {
  const role = memberWith(accountId, head)?.role;
  return role && owner && { ...head, shared: { role, owner: fullName(owner) } };
}

/** Requests to DynamoDB for one response. Each reads up to 1 MB. */
export const MAX_READS = 10;

/** Their total, in a message. */
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

/** All own and shared events of an account, oldest first. Throws this error if they have more than 10 MB. */
export const allEvents = (
  accountId: string,
  tooLarge: () => Error = eventsTooLarge,
  ownOnly = false,
): Promise<OwnedHead[]> => allOf(listEvents(accountId, undefined, { ownOnly }), tooLarge);

/** The heads of the events that an account can restore. Throws this error if they have more than 10 MB. */
export const allTrashed = async (accountId: string): Promise<EventHead[]> =>
  (await allOf(queryPages(headsInTrash(accountId)), eventsTooLarge)).map(headIn).filter(isRestorable);

/** Returns the entries of all pages. Throws this error if they have more than 10 MB. */
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

/** Reasons why an event may not be stored. */
export const createEventConflicts = [eventTooLarge, accountFull];

/** Stores a new event. Throws a `Rejection`. */
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
  const refusal = storing && outcome.refusalOf(storing);
  if (refusal) throw refusal;
  // An earlier attempt has made it.
  if (outcome.isResent) return result;
  // Another process has used the same id in the same millisecond.
  return createEvent(author, { ...event, id: nextId() }, { reply, idempotencyRecord });
}
