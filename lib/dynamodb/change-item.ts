import { countWriteConflict } from '../aws/call.ts';
import { RetryLaterError } from '../errors.ts';
import type { Change } from './changes.ts';
import { WriteConflictError } from './client.ts';
import type { Attributes } from './items.ts';
import { type FailedConditions, MAX_ROUNDS, pauseAfter, sendOnce } from './send.ts';
import { newWriteId, REMEMBERED_WRITE_IDS } from './write-ids.ts';

/** An item as it was read. */
interface Versioned {
  /** Raised by every write. */
  version: number;
  /** Ids of the last writes, newest first. */
  writes: string[];
}

export interface Decision<Result> {
  changes: Change[];
  result: Result;
  isDeletion?: boolean;
}

interface Steps<Found extends Versioned, Result> {
  /** The item, if it was read before. */
  known?: Found | undefined;
  /** Reads the item. `undefined` if it is gone. */
  read: () => Promise<Found | undefined>;
  /** Parses the item that a failed condition returned. Without it, the item is read again. */
  parse?: (item: Attributes) => Found;
  /**
   * Decides on the changes, first that of the item, on the result for the caller, and on whether the item is deleted. Without
   * changes, nothing is written. Throws a `Rejection`. The changes require versions of all that was decided on. Versions only
   * rise, so an attempt that arrives late does nothing.
   */
  decide: (found: Found, writeId: string) => Decision<Result>;
  /** Awaited before the first decision. May throw. */
  admit?: ((found: Found) => Promise<void>) | undefined;
  /** The error if the item is gone. */
  missing: () => Error;
}

/**
 * Reads an item, decides what becomes of it, and writes that on the condition that nobody else was faster. Otherwise it
 * decides again. Throws what the decision throws, `DatabaseUnavailableError`, and `RetryLaterError` if others were faster in
 * every round, or it can't be known whether the change was done.
 */
export async function changeItem<Found extends Versioned, Result>({
  known,
  read,
  parse,
  decide,
  admit,
  missing,
}: Steps<Found, Result>): Promise<Result> {
  const writeId = newWriteId();
  let sent: { version: number; result: Result; isDeletion: boolean | undefined } | undefined;
  let isResent = false;
  let found = known ?? (await read());
  for (let round = 1; ; round += 1) {
    if (isResent && sent) {
      if (!found && sent.isDeletion) return sent.result;
      if (found?.writes.includes(writeId)) return sent.result;
      if (found && found.version > sent.version + REMEMBERED_WRITE_IDS) throw unknown();
    }
    if (round > MAX_ROUNDS) throw new RetryLaterError('Others were faster in every round');
    if (!found) throw missing();
    if (round === 1) await admit?.(found);
    const { changes, result, isDeletion } = decide(found, writeId);
    const [change, ...others] = changes;
    if (!change) return result;
    sent = { version: found.version, result, isDeletion };
    const outcome: Outcome = await sendOnce([change, ...others], isResent).catch(conflictIn);
    if (!outcome) return result;
    isResent ||= outcome.isResent;
    if (outcome instanceof WriteConflictError) countWriteConflict();
    else if (!outcome.includes(change)) throwRefusal(outcome.refusalOf(...others), isResent);
    else if (round === 1 && parse) {
      const item = outcome.itemOf(change);
      // A removed item may have moved.
      if (item) {
        found = parse(item);
        continue;
      }
    }
    // The returned item would be stale after the pause.
    await pauseAfter(round);
    found = await read();
  }
}

type Outcome = FailedConditions | WriteConflictError | undefined;

const unknown = () => new RetryLaterError('An earlier attempt may have been done, or may still be');

function conflictIn(error: unknown): WriteConflictError {
  if (error instanceof WriteConflictError) return error;
  throw error;
}

/** Another item may be as an earlier attempt needs it, when that arrives. */
function throwRefusal(refusal: Error | undefined, isResent: boolean): void {
  if (refusal) throw isResent ? unknown() : refusal;
}
