import * as z from 'zod/mini';
import { type Attributes, getItem, queryOnce } from '../dynamodb/items.ts';
import { eventKey, memberPath } from '../dynamodb/keys.ts';
import { pointersOf } from '../dynamodb/queries.ts';
import { pointerIn } from '../events/pointer.ts';
import { role, roleMap } from '../events/roles.ts';
import { idResponse } from '../id.ts';

/** Schema of an event that others share, in an export. */
export const sharedEventResponse = z
  .object({ id: idResponse, role, since: z.iso.datetime({ precision: 3 }) })
  .check(
    z.meta({
      id: 'SharedEvent',
      examples: [{ id: 114640874098317, role: 'editor', since: '2026-11-21T09:30:00.000Z' }],
    }),
  );

const sharedItem = z.object({ head_id: z.int() });
const memberItem = z.object({ head: z.object({ roles: roleMap }) });

/** The events that others share with an account, oldest first. */
export async function sharedEventsOf(accountId: string) {
  const pointers = await queryOnce({ ...pointersOf(accountId), ProjectionExpression: 'SK, head_id, head' });
  const found = await Promise.all(pointers.map((item) => sharedEvent(accountId, item)));
  return found.flat();
}

/** Nothing for a pointer that leads to no event, or to one without the account's role. */
async function sharedEvent(accountId: string, item: Attributes) {
  const pointer = pointerIn(item);
  if (!pointer) return [];
  const { head_id: id } = sharedItem.parse(item);
  const event = { ownerId: pointer.owner_id, eventId: id };
  const found = memberItem.safeParse(await getItem(eventKey(event), [memberPath(accountId)]));
  const member = found.data?.head.roles[accountId];
  return member ? { id, role: member.r, since: new Date(member.s * 1_000).toISOString() } : [];
}
