import type { Digits } from '../money/amount.ts';
import type { Change } from '../dynamodb/changes.ts';

/** What was made under an `Idempotency-Key`: as much of it as the answer to a repeat needs. */
export interface Made {
  id: number;
  /** The fractional digits of its amounts, if it has any. */
  digits?: Digits | undefined;
}

/** The change that stores, in the same transaction, what was made under a key. */
export type Claim = (made: Made) => Change;
