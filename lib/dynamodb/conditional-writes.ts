import type { ConditionFailedError } from './client.ts';
import { attributeAt, Expression, type Path } from './expression.ts';
import { type Attributes, put, remove, update } from './items.ts';
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

/** Sets attributes of an item, or of the map at a path in it, and keeps the others. */
export async function updateIfPresent(
  key: PrimaryKey,
  attributes: Attributes,
  path: Path = [],
): Promise<'done' | 'missing'> {
  const expression = new Expression();
  const assignments = Object.entries(attributes).map(
    ([name, value]) => `${expression.path([...path, name])} = ${expression.value(value)}`,
  );
  const failure = await update(key, expression, {
    update: `SET ${assignments.join(', ')}`,
    condition: exists(expression, path),
  });
  return failure ? 'missing' : 'done';
}

/**
 * Adds an entry to a map with fewer than `max` entries. `mark` tells a retried write its own entry, as in
 * {@link putIfAbsent}.
 */
export async function addIfRoom<Entry extends Attributes>(
  key: PrimaryKey,
  path: Path,
  entry: Entry,
  { max, mark }: { max: number; mark: keyof Entry & string },
): Promise<'done' | 'missing' | 'exists' | 'full'> {
  const expression = new Expression();
  const [place, map] = [expression.path(path), expression.path(path.slice(0, -1))];
  const failure = await update(key, expression, {
    update: `SET ${place} = ${expression.value(entry)}`,
    condition: `attribute_exists(PK) AND attribute_not_exists(${place}) AND size(${map}) < ${expression.value(max)}`,
    returnItem: true,
  });
  if (!failure) return 'done';
  if (!failure.item) return 'missing';
  const existing = attributeAt(failure.item, path);
  if (existing === undefined) return 'full';
  return attributeAt(existing, [mark]) === entry[mark] ? 'done' : 'exists';
}

/** Removes the attribute at a path. */
export async function removeIfPresent(key: PrimaryKey, path: Path): Promise<'done' | 'missing'> {
  const expression = new Expression();
  return removed(
    await update(key, expression, {
      update: `REMOVE ${expression.path(path)}`,
      condition: exists(expression, path),
    }),
  );
}

/** Deletes an item. */
export async function deleteIfPresent(key: PrimaryKey): Promise<'done' | 'missing'> {
  return removed(await remove(key, 'attribute_exists(PK)'));
}

const exists = (expression: Expression, path: Path): string =>
  `attribute_exists(${path.length > 0 ? expression.path(path) : 'PK'})`;

/** A retried delete that finds nothing counts as done: an earlier attempt may have deleted it. */
const removed = (failure: ConditionFailedError | undefined): 'done' | 'missing' =>
  !failure || failure.retried ? 'done' : 'missing';
