import { ConditionFailedError } from '../dynamodb/client.ts';
import type { Attributes } from '../dynamodb/items.ts';
import { type EventReference, eventKey, headPath } from '../dynamodb/keys.ts';
import { Update } from '../dynamodb/update.ts';
import { CLAIM_SECONDS } from '../idempotency/claimed-id.ts';
import { versionPath } from './event-write.ts';
import { deleteTraces, isShared } from './traces.ts';

/** Longer than a repeat takes that found the claim just before it expired. */
const MARGIN_SECONDS = 3_600;

const EVENT = ['head_id', 'head', 'budgets', 'writes', 'write_mark'];
const TRACES = ['invitations', 'ended'];

/**
 * Deletes an event that was created with an `Idempotency-Key`, or that is shared. An item without the event stays until the
 * claim has expired, so that a concurrent repeat of the create doesn't bring the event back. Until its traces are deleted
 * it has them, so that a repeat of the delete can.
 */
export async function leaveTombstone(
  event: EventReference,
  item: Attributes,
  versions: number[] | undefined,
): Promise<'done' | 'missing' | 'changed'> {
  const hasTraces = isShared(item);
  const outcome = await tombstoneUpdate(event, hasTraces)
    .ifExists(versionPath)
    .ifOneOf(versionPath, versions)
    .sendAndReturn();
  const isFailed = outcome instanceof ConditionFailedError;
  const left = isFailed ? outcome.item : outcome;
  if (left?.['head'] !== undefined) {
    // Somebody was invited since the item was read.
    return !hasTraces && isShared(left) ? leaveTombstone(event, left, versions) : 'changed';
  }
  if (left?.['members'] !== undefined) {
    await deleteTraces(event, left);
    await removeTraces(event);
    return 'done';
  }
  return isFailed && !outcome.retried ? 'missing' : 'done';
}

function tombstoneUpdate(event: EventReference, hasTraces: boolean): Update {
  const expires_at = Math.floor(Date.now() / 1_000) + CLAIM_SECONDS + MARGIN_SECONDS;
  const update = new Update(eventKey(event)).set(['expires_at'], expires_at);
  for (const name of EVENT) update.remove([name]);
  if (hasTraces) update.copy(['members'], headPath('roles'));
  else update.ifSmaller(headPath('roles'), 1);
  for (const name of TRACES) {
    // DynamoDB returns what is set.
    if (hasTraces) update.copy([name], [name]);
    else update.ifSmaller([name], 1).remove([name]);
  }
  return update;
}

async function removeTraces(event: EventReference): Promise<void> {
  const update = new Update(eventKey(event)).ifExists(['members']);
  for (const name of ['members', ...TRACES]) update.remove([name]);
  await update.send();
}
