import type { ConditionFailedError } from './client.ts';
import type { Path } from './expression.ts';
import type { Attributes } from './items.ts';
import type { PrimaryKey } from './keys.ts';
import { Removal } from './removal.ts';
import { put } from './writes.ts';

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

/** Deletes an item if an attribute has this value. */
export async function deleteIfEquals(
  key: PrimaryKey,
  path: Path,
  value: unknown,
): Promise<'done' | 'missing'> {
  return removalOutcome(await new Removal(key).ifEquals(path, value).send());
}

/** A retried removal that finds nothing counts as done: an earlier attempt may have removed it. */
export const removalOutcome = (failure: ConditionFailedError | undefined): 'done' | 'missing' =>
  !failure || failure.retried ? 'done' : 'missing';
