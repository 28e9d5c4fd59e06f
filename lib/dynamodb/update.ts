import type { ConditionFailedError } from './client.ts';
import { Expression, type Path } from './expression.ts';
import type { PrimaryKey } from './keys.ts';
import { update } from './writes.ts';

interface SendOptions {
  returnItem?: boolean;
  signal?: AbortSignal;
}

/** Collects the changes and conditions of one `UpdateItem`. DynamoDB reads all values before it changes any. */
export class Update {
  readonly #key: PrimaryKey;
  readonly #expression = new Expression();
  readonly #assignments: string[] = [];
  readonly #removals: string[] = [];
  readonly #conditions: string[] = [];

  constructor(key: PrimaryKey) {
    this.#key = key;
  }

  set(path: Path, value: unknown): this {
    this.#assignments.push(`${this.#expression.path(path)} = ${this.#expression.value(value)}`);
    return this;
  }

  /** Adds a number, or the value of another attribute of the item. */
  increase(path: Path, by: number | Path): this {
    const place = this.#expression.path(path);
    const amount = typeof by === 'number' ? this.#expression.value(by) : this.#expression.path(by);
    this.#assignments.push(`${place} = ${place} + ${amount}`);
    return this;
  }

  remove(path: Path): this {
    this.#removals.push(this.#expression.path(path));
    return this;
  }

  ifExists(path: Path): this {
    this.#conditions.push(`attribute_exists(${this.#expression.path(path)})`);
    return this;
  }

  ifAbsent(path: Path): this {
    this.#conditions.push(`attribute_not_exists(${this.#expression.path(path)})`);
    return this;
  }

  ifEquals(path: Path, value: unknown): this {
    this.#conditions.push(`${this.#expression.path(path)} = ${this.#expression.value(value)}`);
    return this;
  }

  ifBelow(path: Path, max: number): this {
    this.#conditions.push(`${this.#expression.path(path)} < ${this.#expression.value(max)}`);
    return this;
  }

  /**
   * Sends the update, unless or until the signal is aborted. Returns the error if a condition failed; with the existing
   * item if `returnItem` is set.
   */
  send({ returnItem, signal }: SendOptions = {}): Promise<ConditionFailedError | undefined> {
    const clauses = [
      ...(this.#assignments.length > 0 ? [`SET ${this.#assignments.join(', ')}`] : []),
      ...(this.#removals.length > 0 ? [`REMOVE ${this.#removals.join(', ')}`] : []),
    ];
    return update(this.#key, this.#expression, {
      update: clauses.join(' '),
      condition: this.#conditions.join(' AND '),
      ...(returnItem && { returnItem }),
      ...(signal && { signal }),
    });
  }
}
