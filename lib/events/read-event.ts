import * as z from 'zod/mini';
import { type Path, valueAt } from '../dynamodb/expression.ts';
import { type Attributes, getItem } from '../dynamodb/items.ts';
import { type EventReference, eventKey, headPath, memberPath, rolePath } from '../dynamodb/keys.ts';
import { digits, digitsOf, fitSome, type RequestedAmounts, requireDigits } from '../money/amount.ts';
import { type EventAccess, type EventCaller, notAllowed } from './access.ts';
import { getPointer } from './pointer.ts';

/** Reads from the caller's own event, or else from the one that is shared with the caller under this id. */
export async function readEvent<Found>(
  caller: EventCaller,
  eventId: number,
  read: (event: EventAccess) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const own = await read({ ownerId: caller.accountId, eventId });
  if (own !== undefined) return own;
  const shared = await findShared(caller, eventId);
  return shared && read(shared);
}

/**
 * The way to the event that is shared with the caller under an id. Throws `ForbiddenError` to a member if only the owner may
 * do this.
 */
export async function findShared(caller: EventCaller, eventId: number): Promise<EventAccess | undefined> {
  const pointer = await getPointer(caller.accountId, eventId);
  if (!pointer) return undefined;
  const event = { ownerId: pointer.owner_id, eventId };
  if (caller.roles.length > 0) return { ...event, member: caller };
  if (await hasRole(caller.accountId, event)) throw notAllowed(caller.roles);
  return undefined;
}

async function hasRole(accountId: string, event: EventReference): Promise<boolean> {
  const path = rolePath(accountId);
  return valueAt(await getItem(eventKey(event), [path]), path) !== undefined;
}

const digitsItem = z.object({ head: z.object({ digits: z.optional(digits) }) });

/**
 * Throws `InvalidFieldsError` for amounts that fit no currency, by the digits of the event's. A write of others learns the
 * digits by its condition.
 */
export async function requireAmounts(
  caller: EventCaller,
  eventId: number,
  amounts: RequestedAmounts,
): Promise<void> {
  if (fitSome(amounts)) return;
  const paths = [headPath('version'), headPath('digits'), memberPath(caller.accountId)];
  const found = await findItem(caller, eventId, paths);
  const { head } = digitsItem.parse(found && isMember(found.event, found.item) ? found.item : { head: {} });
  requireDigits(amounts, digitsOf(head));
}

/** Whether the caller is the owner, or still among the members in the event's item. */
export const isMember = ({ member }: EventAccess, item: Attributes): boolean =>
  !member || valueAt(item, memberPath(member.accountId)) !== undefined;

/** An event's item as it was read, and the caller's way to it. */
export interface FoundItem {
  event: EventAccess;
  item: Attributes;
}

/** Reads the item of an event that the caller is about to write, or only some attributes of it. */
export const findItem = (
  caller: EventCaller,
  eventId: number,
  paths?: Path[],
): Promise<FoundItem | undefined> =>
  readEvent(caller, eventId, async (event) => {
    const item = await getItem(eventKey(event), paths);
    // A projection may be empty.
    return item?.['head'] === undefined ? undefined : { event, item };
  });
