import type { ConditionFailedError } from './client.ts';
import { Conditions } from './conditions.ts';
import type { Path } from './expression.ts';
import type { Attributes } from './items.ts';
import type { PrimaryKey } from './keys.ts';
import { update, updateAndReturn } from './writes.ts';

/** Collects the changes and conditions of one `UpdateItem`. DynamoDB reads all values before it changes any. */
export class Update extends Conditions {
  readonly #key: PrimaryKey;
  readonly #assignments: string[] = [];
  readonly #removals: string[] = [];

  constructor(key: PrimaryKey) {
    super();
    this.#key = key;
  }

  set(path: Path, value: unknown): this {
    return this.#assign(path, this.expression.value(value));
  }

  copy(path: Path, from: Path): this {
    return this.#assign(path, this.expression.path(from));
  }

  /** Adds a number, or the value of another attribute of the item. */
  increase(path: Path, by: number | Path): this {
    return this.setToSum(path, path, by);
  }

  /** The same where either attribute may be absent, which counts as 0. */
  add(path: Path, amount: number | Path): this {
    const zero = this.expression.value(0);
    const orZero = (operand: Path) => `if_not_exists(${this.expression.path(operand)}, ${zero})`;
    const added = typeof amount === 'number' ? this.expression.value(amount) : orZero(amount);
    return this.#assign(path, `${orZero(path)} + ${added}`);
  }

  setToSum(path: Path, of: Path, and: number | Path): this {
    const amount = typeof and === 'number' ? this.expression.value(and) : this.expression.path(and);
    return this.#assign(path, `${this.expression.path(of)} + ${amount}`);
  }

  remove(path: Path): this {
    this.#removals.push(this.expression.path(path));
    return this;
  }

  /** Returns the error if a condition failed; with the existing item if `returnItem` is set. */
  send({ returnItem = false } = {}): Promise<ConditionFailedError | undefined> {
    return update(this.#key, this.expression, { ...this.#clauses(), returnItem });
  }

  /** Sends the update. Returns the changed attributes, or the error with the existing item if a condition failed. */
  sendAndReturn(): Promise<Attributes | ConditionFailedError> {
    return updateAndReturn(this.#key, this.expression, this.#clauses());
  }

  #assign(path: Path, value: string): this {
    this.#assignments.push(`${this.expression.path(path)} = ${value}`);
    return this;
  }

  #clauses() {
    const clauses = [
      ...(this.#assignments.length > 0 ? [`SET ${this.#assignments.join(', ')}`] : []),
      ...(this.#removals.length > 0 ? [`REMOVE ${this.#removals.join(', ')}`] : []),
    ];
    return { update: clauses.join(' '), condition: this.condition };
  }
}
