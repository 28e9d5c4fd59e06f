import * as z from 'zod/mini';
import { type Problem, problem } from '../problem.ts';
import { BLANK } from '../schema.ts';
import { amountTooPrecise, DEFAULT_DIGITS, maxOf } from './amount.ts';

/** Put in place of an amount by a check of the whole body. The schema then reports this problem for the field. */
export class RejectedAmount {
  readonly problem: Problem;

  constructor(problem: Problem) {
    this.problem = problem;
  }
}

/** A request's body has NaN for a number with more digits than JavaScript can hold. */
function amountError({ input }: { input?: unknown }): Problem {
  if (input instanceof RejectedAmount) return input.problem;
  if (Number.isNaN(input)) return amountTooPrecise(DEFAULT_DIGITS);
  return input === undefined ? BLANK : problem('invalid', 'must be a number');
}

/** No schema can express it: as floating-point numbers, most amounts are no multiple of 0.01. */
export const AMOUNT_IN_WORDS =
  "Below 1,000,000,000, with at most as many fractional digits as the event's currency has; two without a currency";

/** The event's currency isn't known yet. `more` follows what is said of a minus. */
export const amountRule = (more = '') =>
  z.number({ error: amountError }).check(
    z.gte(0, { error: problem('negative', `must not be negative${more}`) }),
    z.meta({
      description: AMOUNT_IN_WORDS,
      maximum: maxOf(3),
      // Without it, generated clients may take 32 bits, which hold seven digits.
      format: 'double',
    }),
  );

export const requestedAmount = amountRule();
