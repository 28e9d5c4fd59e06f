import * as z from 'zod/mini';
import { type Attributes, getItem } from '../dynamodb/items.ts';
import { isSharedKey, sharedKey } from '../dynamodb/keys.ts';

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
