import type * as z from 'zod/mini';
import { getItem } from '../dynamodb/items.ts';
import { eventKey } from '../dynamodb/keys.ts';
import type { Head } from './head.ts';
import { type EventAccess, isAllowed } from './roles.ts';

/** An event with its budgets; `undefined` if there is no such event, or the role of the caller doesn't suffice. */
export async function readWhole<Whole extends { head: Head }>(
  event: EventAccess,
  schema: z.ZodMiniType<Whole>,
): Promise<Whole | undefined> {
  const item = await getItem(eventKey(event));
  // The tombstone of a deleted event has no head.
  if (item?.['head'] === undefined) return undefined;
  const whole = schema.parse(item);
  return isAllowed(event, whole.head.roles) ? whole : undefined;
}
