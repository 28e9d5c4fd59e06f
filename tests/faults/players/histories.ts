import fc from 'fast-check';
import { SEED } from '../../support/scale.ts';
import { figures } from './figures.ts';

interface Length {
  /** In all histories together. */
  operations: number;
  perHistory: number;
  /** Histories at once, since they mostly wait for retries. The SDK has 50 connections for all. */
  atOnce: number;
}

/** Plays random histories, which a property draws and checks. */
export async function playHistories<Drawn>(
  property: fc.IAsyncProperty<Drawn>,
  { operations, perHistory, atOnce }: Length,
): Promise<void> {
  const histories = Math.ceil(operations / perHistory);
  const some = (_: unknown, n: number) =>
    fc.assert(property, {
      seed: SEED + n,
      numRuns: Math.ceil((histories - n) / atOnce),
      // Shrinking a history would take hours.
      endOnFailure: true,
      plugins: [fc.unbiased()],
    });
  await Promise.all(Array.from({ length: Math.min(atOnce, histories) }, some));
  if (process.env['OPERATIONS']) console.info(figures);
}
