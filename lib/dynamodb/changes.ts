import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { readConfig } from '../config/config.ts';
import type { Condition } from './conditions.ts';
import { Expression, type Path } from './expression.ts';
import type { Attributes } from './items.ts';
import type { PrimaryKey } from './keys.ts';

/** One action of a transaction. A command that writes one item takes what is in it. */
export type Action = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

/** A condition of a change, and the error that it means if it doesn't hold. Without one, it was only assumed. */
interface Requirement {
  condition: Condition;
  refusal: (() => Error) | undefined;
}

/** A change of one item: what is written, and what that requires. */
export abstract class Change {
  readonly key: PrimaryKey;
  /** What an update that is sent alone returns: nothing, or the item. */
  returnValues: 'NONE' | 'ALL_NEW' = 'NONE';
  protected readonly expression = new Expression();
  readonly #requirements: Requirement[] = [];
  readonly #conditions: string[] = [];

  constructor(key: PrimaryKey) {
    this.key = key;
  }

  require(condition: Condition, refusal?: () => Error): this {
    this.#requirements.push({ condition, refusal });
    this.#conditions.push(condition.toText(this.expression));
    return this;
  }

  /** Whether an item meets all that the change requires. */
  isMetBy(item: unknown): boolean {
    return this.#requirements.every(({ condition }) => condition.holds(item));
  }

  /** The errors for what an item doesn't meet, apart from assumptions, in the order in which it was required. */
  refusalsFor(item: unknown): Error[] {
    return this.#requirements
      .filter(({ condition }) => !condition.holds(item))
      .flatMap(({ refusal }) => refusal?.() ?? []);
  }

  abstract toAction(): Action;

  /** What the actions of all kinds have. If a condition fails, DynamoDB returns the item. */
  protected parameters() {
    const { names, values } = this.expression;
    return {
      TableName: readConfig().tableName,
      ...(this.#conditions.length > 0 && { ConditionExpression: this.#conditions.join(' AND ') }),
      // DynamoDB rejects empty maps.
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
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

  /** Sets an attribute to the value of another one, or to a value instead if that is absent. */
  copy(path: Path, from: Path, otherwise?: number): this {
    return this.#assign(
      path,
      otherwise === undefined ? this.expression.path(from) : this.#or(from, otherwise),
    );
  }

  increase(path: Path, by: number): this {
    return this.setToSum(path, path, by);
  }

  setToSum(path: Path, of: Path, and: number): this {
    return this.#assign(path, `${this.expression.path(of)} + ${this.expression.value(and)}`);
  }

  /** Adds a number, or the value of another attribute of the item. One that is absent counts as 0, or as what is given. */
  add(path: Path, amount: number | Path, otherwise = 0): this {
    const added = typeof amount === 'number' ? this.expression.value(amount) : this.#or(amount, otherwise);
    return this.#assign(path, `${this.#or(path, 0)} + ${added}`);
  }

  remove(path: Path): this {
    this.#removals.push(this.expression.path(path));
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
