import { expect } from 'vitest';
import type { Outcome } from './call.ts';
import { tableContent } from './table-content.ts';

/** The table but for counters of passwords and of expensive calls, which are counted before anything else is looked at. */
const uncounted = async () =>
  Object.entries(await tableContent()).filter(([key]) => !/ (PASSWORDS|EXPENSIVE_CALLS)$/.test(key));

/** Expects a rejection that changes nothing. */
export async function rejected(write: () => Promise<Outcome>): Promise<Outcome> {
  const before = await uncounted();
  const outcome = await write();
  expect(await uncounted()).toEqual(before);
  return outcome;
}
