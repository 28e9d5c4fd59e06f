import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { readConfig } from '../config.ts';
import { table } from './client.ts';
import type { Entry, Key } from './keys.ts';
import { type Attributes, conditionFailureOf, isGone, itemMet, update } from './writes.ts';

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
  const failure = await conditionFailureOf(table.send(write));
  return !failure || (await itemMet(failure, key))?.[mark] === item[mark];
}

/** Sets attributes of an item, or of an entry in it, and leaves the others; false where it isn't there. */
export async function updateIfPresent(key: Key, attributes: Attributes, entry?: Entry): Promise<boolean> {
  const names = Object.keys(attributes);
  const within = entry ? '#map.#entry.' : '';
  const failure = await update(key, {
    UpdateExpression: `SET ${names.map((name) => `${within}#${name} = :${name}`).join(', ')}`,
    ConditionExpression: entry ? 'attribute_exists(#map.#entry)' : 'attribute_exists(PK)',
    ExpressionAttributeNames: {
      ...(entry && { '#map': entry[0], '#entry': entry[1] }),
      ...Object.fromEntries(names.map((name) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:${name}`, attributes[name]])),
  });
  return !failure;
}

/** Adds an entry to a map of fewer than `max`; false where there is no item, no room, or such an entry. */
export async function addIfRoom(
  key: Key,
  [map, name]: Entry,
  value: Attributes,
  max: number,
): Promise<boolean> {
  const failure = await update(key, {
    UpdateExpression: 'SET #map.#entry = :value',
    ConditionExpression: 'attribute_exists(PK) AND attribute_not_exists(#map.#entry) AND size(#map) < :max',
    ExpressionAttributeNames: { '#map': map, '#entry': name },
    ExpressionAttributeValues: { ':value': value, ':max': max },
  });
  return !failure;
}

/** Removes an entry of a map; false where it isn't there. */
export async function removeIfPresent(key: Key, [map, name]: Entry): Promise<boolean> {
  const failure = await update(key, {
    UpdateExpression: 'REMOVE #map.#entry',
    ConditionExpression: 'attribute_exists(#map.#entry)',
    ExpressionAttributeNames: { '#map': map, '#entry': name },
  });
  return isGone(failure);
}

/** False where there is no such item. */
export async function deleteIfPresent(key: Key): Promise<boolean> {
  const write = new DeleteCommand({
    TableName: readConfig().tableName,
    Key: key,
    ConditionExpression: 'attribute_exists(PK)',
  });
  return isGone(await conditionFailureOf(table.send(write)));
}
