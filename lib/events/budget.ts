import * as z from 'zod/mini';
import type { Digits } from '../money/amount.ts';
import { problem } from '../problem.ts';

/** What a budget adds to: the costs of its event, or its income. */
export const kind = z.enum(['expense', 'income'], { error: problem('invalid', 'must be expense or income') });

export type Kind = z.output<typeof kind>;

/** A budget as its event's item has it. Amounts are in minor units of the event's currency. */
export const storedBudget = z.object({
  name: z.string(),
  category: z.string(),
  /** What it adds to the planned and the spent sum: nothing if it is income. */
  amount_cents: z.int(),
  spent_cents: z.int(),
  /** Only of income: what it adds to the sum of income, and what was received of it. */
  income_cents: z.optional(z.int()),
  received_cents: z.optional(z.int()),
  kind: z.optional(kind),
  vendor: z.optional(z.string()),
  note: z.optional(z.string()),
  due_date: z.optional(z.string()),
  /** What it adds to the number of budgets with a due date. */
  due: z.optional(z.int()),
  paid: z.optional(z.boolean()),
  version: z.int(),
  write_mark: z.string(),
});

export type StoredBudget = z.output<typeof storedBudget>;

/** What an event plans to spend on something, or to get for it. Amounts are in minor units of the event's currency. */
export interface Budget {
  id: number;
  name: string;
  category: string;
  amount_cents: number;
  /** Of income, what was received. */
  spent_cents: number;
  /** The fractional digits of its amounts. */
  digits: Digits;
  kind?: Kind | undefined;
  vendor?: string | undefined;
  note?: string | undefined;
  due_date?: string | undefined;
  paid?: boolean | undefined;
  /** The event's version after the last change of this budget. */
  version: number;
  /** Of the write that made it. */
  write_mark: string;
}

/** The version of a budget that was never changed. */
export const FIRST_BUDGET_VERSION = 0;

/** The budget that is stored under an id, in an event with these digits. */
export function budgetOf(id: number, stored: StoredBudget, digits: Digits): Budget {
  const { amount_cents, spent_cents, income_cents, received_cents, due: _, ...fields } = stored;
  return {
    id,
    digits,
    ...fields,
    amount_cents: income_cents ?? amount_cents,
    spent_cents: received_cents ?? spent_cents,
  };
}

/** What is stored of a budget. */
export function storedOf({ id: _, digits: __, amount_cents, spent_cents, ...fields }: Budget): StoredBudget {
  const amounts =
    fields.kind === 'income'
      ? { amount_cents: 0, spent_cents: 0, income_cents: amount_cents, received_cents: spent_cents }
      : { amount_cents, spent_cents };
  const due = fields.due_date === undefined ? undefined : 1;
  const given = Object.entries({ ...fields, ...amounts, due }).filter(([, value]) => value !== undefined);
  return storedBudget.parse(Object.fromEntries(given));
}

/** The sums in an event's head, and the attribute of a stored budget that each adds up, if the budget has it. */
export const SUMS = [
  { sum: 'planned', of: 'amount_cents' },
  { sum: 'spent', of: 'spent_cents' },
  { sum: 'income', of: 'income_cents' },
  { sum: 'due', of: 'due' },
] as const;

/** What new budgets add to the sums in an event's head: those that any of them adds to. */
export const addedBy = (
  budgets: StoredBudget[],
): [name: `${(typeof SUMS)[number]['sum']}_added`, added: number][] =>
  SUMS.flatMap(({ sum, of }) => {
    const amounts = budgets.flatMap((budget) => budget[of] ?? []);
    return amounts.length > 0 ? [[`${sum}_added`, amounts.reduce((one, other) => one + other)]] : [];
  });
