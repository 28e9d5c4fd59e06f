import { Expression } from '../dynamodb/expression.ts';
import { getItem, queryOnce } from '../dynamodb/items.ts';
import { type EventReference, eventIdIn, eventKey, headPath, sharedKey } from '../dynamodb/keys.ts';
import { pointersOf } from '../dynamodb/queries.ts';
import { Update } from '../dynamodb/update.ts';
import { put } from '../dynamodb/writes.ts';
import { LimitExceededError } from '../errors.ts';
import { getPointer, pointerIn } from '../events/pointers.ts';
import { deletePointer } from '../events/traces.ts';
import { problem } from '../problem.ts';
import { getMembers } from './member-repository.ts';

/** Events that are shared with one account. */
export const MAX_SHARED_EVENTS = 100;

const sharedEventsFull = () =>
  new LimitExceededError(
    'events',
    problem('full', `shared with you are full (maximum is ${MAX_SHARED_EVENTS})`),
  );

export const alreadyMember = () =>
  new LimitExceededError('event', problem('duplicate', 'is among yours already'));

/** Why an account may not join an event. */
export const acceptConflicts = [alreadyMember, sharedEventsFull];

/**
 * Stores a pointer to an event, also in place of one that an earlier membership left. Throws {@link LimitExceededError} if
 * the account has an event with this id already, or too many pointers.
 */
export async function pointAt(event: EventReference, accountId: string, membershipId: number): Promise<void> {
  try {
    await requireRoom(event, accountId);
  } catch (error) {
    // An earlier attempt may have stopped after it.
    if (error instanceof LimitExceededError) await dropPointer(event, accountId, membershipId);
    throw error;
  }
  if (!(await putPointer(event, accountId, membershipId))) throw alreadyMember();
}

/**
 * Leaves the pointer of a later membership. Returns `false` if the account has a pointer to another owner's event of this
 * id.
 */
async function putPointer(event: EventReference, accountId: string, membershipId: number): Promise<boolean> {
  const expression = new Expression();
  const key = sharedKey(accountId, event.eventId);
  const head = { owner_id: event.ownerId, membership_id: membershipId };
  const isOwners = `head.owner_id = ${expression.value(event.ownerId)}`;
  const isOlder = `head.membership_id <= ${expression.value(membershipId)}`;
  const failure = await put(
    { ...key, head_id: event.eventId, head },
    `attribute_not_exists(PK) OR (${isOwners} AND ${isOlder})`,
    expression,
  );
  return !failure || (failure.item !== undefined && pointerIn(failure.item)?.owner_id === event.ownerId);
}

/** Deletes the pointer of a refused acceptance, unless another attempt has made the account a member. */
async function dropPointer(event: EventReference, accountId: string, id: number): Promise<void> {
  await deletePointer(accountId, event.eventId, id);
  const shared = await getMembers(event);
  if (shared?.members.some((other) => other.id === id)) await keepPointer(event, accountId, id);
}

async function requireRoom({ ownerId, eventId }: EventReference, accountId: string): Promise<void> {
  const [own, pointer, pointers] = await Promise.all([
    getItem(eventKey({ ownerId: accountId, eventId }), [headPath('version')]),
    getPointer(accountId, eventId),
    queryOnce(pointersOf(accountId)),
  ]);
  if (own || (pointer && pointer.owner_id !== ownerId)) throw alreadyMember();
  if (!pointer && pointers.length >= MAX_SHARED_EVENTS) throw sharedEventsFull();
}

/** Settles the pointer of an acceptance that came too late to find its event, if an earlier attempt left one. */
export async function settlePointers(accountId: string, membershipId: number): Promise<void> {
  for (const item of await queryOnce(pointersOf(accountId))) {
    const pointer = pointerIn(item);
    if (pointer?.membership_id !== membershipId) continue;
    const event = { ownerId: pointer.owner_id, eventId: eventIdIn(String(item['SK'])) };
    await settlePointer(event, accountId, membershipId);
  }
}

/** Deletes the pointer of an acceptance that has failed, or gives it back to another membership of the account. */
export async function settlePointer(event: EventReference, accountId: string, id: number): Promise<void> {
  const shared = await getMembers(event);
  const member = shared?.members.find((other) => other.accountId === accountId);
  if (member) {
    const path = headPath('membership_id');
    const update = new Update(sharedKey(accountId, event.eventId)).set(path, member.id).ifEquals(path, id);
    await update.send();
    return keepPointer(event, accountId, member.id);
  }
  // Another attempt may be about to turn the invitation into a role.
  const isInvited = shared?.invitations.some(({ i }) => i === id);
  if (!isInvited) await deletePointer(accountId, event.eventId, id);
}

/** Makes sure that a membership has its pointer. */
export async function keepPointer(event: EventReference, accountId: string, id: number): Promise<void> {
  if ((await getPointer(accountId, event.eventId))?.membership_id === id) return;
  await putPointer(event, accountId, id);
  const shared = await getMembers(event);
  // A removal may not have found the pointer.
  if (!shared?.members.some((other) => other.id === id)) await deletePointer(accountId, event.eventId, id);
}
