import * as z from 'zod/mini';
import { getItem, queryOnce } from '../dynamodb/items.ts';
import { type EventReference, eventIdIn, sharedKey } from '../dynamodb/keys.ts';
import { pointersOf } from '../dynamodb/queries.ts';
import { Rejection } from '../errors.ts';
import { problem } from '../problem.ts';

/**
 * Pointer to an event that another account shares. It grants nothing: the event itself has its members. The index `heads`
 * projects the `head`.
 */
const pointerItem = z.object({
  SK: z.string(),
  head: z.object({ owner_id: z.string(), membership_id: z.int() }),
});

interface Pointer {
  event: EventReference;
  membershipId: number;
}

/** The pointer that an item is. */
export function pointerIn(item: unknown): Pointer {
  const { SK, head } = pointerItem.parse(item);
  return { event: { ownerId: head.owner_id, eventId: eventIdIn(SK) }, membershipId: head.membership_id };
}

export async function getPointer(accountId: string, eventId: number): Promise<Pointer | undefined> {
  const item = await getItem(sharedKey(accountId, eventId), [['SK'], ['head']]);
  return item && pointerIn(item);
}

/** The pointers of an account, oldest event first. */
export const listPointers = async (accountId: string): Promise<Pointer[]> =>
  (await queryOnce(pointersOf(accountId))).map(pointerIn);

/** The error for an account that has an event or another pointer under an event's id. */
export const alreadyMember = () =>
  new Rejection('conflict', { field: 'event', problem: problem('duplicate', 'is already in your list') });
