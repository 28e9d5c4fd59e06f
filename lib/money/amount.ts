import * as z from 'zod/mini';
import { Rejection } from '../errors.ts';
import { type FieldProblem, type Problem, problem } from '../problem.ts';

/** The fractional digits of a currency. */
export const digits = z.literal([0, 2, 3]);

export type Digits = z.output<typeof digits>;

/** Digits of an event without a currency. */
export const DEFAULT_DIGITS = 2;

const MAX_WHOLE = 999_999_999;

export const maxOf = (digits: Digits): number => maxUnitsOf(digits) / 10 ** digits;

/** The largest amount in minor units. */
export const maxUnitsOf = (digits: Digits): number => (MAX_WHOLE + 1) * 10 ** digits - 1;

const amountTooLarge = (digits: Digits) =>
  problem('too_large', 'is too large (maximum is {maximum})', { maximum: maxOf(digits) });

const AT_MOST: Record<Digits, string> = { 0: 'no', 2: 'at most two', 3: 'at most three' };

export const atMostDigits = (digits: Digits): string => `${AT_MOST[digits]} fractional digits`;

/** Another sentence may follow. */
export const amountTooPrecise = (digits: Digits, more = '') =>
  problem('too_precise', `must have ${atMostDigits(digits)}${more}`, { maximum: digits });

/** Makes minor units of a request's amounts, and collects what is wrong with them. */
export class RequestedAmounts {
  readonly problems: FieldProblem[] = [];
  readonly #digits: Digits;

  /** For an event whose amounts have these digits. */
  constructor(digits: Digits) {
    this.#digits = digits;
  }

  /** An amount in minor units, rounded if it doesn't fit. One that isn't there stays as it is. */
  toMinorUnits(field: string, amount: number): number;
  toMinorUnits<Missing extends null | undefined>(
    field: string,
    amount: number | Missing,
    more?: string,
  ): number | Missing;
  toMinorUnits(field: string, amount: number | null | undefined, more?: string) {
    if (typeof amount !== 'number') return amount;
    // An amount with so many fractional digits is exactly the double of its minor units divided.
    const units = Math.round(amount * 10 ** this.#digits) + 0;
    if (amount > maxOf(this.#digits)) this.add(field, amountTooLarge(this.#digits));
    else if (units / 10 ** this.#digits !== amount) this.add(field, amountTooPrecise(this.#digits, more));
    return units;
  }

  add(field: string, problem: Problem): void {
    this.problems.push({ field, problem });
  }

  /** Throws `invalid` if anything is wrong. */
  requireValid(): void {
    if (this.problems.length > 0) throw new Rejection('invalid', this.problems);
  }
}
