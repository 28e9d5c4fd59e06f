import * as z from 'zod/mini';
import { fullName, getPerson, type Person } from '../accounts/person.ts';
import { type Attributes, queryOnce } from '../dynamodb/items.ts';
import { headOf } from '../dynamodb/queries.ts';
import { type EventHead, headIn } from './head.ts';
import { pointerIn } from './pointer.ts';
import type { Role } from './roles.ts';

/** An event in an account's list; with the account's role and the owner's name if another account shares it. */
export interface FoundEvent extends EventHead {
  ownerId: string;
  shared?: { role: Role; owner: string };
}

/** The events that items of the index `heads` are or lead to. `shared` leaves out the own ones, or all others. */
export async function eventsIn(
  accountId: string,
  items: Attributes[],
  shared?: boolean,
): Promise<FoundEvent[]> {
  const own = new Set(items.filter((item) => !pointerIn(item)).map((item) => item['head_id']));
  const wanted = items.filter((item) => {
    const isShared = pointerIn(item) !== undefined;
    // Under an id that both have, an account can open its own event only.
    return (shared === undefined || isShared === shared) && !(isShared && own.has(item['head_id']));
  });
  if (!wanted.some(pointerIn)) return wanted.map((item) => ({ ...headIn(item), ownerId: accountId }));
  const owners = new Map<string, Promise<Person | undefined>>();
  const found = await Promise.all(wanted.map((item) => eventIn(accountId, item, owners)));
  return found.flat();
}

/** Nothing for a pointer that leads to no event, or to one without the account's role. */
async function eventIn(
  accountId: string,
  item: Attributes,
  owners: Map<string, Promise<Person | undefined>>,
): Promise<FoundEvent | []> {
  const pointer = pointerIn(item);
  if (!pointer) return { ...headIn(item), ownerId: accountId };
  const { owner_id: ownerId } = pointer;
  const eventId = z.int().parse(item['head_id']);
  const owner = owners.get(ownerId) ?? getPerson(ownerId);
  owners.set(ownerId, owner);
  const [items, person] = await Promise.all([queryOnce(headOf({ ownerId, eventId })), owner]);
  const event = items.filter((other) => !pointerIn(other)).map(headIn)[0];
  const member = event?.members.find((other) => other.accountId === accountId);
  if (!event || !member || !person) return [];
  return { ...event, ownerId, shared: { role: member.role, owner: fullName(person) } };
}
