import { storedBytesOf } from '../dynamodb/item-size.ts';
import { eventTooLarge, MAX_EVENT_KB } from '../errors.ts';
import { type Event, storedBudgets, storedEvent, storedFields } from './event.ts';
import { isInTrash } from './head.ts';

const MAX_BYTES = MAX_EVENT_KB * 1_024;

/** Size that DynamoDB counts for an event, without its members. */
const bytesOf = (event: Event): number => storedBytesOf([storedFields(event), storedBudgets(event)]);

/** The units that a consistent read of an event takes: one for each 4 KB. */
export const readUnitsOf = (event: Event): number => Math.ceil(storedBytesOf(storedEvent(event)) / 4_096);

/** Throws `conflict` if an event is larger than allowed, and than it was before. Any may be put in the trash. */
export function requireSize(event: Event, before?: Event): void {
  if (isInTrash(event)) return;
  // Its JSON is longer than what DynamoDB counts, and measured in a fifth of the time.
  if (Buffer.byteLength(JSON.stringify(event)) <= MAX_BYTES) return;
  const bytes = bytesOf(event);
  if (bytes > MAX_BYTES && (!before || bytes > bytesOf(before))) throw eventTooLarge();
}
