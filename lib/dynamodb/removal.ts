import { ConditionFailedError } from './client.ts';
import { Conditions } from './conditions.ts';
import type { Attributes } from './items.ts';
import type { PrimaryKey } from './keys.ts';
import { remove } from './writes.ts';

/** Collects the conditions of one `DeleteItem`. */
export class Removal extends Conditions {
  readonly #key: PrimaryKey;

  constructor(key: PrimaryKey) {
    super();
    this.#key = key;
  }

  /** Returns the error if a condition failed. */
  async send(): Promise<ConditionFailedError | undefined> {
    const outcome = await this.sendAndReturn();
    return outcome instanceof ConditionFailedError ? outcome : undefined;
  }

  /** Returns the deleted item, or the error with the existing item if a condition failed. */
  sendAndReturn(): Promise<Attributes | ConditionFailedError> {
    return remove(this.#key, this.condition, this.expression);
  }
}
