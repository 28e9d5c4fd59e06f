import { removalOutcome } from '../dynamodb/conditional-writes.ts';
import type { Attributes } from '../dynamodb/items.ts';
import { type EventReference, eventKey } from '../dynamodb/keys.ts';
import { Update } from '../dynamodb/update.ts';
import { CLAIM_SECONDS } from '../idempotency/claimed-id.ts';
import { versionPath } from './event-write.ts';
import { deleteTraces } from './traces.ts';

/** Longer than a repeat takes that found the claim just before it expired. */
const MARGIN_SECONDS = 3_600;

/**
 * Deletes an event that was created with an `Idempotency-Key`. An item without the event stays until the claim has expired,
 * so that a concurrent repeat of the create doesn't bring the event back.
 */
export async function leaveTombstone(
  event: EventReference,
  item: Attributes,
  versions: number[] | undefined,
): Promise<'done' | 'missing' | 'changed'> {
  const expires_at = Math.floor(Date.now() / 1_000) + CLAIM_SECONDS + MARGIN_SECONDS;
  const update = new Update(eventKey(event))
    .set(['expires_at'], expires_at)
    .ifExists(versionPath)
    .ifOneOf(versionPath, versions);
  for (const name of ['head_id', 'head', 'budgets', 'invitations', 'writes', 'write_mark'])
    update.remove([name]);
  const failure = await update.send({ returnItem: true });
  if (failure?.item?.['head'] !== undefined) return 'changed';
  await deleteTraces(item);
  return removalOutcome(failure);
}
