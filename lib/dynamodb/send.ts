import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { abortable, countWriteConflict } from '../aws/call.ts';
import { isRejection, RetryLaterError } from '../errors.ts';
import { type Action, type Change, newWriteId, REMEMBERED_WRITE_IDS } from './changes.ts';
import { ConditionFailedError, WriteConflictError } from './client.ts';
import { type Attributes, documentClient } from './items.ts';

/** Maximum attempts of a write that conflicts with others. With the pauses, up to 6 seconds. */
export const MAX_ROUNDS = 12;

type Changes = [Change, ...Change[]];

/** The changes of a write that were not made because their conditions failed. */
export class FailedConditions {
  /** True if an earlier attempt may have reached the database, so that it may be done, or may still be. */
  readonly isResent: boolean;
  readonly #items = new Map<Change, Attributes | undefined>();

  constructor(changes: Changes, { items, isResent }: ConditionFailedError, wasResent: boolean) {
    this.isResent = isResent || wasResent;
    for (const [index, change] of changes.entries()) {
      const found = items[index];
      if (found) this.#items.set(change, found.item);
    }
  }

  includes(change: Change): boolean {
    return this.#items.has(change);
  }

  /** The item that a change found; `undefined` if there is none. */
  itemOf(change: Change): Attributes | undefined {
    return this.#items.get(change);
  }

  rejectionOf(...changes: Change[]): Error | undefined {
    return changes.find((change) => this.includes(change) && change.rejection)?.rejection?.();
  }
}

/**
 * Makes changes: all of them or none. That of one item is a conditional write, those of several are a transaction. Retries
 * write conflicts. Returns why nothing was changed, if so. Throws `DatabaseUnavailableError`.
 */
export async function send(...changes: Changes): Promise<FailedConditions | undefined> {
  const write = writeOf(changes);
  let isResent = false;
  for (let round = 1; ; round += 1) {
    try {
      return await write(isResent);
    } catch (error) {
      if (!(error instanceof WriteConflictError) || round === MAX_ROUNDS) throw error;
      isResent ||= error.isResent;
    }
    countWriteConflict();
    await pauseAfter(round);
  }
}

/** Waits at random, so that conflicting writes don't conflict again. */
async function pauseAfter(round: number): Promise<void> {
  const longestMs = Math.min(50 * 2 ** (round - 1), 800);
  const { abortSignal: signal } = abortable() ?? {};
  await setTimeout(Math.random() * longestMs, undefined, signal && { signal });
}

/** Makes changes once, and throws `WriteConflictError`. `isResent` is of earlier tries. */
function writeOf(changes: Changes): (isResent: boolean) => Promise<FailedConditions | undefined> {
  const write = commandOf(changes);
  return async (isResent) => {
    try {
      await write();
      return undefined;
    } catch (error) {
      if (error instanceof ConditionFailedError) return new FailedConditions(changes, error, isResent);
      // Too large. An earlier attempt may still arrive, and succeed if the item is smaller by then.
      if (isResent && isRejection(error, 'conflict')) throw new RetryLaterError(error.message);
      throw error;
    }
  };
}

/** Sends one change as its own command, and several as a transaction, always with the same token. */
function commandOf(changes: Changes): () => Promise<unknown> {
  const TransactItems = changes.map((change): Action => change.toAction());
  const [first, ...others] = TransactItems;
  const ClientRequestToken = randomUUID();
  return async () => {
    const client = documentClient();
    if (others.length > 0 || first?.ConditionCheck)
      return client.send(new TransactWriteCommand({ TransactItems, ClientRequestToken }), abortable());
    if (first?.Put) return client.send(new PutCommand(first.Put), abortable());
    if (first?.Delete) return client.send(new DeleteCommand(first.Delete), abortable());
    return first?.Update && client.send(new UpdateCommand(first.Update), abortable());
  };
}

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
  known?: Found | undefined;
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
  missing: () => Error;
}

/**
 * Reads an item, decides what becomes of it, and writes that on the condition that nothing has changed it since.
 * Otherwise it decides again. Throws what the decision throws, `DatabaseUnavailableError`, and `RetryLaterError` if there are
 * too many concurrent writes, or it can't be known whether the change was done.
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
    if (round > MAX_ROUNDS) throw new RetryLaterError('Too many concurrent writes');
    if (!found) throw missing();
    if (round === 1) await admit?.(found);
    const { changes, result, isDeletion } = decide(found, writeId);
    const [change, ...others] = changes;
    if (!change) return result;
    sent = { version: found.version, result, isDeletion };
    const outcome: Outcome = await writeOf([change, ...others])(isResent).catch(conflictIn);
    if (!outcome) return result;
    isResent ||= outcome.isResent;
    if (outcome instanceof WriteConflictError) countWriteConflict();
    else if (!outcome.includes(change)) throwRejection(outcome.rejectionOf(...others), isResent);
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
function throwRejection(rejection: Error | undefined, isResent: boolean): void {
  if (rejection) throw isResent ? unknown() : rejection;
}
