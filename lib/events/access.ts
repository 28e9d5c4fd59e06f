import { DEFAULT_DIGITS, type RequestedAmounts, requireDigits } from '../amount.ts';
import { valueAt } from '../dynamodb/expression.ts';
import { getItem } from '../dynamodb/items.ts';
import { type EventReference, eventKey, rolePath } from '../dynamodb/keys.ts';
import { getPointer } from './pointers.ts';
import { type EventAccess, type EventOperation, rolesFor } from './roles.ts';

/** `gone` is `missing` after an attempt that may have deleted what is missing. `no event` is its event. */
const isMissing = (outcome: unknown): boolean =>
  outcome === 'missing' || outcome === 'gone' || outcome === 'no event';

/** Reads from the caller's own event, or else from the one that is shared with the caller under this id. */
export async function readEvent<Found>(
  operation: EventOperation,
  callerId: string,
  eventId: number,
  read: (event: EventAccess) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const own = await read({ ownerId: callerId, eventId });
  if (own !== undefined) return own;
  const pointer = await getPointer(callerId, eventId);
  return pointer && read(accessOf(operation, callerId, { ownerId: pointer.owner_id, eventId }));
}

/** Writes to the caller's own event, or else to the one that is shared with the caller, on condition of its role. */
export async function writeEvent<Outcome>(
  operation: EventOperation,
  callerId: string,
  eventId: number,
  write: (event: EventAccess) => Promise<Outcome>,
): Promise<Outcome | 'missing'> {
  const own = await write({ ownerId: callerId, eventId });
  if (!isMissing(own)) return own;
  const pointer = await getPointer(callerId, eventId);
  if (!pointer) return own;
  const shared = await write(accessOf(operation, callerId, { ownerId: pointer.owner_id, eventId }));
  return shared === 'gone' ? 'missing' : shared;
}

/**
 * The same for a write with amounts, which gives `no event` if there is none. Amounts are checked before that is reported,
 * as those of an event without a currency.
 */
export async function writeAmounts<Outcome extends object | string>(
  operation: EventOperation,
  callerId: string,
  eventId: number,
  amounts: RequestedAmounts,
  write: (event: EventAccess) => Promise<Outcome | 'no event'>,
): Promise<Outcome | 'missing'> {
  const outcome = await writeEvent(operation, callerId, eventId, write);
  if (outcome !== 'no event') return outcome;
  requireDigits(amounts, DEFAULT_DIGITS);
  return 'missing';
}

/** Writes to the caller's own event. Members may not. */
export async function writeOwnEvent<Outcome>(
  callerId: string,
  eventId: number,
  write: (event: EventReference) => Promise<Outcome>,
): Promise<Outcome | 'forbidden'> {
  const own = await write({ ownerId: callerId, eventId });
  if (!isMissing(own)) return own;
  const pointer = await getPointer(callerId, eventId);
  const isMember = pointer && (await hasRole(callerId, { ownerId: pointer.owner_id, eventId }));
  return isMember ? 'forbidden' : own;
}

/** A member's access to an event of another account. */
export const accessOf = (
  operation: EventOperation,
  accountId: string,
  event: EventReference,
): EventAccess => ({
  ...event,
  member: { accountId, roles: rolesFor[operation] },
});

async function hasRole(accountId: string, event: EventReference): Promise<boolean> {
  const path = rolePath(accountId);
  return valueAt(await getItem(eventKey(event), [path]), path) !== undefined;
}
