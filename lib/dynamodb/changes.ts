import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { readConfig } from '../config/config.ts';
import { Expression, type Path } from './expression.ts';
import type { Attributes } from './items.ts';
import type { PrimaryKey } from './keys.ts';

/** Writes a condition on an item into an expression. */
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

/** An action of a transaction. A command that writes one item takes its content. */
export type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A change of one item: what is written, and what that requires. */
export abstract class Change {
  readonly key: PrimaryKey;
  /** The error if a condition fails. Without one, the change is decided on again. */
  rejection: (() => Error) | undefined;
  protected readonly expression = new Expression();
  readonly #conditions: string[] = [];
  #hidesItem = false;

  constructor(key: PrimaryKey) {
    this.key = key;
  }

  require(condition: Condition, rejection?: () => Error): this {
    this.rejection ??= rejection;
    this.#conditions.push(condition(this.expression));
    return this;
  }

  /** Makes a failed condition return no item, because not every function may see it. */
  hideItem(): this {
    this.#hidesItem = true;
    return this;
  }

  abstract toAction(): Action;

  protected parameters() {
    const { names, values } = this.expression;
    return {
      TableName: readConfig().tableName,
      ...(this.#conditions.length > 0 && { ConditionExpression: this.#conditions.join(' AND ') }),
      // DynamoDB rejects empty maps.
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
      ...(!this.#hidesItem && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }),
    };
  }
}

export class Put extends Change {
  readonly #item: Attributes;

  constructor(key: PrimaryKey, item: Attributes) {
    super(key);
    this.#item = item;
  }

  toAction() {
    return { Put: { ...this.parameters(), Item: { ...this.#item, ...this.key } } };
  }
}

export class Delete extends Change {
  toAction() {
    return { Delete: { ...this.parameters(), Key: this.key } };
  }
}

/** Changes nothing, but has a transaction fail. */
export class Check extends Change {
  toAction() {
    const { ConditionExpression = '', ...parameters } = this.parameters();
    return { ConditionCheck: { ...parameters, ConditionExpression, Key: this.key } };
  }
}

/** Changes attributes of an item. DynamoDB reads all values before it changes any. */
export class Update extends Change {
  readonly #assignments: string[] = [];
  readonly #removals: string[] = [];

  set(path: Path, value: unknown): this {
    return this.#assign(path, this.expression.value(value));
  }

  setIfAbsent(path: Path, value: unknown): this {
    return this.#assign(path, this.#or(path, value));
  }

  copy(path: Path, from: Path): this {
    return this.#assign(path, this.expression.path(from));
  }

  increase(path: Path, by: number): this {
    return this.#assign(path, `${this.expression.path(path)} + ${this.expression.value(by)}`);
  }

  /** Adds a number. An attribute that is absent counts as 0. */
  add(path: Path, amount: number): this {
    return this.#assign(path, `${this.#or(path, 0)} + ${this.expression.value(amount)}`);
  }

  remove(path: Path): this {
    this.#removals.push(this.expression.path(path));
    return this;
  }

  /** Sets the entries of a map that differ, and removes those that are undefined. */
  setChanged(path: Path, was: Attributes, is: Attributes): this {
    const names = Object.keys({ ...was, ...is }).filter((name) => !isDeepStrictEqual(was[name], is[name]));
    for (const name of names) {
      if (is[name] === undefined) this.remove([...path, name]);
      else this.set([...path, name], is[name]);
    }
    return this;
  }

  toAction() {
    const clauses = [
      ...(this.#assignments.length > 0 ? [`SET ${this.#assignments.join(', ')}`] : []),
      ...(this.#removals.length > 0 ? [`REMOVE ${this.#removals.join(', ')}`] : []),
    ];
    return { Update: { ...this.parameters(), Key: this.key, UpdateExpression: clauses.join(' ') } };
  }

  #or(path: Path, value: unknown): string {
    return `if_not_exists(${this.expression.path(path)}, ${this.expression.value(value)})`;
  }

  #assign(path: Path, value: string): this {
    this.#assignments.push(`${this.expression.path(path)} = ${value}`);
    return this;
  }
}

export const REMEMBERED_WRITE_IDS = 4;

/** The attribute that has the write ids, newest first. */
const WRITES = 'writes';

/** Tells a write that was sent again from others. */
export const newWriteId = (): string => randomBytes(9).toString('base64url');

/** The `writes` of a new item. */
export const firstWriteIds = (writeId: string): string[] => Array(REMEMBERED_WRITE_IDS).fill(writeId);

/** The `writes` of an item that is put whole, after those before. */
export const writeIdsAfter = (writes: string[], writeId: string): string[] =>
  [writeId, ...writes].slice(0, REMEMBERED_WRITE_IDS);

/** Makes an item remember an update, besides the three before it. */
export function remember(update: Update, writeId: string): Update {
  update.set([WRITES, 0], writeId);
  for (let n = 1; n < REMEMBERED_WRITE_IDS; n += 1) update.copy([WRITES, n], [WRITES, n - 1]);
  return update;
}
