import * as z from 'zod/mini';
import { deleteIfEquals } from '../dynamodb/conditional-writes.ts';
import { headPath, invitationKey, sharedKey } from '../dynamodb/keys.ts';
import { memberMap } from './roles.ts';

const sharedItem = z.object({
  head_id: z.int(),
  head: z.object({ roles: memberMap }),
  invitations: z.record(z.string(), z.object({ i: z.int() })),
});

/** Deletes what leads other accounts to an event that is deleted: pointers of its members, and invitations. */
export async function deleteTraces(item: unknown): Promise<void> {
  const found = sharedItem.safeParse(item);
  // A deleted event may leave an item without it.
  if (!found.success) return;
  const { head_id, head, invitations } = found.data;
  await Promise.all([
    ...Object.entries(head.roles).map(([accountId, { m }]) =>
      deleteIfEquals(sharedKey(accountId, head_id), headPath('membership_id'), m),
    ),
    ...Object.entries(invitations).map(([email, { i }]) =>
      deleteIfEquals(invitationKey(email, i), ['invitation_id'], i),
    ),
  ]);
}
