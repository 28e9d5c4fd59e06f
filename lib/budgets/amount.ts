import * as z from 'zod/mini';

declare global {
  interface JSON {
    /** Part of ECMAScript, and of Node since 22; TypeScript's libraries don't have it yet. */
    rawJSON(text: string): unknown;
  }
}

const MAX_AMOUNT = 999_999_999.99;

/** Whole cents as a JSON number with exactly two fractional digits. */
export const amountOf = (cents: number): unknown => JSON.rawJSON((cents / 100).toFixed(2));

/** An amount as an answer shows it. */
export const shownAmount = z
  .number()
  .check(z.meta({ description: 'With exactly two fractional digits', examples: [1250.5] }));

const centsOf = (amount: number): number => Math.round(amount * 100) + 0;

/** An amount as a body gives it, in whole cents as it is stored. */
export const amountCents = z.pipe(
  z.number({ error: ({ input }) => (input === undefined ? "can't be blank" : 'must be a number') }).check(
    z.gte(0, { error: 'must not be negative', abort: true }),
    z.lte(MAX_AMOUNT, { error: `is too large (maximum is ${MAX_AMOUNT})`, abort: true }),
    // A whole number of cents over 100 is the very double that a number of two fractional digits is read as.
    z.refine((amount) => centsOf(amount) / 100 === amount, {
      error: 'must have at most two fractional digits',
    }),
    z.meta({ multipleOf: 0.01, examples: [1250.5] }),
  ),
  z.transform(centsOf),
);
