import * as z from 'zod/mini';
import { deleteIfEquals } from '../dynamodb/conditional-writes.ts';
import { type EventReference, headPath, invitationKey, sharedKey } from '../dynamodb/keys.ts';
import { endedMap, memberMap } from './roles.ts';

const sharedItem = z.object({
  head: z.optional(z.object({ roles: memberMap })),
  /** The roles of an event that is being deleted. */
  members: z.optional(memberMap),
  invitations: z.optional(z.record(z.string(), z.object({ i: z.int() }))),
  ended: z.optional(endedMap),
});

/** What leads other accounts to an event: pointers of its members, and invitations. */
function tracesIn(item: unknown) {
  const { head, members, invitations = {}, ended = {} } = sharedItem.parse(item);
  return {
    pointers: [
      ...Object.entries(head?.roles ?? members ?? {}).map(([accountId, { m }]) => ({ accountId, m })),
      ...Object.entries(ended).map(([id, accountId]) => ({ accountId, m: Number(id) })),
    ],
    invitations: Object.entries(invitations).map(([email, { i }]) => ({ email, i })),
  };
}

/** Whether anything leads other accounts to an event. */
export function isShared(item: unknown): boolean {
  const { pointers, invitations } = tracesIn(item);
  return pointers.length + invitations.length > 0;
}

/** Deletes what leads other accounts to an event that is deleted or about to be. */
export async function deleteTraces({ eventId }: EventReference, item: unknown): Promise<void> {
  const { pointers, invitations } = tracesIn(item);
  await Promise.all([
    ...pointers.map(({ accountId, m }) => deletePointer(accountId, eventId, m)),
    ...invitations.map(({ email, i }) => deleteInvitation(email, i)),
  ]);
}

/** Deletes a pointer, unless it is that of a later membership. */
export const deletePointer = (accountId: string, eventId: number, membershipId: number) =>
  deleteIfEquals(sharedKey(accountId, eventId), headPath('membership_id'), membershipId);

/** Deletes the item that leads an invited person to an event. */
export const deleteInvitation = (email: string, id: number) =>
  deleteIfEquals(invitationKey(email, id), ['invitation_id'], id);
