/** Whether everything is tested at full length. Otherwise long tests do a part or don't run, so that `npm test` stays short. */
export const IS_FULL = Boolean(process.env['FULL_TESTS']);

/** How much a test does: all of it with FULL_TESTS, otherwise a part. */
export const scaled = (full: number, part: number): number => (IS_FULL ? full : part);

/** The seed of random tests: the day's, so that each day tries something new. A run prints it, and SEED overrides it. */
export const SEED = Number(process.env['SEED'] ?? Math.floor(Date.now() / 86_400_000));

/**
 * The number of operations of a random history, of kills of the embedded database, or of calls at once. OPERATIONS overrides
 * it, as in `FULL_TESTS=1 OPERATIONS=10000 npx vitest run tests/faults/histories/histories.test.ts`.
 */
export const historyLength = (number: number): number => Number(process.env['OPERATIONS'] ?? number);
