import { expect } from 'vitest';
import type { Outcome } from './call.ts';
import { tableContent } from './table-content.ts';

/** Expects a refusal that changes nothing. */
export async function refused(write: () => Promise<Outcome>): Promise<Outcome> {
  const before = await tableContent();
  const outcome = await write();
  expect(await tableContent()).toEqual(before);
  return outcome;
}
