import * as z from 'zod/mini';
import { InvalidFieldsError } from '../errors.ts';
import { type Problem, problem } from '../problem.ts';

/** The fractional digits of a currency. */
export const digits = z.literal([0, 2, 3]);

export type Digits = z.output<typeof digits>;

/** Of an event without a currency. */
export const DEFAULT_DIGITS = 2;

/** The digits of an event's amounts. */
export const digitsOf = ({ digits = DEFAULT_DIGITS }: { digits?: Digits | undefined }): Digits => digits;

const MAX_WHOLE = 999_999_999;

export const maxOf = (fraction: Digits): number => maxUnitsOf(fraction) / 10 ** fraction;

/** The largest amount in minor units. */
export const maxUnitsOf = (fraction: Digits): number => (MAX_WHOLE + 1) * 10 ** fraction - 1;

export const amountTooLarge = (fraction: Digits) =>
  problem('too_large', 'is too large (maximum is {maximum})', { maximum: maxOf(fraction) });

const AT_MOST: Record<Digits, string> = { 0: 'no', 2: 'at most two', 3: 'at most three' };

export const amountTooPrecise = (fraction: Digits) =>
  problem('too_precise', `must have ${AT_MOST[fraction]} fractional digits`, { maximum: fraction });

/** What is wrong with a field of a request. */
export interface FieldProblem {
  field: string;
  problem: Problem;
}

/** Makes minor units of a request's amounts, and collects what is wrong with them. */
export class RequestedAmounts {
  readonly problems: FieldProblem[] = [];
  readonly #fraction: Digits;

  /** For an event whose amounts have these digits. */
  constructor(fraction: Digits) {
    this.#fraction = fraction;
  }

  /** An amount in minor units, rounded if it doesn't fit. One that isn't there stays as it is. */
  toMinorUnits(field: string, amount: number): number;
  toMinorUnits<Missing extends null | undefined>(field: string, amount: number | Missing): number | Missing;
  toMinorUnits(field: string, amount: number | null | undefined) {
    if (typeof amount !== 'number') return amount;
    // An amount with so many fractional digits is exactly the double of its minor units divided.
    const units = Math.round(amount * 10 ** this.#fraction) + 0;
    if (amount > maxOf(this.#fraction)) this.add(field, amountTooLarge(this.#fraction));
    else if (units / 10 ** this.#fraction !== amount) this.add(field, amountTooPrecise(this.#fraction));
    return units;
  }

  add(field: string, problem: Problem): void {
    this.problems.push({ field, problem });
  }

  /** Throws {@link InvalidFieldsError} if anything is wrong. */
  requireValid(): void {
    if (this.problems.length > 0) throw new InvalidFieldsError(this.problems);
  }
}
