import * as z from 'zod/mini';
import { fullName, getPerson, type Person } from '../accounts/person.ts';
import { type Role, VIEWERS } from '../auth/roles.ts';
import { Put } from '../dynamodb/changes.ts';
import { isAbsent } from '../dynamodb/conditions.ts';
import { type Attributes, getItem, queryOnce, queryPages } from '../dynamodb/items.ts';
import { type EventReference, eventKey } from '../dynamodb/keys.ts';
import { firstWrites, newMark } from '../dynamodb/marks.ts';
import { headsAfter, headsBefore, headWithId } from '../dynamodb/queries.ts';
import { Failure, send } from '../dynamodb/send.ts';
import { accountFull, ConflictError, eventTooLarge } from '../errors.ts';
import { nextId } from '../id.ts';
import type { Claim } from '../idempotency/claim.ts';
import { problem } from '../problem.ts';
import { type EventAccess, type EventCaller, isAllowed } from './access.ts';
import { type Budget, storedById } from './budget.ts';
import { type Event, eventIn } from './event.ts';
import { type EventHead, type HeadFields, headIn, headOf, newHead, type StoredHead } from './head.ts';
import { pointerIn } from './pointer.ts';

/** Gets an event with its budgets; `undefined` if there is no such event, or the role of the member doesn't suffice. */
export async function getEvent(access: EventAccess): Promise<Event | undefined> {
  const item = await getItem(eventKey(access));
  const event = item && eventIn(item);
  return event && isAllowed(access, event) ? event : undefined;
}

/** A head and whose it is; with the account's role and the owner's name if another account shares it. */
export interface OwnedHead extends EventHead {
  ownerId: string;
  shared?: { role: Role; owner: string };
}

/** Gets the head of the caller's event, or else of the one that is shared with the caller under this id. */
export async function getOwnedHead(caller: EventCaller, eventId: number): Promise<OwnedHead | undefined> {
  const { head, pointer } = await findHead({ ownerId: caller.accountId, eventId });
  if (head) return { ...head, ownerId: caller.accountId };
  if (!pointer) return undefined;
  const { owner_id: ownerId } = pointer;
  return sharedHead(caller, { ownerId, eventId }, getPerson(ownerId));
}

/** What an account has under an event's id: the event, a pointer to it, or both. */
async function findHead(event: EventReference) {
  const items = await queryOnce(headWithId(event));
  const [head] = items.filter((item) => !pointerIn(item)).map(headIn);
  const [pointer] = items.flatMap((item) => pointerIn(item) ?? []);
  return { head, pointer };
}

interface Reading {
  newestFirst?: boolean;
  /** The maximum number of events that one request reads. */
  limit?: number | undefined;
  /** Only events that others share, or none of them. */
  shared?: boolean | undefined;
}

/** Yields an account's own and shared events that come after an id, oldest first, in DynamoDB's pages of up to 1 MB. */
export async function* listEvents(
  accountId: string,
  after?: number,
  { newestFirst, limit, shared }: Reading = {},
): AsyncGenerator<OwnedHead[]> {
  const query = newestFirst
    ? headsBefore(accountId, after ?? Number.MAX_SAFE_INTEGER)
    : headsAfter(accountId, after ?? 0);
  const pages = queryPages({ ...query, ...(limit && { Limit: limit }) });
  for await (const items of pages) yield headsOf(accountId, items, shared);
}

/** The events that items of the index `heads` are or lead to. `shared` leaves out the own ones, or all others. */
async function headsOf(accountId: string, items: Attributes[], shared?: boolean): Promise<OwnedHead[]> {
  const own = new Set(items.filter((item) => !pointerIn(item)).map((item) => item['head_id']));
  const owners = new Map<string, Promise<Person | undefined>>();
  const heads = items.map((item) => {
    const pointer = pointerIn(item);
    if (shared !== undefined && shared !== (pointer !== undefined)) return undefined;
    if (!pointer) return { ...headIn(item), ownerId: accountId };
    // Under an id that both have, an account can open its own event only.
    if (own.has(item['head_id'])) return undefined;
    const { owner_id: ownerId } = pointer;
    const owner = owners.get(ownerId) ?? getPerson(ownerId);
    owners.set(ownerId, owner);
    const event = { ownerId, eventId: z.int().parse(item['head_id']) };
    return sharedHead({ accountId, roles: VIEWERS }, event, owner);
  });
  return (await Promise.all(heads)).filter((head) => head !== undefined);
}

/** `undefined` if there is no such event, the owner's account is gone, or the caller's role doesn't suffice. */
async function sharedHead(
  caller: EventCaller,
  event: EventReference,
  owner: Promise<Person | undefined>,
): Promise<OwnedHead | undefined> {
  const [{ head }, person] = await Promise.all([findHead(event), owner]);
  return head && asMember(caller, { ...head, ownerId: event.ownerId }, person);
}

/** The head of a shared event; `undefined` if the owner's account is gone, or the caller's role doesn't suffice. */
export function asMember(
  { accountId, roles }: EventCaller,
  head: OwnedHead,
  owner: Person | undefined,
): OwnedHead | undefined {
  const role = head.members.find((member) => member.accountId === accountId)?.role;
  if (!role || !roles.includes(role) || !owner) return undefined;
  return { ...head, shared: { role, owner: fullName(owner) } };
}

/** Requests to DynamoDB for one response. Each reads up to 1 MB. */
export const MAX_READS = 10;

export const eventsTooLarge = () =>
  new ConflictError('events', problem('too_large', 'have more than 10 MB together, without their budgets'));

/** All own and shared events of an account, oldest first. Throws this error if they have more than 10 MB. */
export async function allEvents(
  accountId: string,
  tooLarge: () => Error = eventsTooLarge,
  shared?: boolean,
): Promise<OwnedHead[]> {
  const events: OwnedHead[] = [];
  let reads = 0;
  for await (const page of listEvents(accountId, undefined, { shared })) {
    reads += 1;
    if (reads > MAX_READS) throw tooLarge();
    events.push(...page);
  }
  return events;
}

/** Why an event may not be stored. */
export const createEventConflicts = [eventTooLarge, accountFull];

/** Creates an event without budgets. Throws a `RefusalError`. */
export const createEvent = (ownerId: string, fields: HeadFields, claim?: Claim): Promise<EventHead> =>
  putEvent(ownerId, newHead(fields), [], claim);

/** Stores a new event with its budgets. Throws a `RefusalError`. */
export async function putEvent(
  ownerId: string,
  head: StoredHead,
  budgets: Budget[],
  claim?: Claim,
): Promise<EventHead> {
  const id = nextId();
  const write_mark = newMark();
  const event = new Put(eventKey({ ownerId, eventId: id }), {
    head_id: id,
    head,
    budgets: storedById(budgets),
    invitations: {},
    writes: firstWrites(write_mark),
    write_mark,
  }).require(isAbsent(['PK']));
  const claiming = claim?.({ id });
  const outcome = await send(event, ...(claiming ? [claiming] : []));
  if (!(outcome instanceof Failure) || outcome.itemOf(event)?.['write_mark'] === write_mark)
    return headOf(id, head);
  if (claiming) outcome.throwRefusalOf(claiming);
  // Another process may have used the same id in the same millisecond.
  return putEvent(ownerId, head, budgets, claim);
}
