import type { Expression, Path } from './expression.ts';

/** A condition that a write puts on its item, as text with the placeholders of an expression. */
export type Condition = (expression: Expression) => string;

export const exists =
  (path: Path): Condition =>
  (expression) =>
    `attribute_exists(${expression.path(path)})`;

export const isAbsent =
  (path: Path): Condition =>
  (expression) =>
    `attribute_not_exists(${expression.path(path)})`;

const compared =
  (operator: string) =>
  (path: Path, value: string | number): Condition =>
  (expression) =>
    `${expression.path(path)} ${operator} ${expression.value(value)}`;

export const equals = compared('=');
export const isBelow = compared('<');
export const isAtMost = compared('<=');
export const isAbove = compared('>');

export const allOf =
  (...conditions: Condition[]): Condition =>
  (expression) =>
    conditions.map((toText) => toText(expression)).join(' AND ');

export const anyOf =
  (...conditions: Condition[]): Condition =>
  (expression) =>
    `(${conditions.map((toText) => toText(expression)).join(' OR ')})`;
