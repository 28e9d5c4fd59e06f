import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { abortable, countWriteConflict } from '../aws/call.ts';
import { isRejection, RetryLaterError } from '../errors.ts';
import type { Action, Change } from './changes.ts';
import { ConditionFailedError, WriteConflictError } from './client.ts';
import { type Attributes, documentClient } from './items.ts';

/** Maximum attempts of a write that conflicts with others. With the pauses, up to 6 seconds. */
export const MAX_ROUNDS = 12;

/** Returns why changes were not made. */
export class FailedConditions {
  /** True if an earlier attempt may have reached the database, so that it may be done, or may still be. */
  readonly isResent: boolean;
  readonly #items: ReadonlyMap<Change, Attributes | undefined>;

  constructor(items: ReadonlyMap<Change, Attributes | undefined>, isResent: boolean) {
    this.#items = items;
    this.isResent = isResent;
  }

  /** True if the item of a change didn't meet what the change requires. */
  includes(change: Change): boolean {
    return this.#items.has(change);
  }

  /** The item that a change found; `undefined` if there is none. */
  itemOf(change: Change): Attributes | undefined {
    return this.#items.get(change);
  }

  /** The error of the first of these changes that was refused and has one. */
  refusalOf(...changes: Change[]): Error | undefined {
    return changes.find((change) => this.includes(change) && change.refusal)?.refusal?.();
  }
}

/**
 * Makes changes: all of them or none. That of one item is a conditional write, those of several are a transaction. Sends
 * them again as they are if another write is in their way. Returns why nothing was changed, if so. Throws
 * `DatabaseUnavailableError`.
 */
export async function send(...changes: [Change, ...Change[]]): Promise<FailedConditions | undefined> {
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

/** Makes changes like {@link send}, but throws `WriteConflictError` at once. `isResent` is of earlier tries. */
export const sendOnce = (
  changes: [Change, ...Change[]],
  isResent: boolean,
): Promise<FailedConditions | undefined> => writeOf(changes)(isResent);

/** Waits at random, so that writes that met don't meet again. */
export async function pauseAfter(round: number): Promise<void> {
  const longestMs = Math.min(50 * 2 ** (round - 1), 800);
  const { abortSignal: signal } = abortable() ?? {};
  await setTimeout(Math.random() * longestMs, undefined, signal && { signal });
}

/** Sends one change as its own command, and several as a transaction, always with the same token. */
function writeOf(
  changes: [Change, ...Change[]],
): (isResent: boolean) => Promise<FailedConditions | undefined> {
  const write = commandOf(changes);
  return async (isResent) => {
    try {
      await write();
      return undefined;
    } catch (error) {
      if (error instanceof ConditionFailedError) return failedConditionsOf(changes, error, isResent);
      // Too large. An earlier attempt may still arrive, and succeed if the item is smaller by then.
      if (isResent && isRejection(error, 'conflict')) throw new RetryLaterError(error.message);
      throw error;
    }
  };
}

function commandOf(changes: [Change, ...Change[]]): () => Promise<unknown> {
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

function failedConditionsOf(
  changes: Change[],
  { items, isResent }: ConditionFailedError,
  wasResent: boolean,
): FailedConditions {
  const failed = changes.flatMap((change, index) => {
    const found = items[index];
    return found ? [[change, found.item] as const] : [];
  });
  return new FailedConditions(new Map(failed), isResent || wasResent);
}
