import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { readConfig } from '../config.ts';
import { getItem, table } from './client.ts';
import type { Key } from './keys.ts';

type Attributes = Record<string, unknown>;

/**
 * Writes an item where there is none; false where another one is in the way. `mark` names an attribute
 * whose text no other write has: by it a write whose answer was lost knows its own item when sent again.
 */
export async function putIfAbsent<Item extends Attributes>(
  key: Key,
  item: Item,
  mark: keyof Item & string,
): Promise<boolean> {
  const write = new PutCommand({
    TableName: readConfig().tableName,
    Item: { ...item, ...key },
    ConditionExpression: 'attribute_not_exists(PK)',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  const refusal = await refusalOf(table.send(write));
  if (!refusal) return true;
  // An emulator may not tell which item was in the way.
  const met = refusal.Item?.[mark]?.S ?? (await getItem(key))?.[mark];
  return met === item[mark];
}

/** Sets attributes of an item and leaves its others; false where there is no such item, which stays so. */
export async function updateIfPresent(key: Key, attributes: Attributes): Promise<boolean> {
  const names = Object.keys(attributes);
  const write = new UpdateCommand({
    TableName: readConfig().tableName,
    Key: key,
    UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
    ConditionExpression: 'attribute_exists(PK)',
  });
  return (await refusalOf(table.send(write))) === undefined;
}

/** False where there is no such item. */
export async function deleteIfPresent(key: Key): Promise<boolean> {
  const write = new DeleteCommand({
    TableName: readConfig().tableName,
    Key: key,
    ConditionExpression: 'attribute_exists(PK)',
  });
  return (await refusalOf(table.send(write))) === undefined;
}

/** The exception of a write whose condition did not hold, `undefined` for a write that was done. */
async function refusalOf(write: Promise<unknown>): Promise<ConditionalCheckFailedException | undefined> {
  try {
    await write;
    return undefined;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return error;
    throw error;
  }
}
