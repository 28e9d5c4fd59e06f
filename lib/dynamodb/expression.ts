import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { readConfig } from '../config.ts';
import { LimitExceededError } from '../errors.ts';
import { getItem, table } from './client.ts';
import type { Key } from './keys.ts';

export type Attributes = Record<string, unknown>;

/** Updates where the condition holds; gives the failure of the condition where it doesn't. */
export async function update(
  key: Key,
  expressions: Partial<UpdateCommandInput>,
): Promise<ConditionalCheckFailedException | undefined> {
  return conditionFailureOf(
    table.send(new UpdateCommand({ TableName: readConfig().tableName, Key: key, ...expressions })),
  );
}

/** The failure of a write's condition, `undefined` for a write that was done. */
export async function conditionFailureOf(
  write: Promise<unknown>,
): Promise<ConditionalCheckFailedException | undefined> {
  try {
    await write;
    return undefined;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return error;
    if (error instanceof Error && error.name === 'ValidationException' && /item size/i.test(error.message)) {
      throw new LimitExceededError('event', 'is full (maximum is 400 KB with its budgets)');
    }
    throw error;
  }
}

/** Whether a removal took place, given the failure of its condition that there is something to remove. */
export const isGone = (failure: ConditionalCheckFailedException | undefined): boolean =>
  // What was sent again may have been removed by the try whose answer was lost, and gone is what was asked for.
  !failure || Number(failure.$metadata.attempts) > 1;

/** What a write that asked for `ALL_OLD` met; an emulator may not tell, and is asked. */
export async function itemMet(
  { Item }: ConditionalCheckFailedException,
  key: Key,
): Promise<Attributes | undefined> {
  return Item ? unmarshall(Item) : getItem(key);
}
