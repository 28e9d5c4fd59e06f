import type { ConditionFailedError } from './client.ts';
import { Conditions } from './conditions.ts';
import type { PrimaryKey } from './keys.ts';
import { remove } from './writes.ts';

/** Collects the conditions of one `DeleteItem`. */
export class Removal extends Conditions {
  readonly #key: PrimaryKey;

  constructor(key: PrimaryKey) {
    super();
    this.#key = key;
  }

  /** Returns the error if a condition failed; with the existing item if `returnItem` is set. */
  send({ returnItem = false } = {}): Promise<ConditionFailedError | undefined> {
    return remove(this.#key, this.condition, this.expression, { returnItem });
  }
}
