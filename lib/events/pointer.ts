import * as z from 'zod/mini';
import { type Attributes, getItem, queryOnce } from '../dynamodb/items.ts';
import { type EventReference, eventIdIn, isSharedKey, sharedKey } from '../dynamodb/keys.ts';
import { pointersOf } from '../dynamodb/queries.ts';

/**
 * Where an event is that another account shares. It grants nothing: the event itself has its members. The index `heads`
 * projects the `head`.
 */
const pointerItem = z.object({ head: z.object({ owner_id: z.string(), membership_id: z.int() }) });

type Pointer = z.output<typeof pointerItem>['head'];

/** The pointer that an item of the index `heads` is; `undefined` if it is an event. */
export const pointerIn = (item: Attributes): Pointer | undefined =>
  isSharedKey(item['SK']) ? pointerItem.parse(item).head : undefined;

export async function getPointer(memberId: string, eventId: number): Promise<Pointer | undefined> {
  const item = await getItem(sharedKey(memberId, eventId), [['head']]);
  return item && pointerItem.parse(item).head;
}

/** Where the events are that others share with an account, and the ids of its memberships. Oldest event first. */
export async function listPointers(
  accountId: string,
): Promise<{ event: EventReference; membershipId: number }[]> {
  const items = await queryOnce(pointersOf(accountId));
  return items.flatMap((item) => {
    const pointer = pointerIn(item);
    if (!pointer) return [];
    const event = { ownerId: pointer.owner_id, eventId: eventIdIn(String(item['SK'])) };
    return [{ event, membershipId: pointer.membership_id }];
  });
}
