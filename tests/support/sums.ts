import { expect } from 'vitest';
import * as z from 'zod/mini';
import { getItem } from '../../lib/dynamodb/items.ts';
import { eventKey } from '../../lib/dynamodb/keys.ts';
import { accountIdOf } from './sharing.ts';

const numbers = z.catch(z.optional(z.number()), undefined);
const stored = z.object({
  head: z.record(z.string(), numbers),
  budgets: z.record(z.string(), z.record(z.string(), numbers)),
});

/** Expects the sums in an event's item to be those of its budgets. */
export async function expectSums(owner: string, { id }: { id: string }): Promise<void> {
  const key = eventKey({ ownerId: accountIdOf(owner), eventId: Number(id) });
  const { head, budgets } = stored.parse(await getItem(key));
  const lines = Object.values(budgets);
  const added = (of: string) => lines.reduce((sum, line) => sum + (line[of] ?? 0), 0);
  const kept = (sum: string) => (head[`${sum}_added`] ?? 0) - (head[`${sum}_removed`] ?? 0);
  const sums = ['planned', 'spent', 'income', 'due', 'open'].map(kept);
  expect(sums).toEqual(['amount_cents', 'spent_cents', 'income_cents', 'due', 'open'].map(added));
  expect(head['budgets_count']).toBe(lines.length);
}
