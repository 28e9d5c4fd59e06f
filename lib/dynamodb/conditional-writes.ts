import type { ConditionFailedError } from './client.ts';
import { type Attributes, put, remove } from './items.ts';
import type { PrimaryKey } from './keys.ts';

/**
 * Puts an item if the key doesn't exist. `mark` is an attribute with a unique value: it tells a retried put whose
 * response was lost that the existing item is its own.
 */
export async function putIfAbsent<Item extends Attributes>(
  key: PrimaryKey,
  item: Item,
  mark: keyof Item & string,
): Promise<'done' | 'exists'> {
  const failure = await put({ ...item, ...key }, 'attribute_not_exists(PK)');
  return !failure || failure.item?.[mark] === item[mark] ? 'done' : 'exists';
}

export async function deleteIfPresent(key: PrimaryKey): Promise<'done' | 'missing'> {
  return removalOutcome(await remove(key, 'attribute_exists(PK)'));
}

/** A retried removal that finds nothing counts as done: an earlier attempt may have removed it. */
export const removalOutcome = (failure: ConditionFailedError | undefined): 'done' | 'missing' =>
  !failure || failure.retried ? 'done' : 'missing';
