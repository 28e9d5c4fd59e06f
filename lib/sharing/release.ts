import type { Attributes } from '../dynamodb/items.ts';
import { eventIdIn, memberPath } from '../dynamodb/keys.ts';
import { EventWrite } from '../events/event-write.ts';
import { pointerIn } from '../events/pointers.ts';
import { deleteTraces } from '../events/traces.ts';
import { send } from './member-repository.ts';
import { forgetEnded } from './removal.ts';

/** Ends what items in an account's partition share with other accounts: its roles, and what leads others to its events. */
export async function release(accountId: string, items: Attributes[]): Promise<void> {
  await Promise.all(items.map((item) => releaseItem(accountId, item)));
}

async function releaseItem(accountId: string, item: Attributes): Promise<void> {
  const eventId = eventIdIn(String(item['SK']));
  const pointer = pointerIn(item);
  if (!pointer) return deleteTraces({ ownerId: accountId, eventId }, item);
  const event = { ownerId: pointer.owner_id, eventId };
  const path = memberPath(accountId);
  await send(new EventWrite(event).remove(path).ifExists(path));
  // A removal may have stopped before its last steps.
  await forgetEnded(event, pointer.membership_id);
}
