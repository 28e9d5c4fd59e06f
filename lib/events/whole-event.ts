import { getItem } from '../dynamodb/items.ts';
import { eventKey } from '../dynamodb/keys.ts';
import { type Event, eventIn } from './event.ts';
import { type EventAccess, isAllowed } from './roles.ts';

/** Gets an event with its budgets; `undefined` if there is no such event, or the role of the member doesn't suffice. */
export async function getEvent(access: EventAccess): Promise<Event | undefined> {
  const item = await getItem(eventKey(access));
  const event = item && eventIn(item);
  return event && isAllowed(access, event) ? event : undefined;
}
