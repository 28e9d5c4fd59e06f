import * as z from 'zod/mini';
import { Rejection } from '../errors.ts';
import { type FieldProblem, type Problem, problem } from '../problem.ts';

export const digits = z.literal([0, 2, 3]);

export type Digits = z.output<typeof digits>;

/** Of an event without a currency. */
export const DEFAULT_DIGITS = 2;

/** The largest amount in minor units. */
export const maxUnitsOf = (digits: Digits): number => 1_000_000_000 * 10 ** digits - 1;
export const maxOf = (digits: Digits): number => maxUnitsOf(digits) / 10 ** digits;

const amountTooLarge = (digits: Digits) =>
  problem('too_large', 'is too large (maximum is {maximum})', { maximum: maxOf(digits) });

const AT_MOST: Record<Digits, string> = { 0: 'no', 2: 'at most two', 3: 'at most three' };

export const atMostDigits = (digits: Digits): string => `${AT_MOST[digits]} fractional digits`;

export const amountTooPrecise = (digits: Digits, more = '') =>
  problem('too_precise', `must have ${atMostDigits(digits)}${more}`, { maximum: digits });

/** Makes minor units of a request's amounts, and collects their problems. */
export class RequestedAmounts {
  readonly problems: FieldProblem[] = [];
  readonly #digits: Digits;

  constructor(digits: Digits) {
    this.#digits = digits;
  }

  /** Rounds an amount that doesn't fit. One that isn't there stays as it is. */
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

  /** Throws `invalid`. */
  requireValid(): void {
    if (this.problems.length > 0) throw new Rejection('invalid', this.problems);
  }
}

/** JSON text that `JSON.stringify` writes as it stands. */
export interface RawJson {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    /** In Node since 22, but not yet in TypeScript's type definitions. */
    rawJSON(text: string): RawJson;
  }
}

/** Minor units, such as cents, as a JSON number with exactly these fractional digits. */
export function toAmount(minorUnits: number | bigint, digits: Digits): RawJson {
  const units = BigInt(minorUnits);
  const text = String(units < 0n ? -units : units).padStart(digits + 1, '0');
  const point = text.length - digits;
  const unsigned = digits === 0 ? text : `${text.slice(0, point)}.${text.slice(point)}`;
  return JSON.rawJSON(units < 0n ? `-${unsigned}` : unsigned);
}

export const amountResponse = z.custom<RawJson>().check(
  z.meta({
    override: ({ jsonSchema }) => {
      Object.assign(jsonSchema, { type: 'number', format: 'double' });
    },
    description: "Always with as many fractional digits as the event's currency has; two without a currency",
  }),
);
