import { Expression } from '../dynamodb/expression.ts';
import { getItem, queryOnce } from '../dynamodb/items.ts';
import { type EventReference, eventKey, headPath, sharedKey } from '../dynamodb/keys.ts';
import { pointersOf } from '../dynamodb/queries.ts';
import { put } from '../dynamodb/writes.ts';
import { LimitExceededError } from '../errors.ts';
import { getPointer } from '../events/pointers.ts';
import { problem } from '../problem.ts';

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
  await requireRoom(event, accountId);
  const expression = new Expression();
  const key = sharedKey(accountId, event.eventId);
  const head = { owner_id: event.ownerId, membership_id: membershipId };
  const failure = await put(
    { ...key, head_id: event.eventId, head },
    `attribute_not_exists(PK) OR head.owner_id = ${expression.value(event.ownerId)}`,
    expression,
  );
  if (failure) throw alreadyMember();
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
