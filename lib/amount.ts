import * as z from 'zod/mini';
import { type Problem, problem } from './problem.ts';
import { BLANK } from './schema.ts';

/** JSON text that `JSON.stringify` writes as it stands. */
interface RawJson {
  readonly rawJSON: string;
}

declare global {
  interface JSON {
    /** In Node since 22, but not yet in TypeScript's type definitions. */
    rawJSON(text: string): RawJson;
  }
}

const MAX_AMOUNT = 999_999_999.99;
const TOO_PRECISE = problem('too_precise', 'must have at most two fractional digits');

/** Whole cents as a JSON number with exactly two fractional digits. */
export const toAmount = (cents: number): RawJson => JSON.rawJSON((cents / 100).toFixed(2));

/** Schema of an amount in a response. */
export const amountResponse = z.custom<RawJson>().check(
  z.meta({
    override: ({ jsonSchema }) => {
      Object.assign(jsonSchema, { type: 'number' });
    },
    description: 'Always with two fractional digits',
  }),
);

const centsOf = (amount: number): number => Math.round(amount * 100) + 0;

/** A request's body has NaN for a number with more digits than JavaScript can hold. */
function amountError({ input }: { input?: unknown }): Problem {
  if (Number.isNaN(input)) return TOO_PRECISE;
  return input === undefined ? BLANK : problem('invalid', 'must be a number');
}

/** Schema of an amount in a request; parses to whole cents. */
export const amountInCents = z.pipe(
  z.number({ error: amountError }).check(
    z.gte(0, { error: problem('negative', 'must not be negative'), abort: true }),
    z.lte(MAX_AMOUNT, {
      error: problem('too_large', `is too large (maximum is ${MAX_AMOUNT})`),
      abort: true,
    }),
    // A number with two fractional digits parses to exactly the double that cents / 100 gives.
    z.refine((amount) => centsOf(amount) / 100 === amount, {
      error: TOO_PRECISE,
    }),
    // In words: as floating-point numbers, most amounts are no multiple of 0.01.
    z.meta({ description: 'At most two fractional digits' }),
  ),
  z.transform(centsOf),
);
