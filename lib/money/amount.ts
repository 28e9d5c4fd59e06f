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

export const amountTooLarge = (fraction: Digits) =>
  problem('too_large', `is too large (maximum is ${maxOf(fraction)})`);

const AT_MOST = { 0: 'no', 2: 'at most two', 3: 'at most three' };

export const amountTooPrecise = (fraction: Digits) =>
  problem('too_precise', `must have ${AT_MOST[fraction]} fractional digits`);

/** Amounts of a request by field, in whole thousandths, because the digits of its event are not known yet. */
export type RequestedAmounts = Readonly<Record<string, number | null | undefined>>;

/** Why an amount in thousandths doesn't fit a currency with these digits. */
export function misfit(thousandths: number, fraction: Digits): Problem | undefined {
  if (thousandths > Math.round(maxOf(fraction) * 1_000)) return amountTooLarge(fraction);
  return Number.isInteger(minorUnits(thousandths, fraction)) ? undefined : amountTooPrecise(fraction);
}

/** An amount in thousandths in minor units, if it fits. */
export const minorUnits = (thousandths: number, fraction: Digits): number =>
  thousandths / 10 ** (3 - fraction);

const misfits = (amounts: RequestedAmounts, fraction: Digits) =>
  Object.entries(amounts).flatMap(([field, thousandths]) => {
    const found = misfit(thousandths ?? 0, fraction);
    return found ? [{ field, problem: found }] : [];
  });

/** The largest amount in minor units. */
export const maxUnitsOf = (fraction: Digits): number => (MAX_WHOLE + 1) * 10 ** fraction - 1;

/** Throws {@link InvalidFieldsError} if amounts don't fit a currency with these digits. */
export function requireDigits(amounts: RequestedAmounts, fraction: Digits): void {
  const found = misfits(amounts, fraction);
  if (found.length > 0) throw new InvalidFieldsError(found);
}

/** Whether all amounts fit some currency. */
export const fitSome = (amounts: RequestedAmounts): boolean =>
  ([0, 2, 3] as const).some((fraction) => misfits(amounts, fraction).length === 0);

/** The digits that a write assumes before it knows its event: the usual ones, if the amounts fit them. */
export const assumedDigits = (amounts: RequestedAmounts): Digits =>
  misfits(amounts, DEFAULT_DIGITS).length === 0 ? DEFAULT_DIGITS : 3;
