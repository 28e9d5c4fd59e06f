import * as z from 'zod/mini';
import type { Attributes } from '../dynamodb/items.ts';
import { memberPath } from '../dynamodb/keys.ts';
import { EventWrite, versionPath } from '../events/event-write.ts';
import { pointerIn } from '../events/pointers.ts';
import { deleteTraces } from '../events/traces.ts';

const pointerItem = z.object({ head_id: z.int() });

/** Ends what items in an account's partition share with other accounts: its roles, and what leads others to its events. */
export async function release(accountId: string, items: Attributes[]): Promise<void> {
  await Promise.all(items.map((item) => releaseItem(accountId, item)));
}

async function releaseItem(accountId: string, item: Attributes): Promise<void> {
  const pointer = pointerIn(item);
  if (!pointer) return deleteTraces(item);
  const { head_id: eventId } = pointerItem.parse(item);
  const path = memberPath(accountId);
  await new EventWrite({ ownerId: pointer.owner_id, eventId })
    .remove(path)
    .ifExists(path)
    .sendIf(versionPath, undefined, () => 'missing');
}
