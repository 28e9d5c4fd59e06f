import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { readConfig } from '../config.ts';
import { LimitExceededError } from '../errors.ts';
import { getItem, table } from './client.ts';
import type { Entry, Key } from './keys.ts';

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

/** Sets attributes of an item, or of an entry in it, and leaves the others; false where it isn't there. */
export async function updateIfPresent(key: Key, attributes: Attributes, entry?: Entry): Promise<boolean> {
  const names = Object.keys(attributes);
  const within = entry ? '#map.#entry.' : '';
  return update(key, {
    UpdateExpression: `SET ${names.map((name) => `${within}#${name} = :${name}`).join(', ')}`,
    ConditionExpression: entry ? 'attribute_exists(#map.#entry)' : 'attribute_exists(PK)',
    ExpressionAttributeNames: {
      ...(entry && { '#map': entry[0], '#entry': entry[1] }),
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
  });
}

/** Adds an entry to a map of fewer than `max`; false where there is no item, no room, or such an entry. */
export async function addIfRoom(
  key: Key,
  [map, name]: Entry,
  value: Attributes,
  max: number,
): Promise<boolean> {
  return update(key, {
    UpdateExpression: 'SET #map.#entry = :value',
    ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(#map.#entry) AND size(#map) < :max',
    ExpressionAttributeNames: { '#map': map, '#entry': name },
    ExpressionAttributeValues: { ':value': value, ':max': max },
  });
}

/** Removes an entry of a map; false where it isn't there. */
export async function removeIfPresent(key: Key, [map, name]: Entry): Promise<boolean> {
  return update(key, {
    UpdateExpression: 'REMOVE #map.#entry',
    ConditionExpression: 'attribute_exists(#map.#entry)',
    ExpressionAttributeNames: { '#map': map, '#entry': name },
  });
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

async function update(key: Key, expressions: Partial<UpdateCommandInput>): Promise<boolean> {
  const write = new UpdateCommand({ TableName: readConfig().tableName, Key: key, ...expressions });
  return (await refusalOf(table.send(write))) === undefined;
}

/** The exception of a write whose condition did not hold, `undefined` for a write that was done. */
async function refusalOf(write: Promise<unknown>): Promise<ConditionalCheckFailedException | undefined> {
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
