import { type Expression, type Path, valueAt } from './expression.ts';

/** What a write requires of the item that it changes. Both say the same: one to DynamoDB, one about an item at hand. */
export interface Condition {
  toText: (expression: Expression) => string;
  /** Without an item, no attribute exists. */
  holds: (item: unknown) => boolean;
}

export const exists = (path: Path): Condition => ({
  toText: (expression) => `attribute_exists(${expression.path(path)})`,
  holds: (item) => valueAt(item, path) !== undefined,
});

export const isAbsent = (path: Path): Condition => ({
  toText: (expression) => `attribute_not_exists(${expression.path(path)})`,
  holds: (item) => valueAt(item, path) === undefined,
});

export const equals = (path: Path, value: string | number): Condition => ({
  toText: (expression) => `${expression.path(path)} = ${expression.value(value)}`,
  holds: (item) => valueAt(item, path) === value,
});

/** Compares with nothing if there is no number. */
function numberAt(item: unknown, path: Path): number {
  const value = valueAt(item, path);
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : Number.NaN;
}

export const isBelow = (path: Path, max: number): Condition => ({
  toText: (expression) => `${expression.path(path)} < ${expression.value(max)}`,
  holds: (item) => numberAt(item, path) < max,
});

export const isAtMost = (path: Path, max: number): Condition => ({
  toText: (expression) => `${expression.path(path)} <= ${expression.value(max)}`,
  holds: (item) => numberAt(item, path) <= max,
});

export const isAbove = (path: Path, min: number): Condition => ({
  toText: (expression) => `${expression.path(path)} > ${expression.value(min)}`,
  holds: (item) => numberAt(item, path) > min,
});

/** The entries of a map or a list, or the length of text. Compares with nothing if there is none of them. */
function sizeAt(item: unknown, path: Path): number {
  const value = valueAt(item, path);
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : Number.NaN;
}

/** The attribute has at most so many entries. */
export const hasAtMost = (path: Path, entries: number): Condition => ({
  toText: (expression) => `size(${expression.path(path)}) <= ${expression.value(entries)}`,
  holds: (item) => sizeAt(item, path) <= entries,
});

export const isEmpty = (path: Path): Condition => hasAtMost(path, 0);

/** The attribute has one of up to 100 values. */
export const isOneOf = (path: Path, values: readonly (string | number)[]): Condition => ({
  toText: (expression) => {
    const list = values.map((value) => expression.value(value)).join(', ');
    return `${expression.path(path)} IN (${list})`;
  },
  holds: (item) => values.some((value) => value === valueAt(item, path)),
});

/** The list at the path doesn't have the value, if there is one. */
export const lacks = (path: Path, value: string): Condition => ({
  toText: (expression) => `NOT contains(${expression.path(path)}, ${expression.value(value)})`,
  holds: (item) => {
    const list = valueAt(item, path);
    return !Array.isArray(list) || !list.includes(value);
  },
});

export const allOf = (...conditions: Condition[]): Condition => ({
  toText: (expression) => conditions.map(({ toText }) => toText(expression)).join(' AND '),
  holds: (item) => conditions.every(({ holds }) => holds(item)),
});

export const anyOf = (...conditions: Condition[]): Condition => ({
  toText: (expression) => `(${conditions.map(({ toText }) => toText(expression)).join(' OR ')})`,
  holds: (item) => conditions.some(({ holds }) => holds(item)),
});
