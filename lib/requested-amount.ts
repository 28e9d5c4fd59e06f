import * as z from 'zod/mini';
import { DEFAULT_DIGITS, maxOf, misfit, tooLarge, tooPrecise } from './amount.ts';
import { type Problem, problem } from './problem.ts';
import { BLANK } from './schema.ts';

/** A request's body has NaN for a number with more digits than JavaScript can hold. */
function amountError({ input }: { input?: unknown }): Problem {
  if (Number.isNaN(input)) return tooPrecise(DEFAULT_DIGITS);
  return input === undefined ? BLANK : problem('invalid', 'must be a number');
}

/** Whole thousandths. An amount with up to three fractional digits parses to exactly the double of thousandths / 1,000. */
export const inThousandths = (amount: number): number => Math.round(amount * 1_000) + 0;

/** Why an amount doesn't fit an event without a currency, and whether it may fit another one. */
function misfitOf(amount: number): { message: Problem; isOpen: boolean } | undefined {
  const thousandths = inThousandths(amount);
  if (thousandths / 1_000 === amount) {
    const message = misfit(thousandths, DEFAULT_DIGITS);
    return message && { message, isOpen: misfit(thousandths, 3) === undefined };
  }
  const isTooLarge = amount > maxOf(DEFAULT_DIGITS);
  return { message: (isTooLarge ? tooLarge : tooPrecise)(DEFAULT_DIGITS), isOpen: false };
}

/** Schema of an amount in a request. The schema of its body has to {@link leaveDigitsOpen}. */
export const requestedAmount = z.number({ error: amountError }).check(
  z.gte(0, { error: problem('negative', 'must not be negative'), abort: true }),
  z.lte(maxOf(3), { error: tooLarge(DEFAULT_DIGITS), abort: true }),
  z.check(({ value, issues }) => {
    const found = misfitOf(value);
    if (!found) return;
    const { message, isOpen } = found;
    issues.push({ code: 'custom', input: value, message, continue: true, params: { isOpen } });
  }),
  // In words: as floating-point numbers, most amounts are no multiple of 0.01.
  z.meta({
    description: "At most as many fractional digits as the event's currency has; two without a currency",
  }),
);

/**
 * Accepts amounts that fit an event with another currency, if nothing else is wrong: which one it has is only known later.
 * Otherwise all errors are reported, as for an event without a currency.
 */
export const leaveDigitsOpen = z.check(
  ({ issues }) => {
    if (issues.every((issue) => issue.code === 'custom' && issue.params?.['isOpen'])) issues.splice(0);
  },
  { when: () => true },
);
