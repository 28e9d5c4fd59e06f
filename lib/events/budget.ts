import * as z from 'zod/mini';
import type { Digits } from '../money/amount.ts';
import { problem } from '../problem.ts';

/** What a budget adds to: the costs of its event, or its income. */
export const kind = z.enum(['expense', 'income'], { error: problem('invalid', 'must be expense or income') });

export type Kind = z.output<typeof kind>;

/** A part of a budget that is paid, as its event's item has it. Its names are short, because an event may have thousands. */
const storedPayment = z.object({
  /** Amount in minor units. */
  a: z.int(),
  /** Due date. */
  d: z.optional(z.string()),
  /** Day on which it was paid. */
  p: z.optional(z.string()),
  /** Note. */
  n: z.optional(z.string()),
});

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
  /** What one costs. With it, the amount follows: times the quantity, and times the event's guests if it is per guest. */
  unit_cents: z.optional(z.int()),
  quantity: z.optional(z.int()),
  per_guest: z.optional(z.boolean()),
  vendor: z.optional(z.string()),
  note: z.optional(z.string()),
  due_date: z.optional(z.string()),
  /** What it adds to the number of amounts with a due date, and of those that are still to pay. */
  due: z.optional(z.int()),
  open: z.optional(z.int()),
  /** 1 if it is said not to be paid, 0 if it is said to be. A number, so that an update can copy it to `open`. */
  unpaid: z.optional(z.int()),
  /** By id. */
  payments: z.optional(z.record(z.string(), storedPayment)),
  version: z.int(),
  write_mark: z.string(),
});

export type StoredBudget = z.output<typeof storedBudget>;

/** A part of a budget that is paid, or is still to pay. */
export interface Payment {
  id: number;
  /** In minor units of the event's currency. */
  amount_cents: number;
  due_date?: string | undefined;
  /** The day on which it was paid. */
  paid_on?: string | undefined;
  note?: string | undefined;
}

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
  /** What one costs. With it, the amount is the {@link productOf}. */
  unit_cents?: number | undefined;
  quantity?: number | undefined;
  per_guest?: boolean | undefined;
  vendor?: string | undefined;
  note?: string | undefined;
  due_date?: string | undefined;
  paid?: boolean | undefined;
  /** Oldest first. With any, what was spent is the sum of those that are paid. */
  payments: Payment[];
  /** The event's version after the last change of this budget. */
  version: number;
  /** Of the write that made it. */
  write_mark: string;
}

/** The version of a budget that was never changed. */
export const FIRST_BUDGET_VERSION = 0;

/** The budget that is stored under an id, in an event with these digits. */
export function budgetOf(id: number, stored: StoredBudget, digits: Digits): Budget {
  const { amount_cents, spent_cents, income_cents, received_cents, due: _, open: __, ...others } = stored;
  const { unpaid, payments = {}, ...fields } = others;
  return {
    id,
    digits,
    ...fields,
    amount_cents: income_cents ?? amount_cents,
    spent_cents: received_cents ?? spent_cents,
    paid: unpaid === undefined ? undefined : unpaid === 0,
    payments: Object.entries(payments)
      .map(([id, { a, d, p, n }]) => ({ id: Number(id), amount_cents: a, due_date: d, paid_on: p, note: n }))
      .sort((one, other) => one.id - other.id),
  };
}

/** What is stored of a budget. */
export function storedOf({ id: _, digits: __, paid, payments, ...fields }: Budget): StoredBudget {
  const { amount_cents, spent_cents, ...texts } = fields;
  const amounts =
    fields.kind === 'income'
      ? { amount_cents: 0, spent_cents: 0, income_cents: amount_cents, received_cents: spent_cents }
      : { amount_cents, spent_cents };
  return storedBudget.parse(
    given({
      ...texts,
      ...amounts,
      ...datesOf(fields.due_date, paid, payments),
      unpaid: paid === undefined ? undefined : Number(!paid),
      payments: payments.length > 0 ? storedPayments(payments) : undefined,
    }),
  );
}

/** What is stored of budgets, by id. */
export const storedById = (budgets: Budget[]): Record<string, StoredBudget> =>
  Object.fromEntries(budgets.map((budget) => [budget.id, storedOf(budget)]));

/** How many amounts of a budget have a due date, and how many of these are still to pay: absent if none has one. */
function datesOf(due_date: string | undefined, paid: boolean | undefined, payments: Payment[]) {
  const own = { due_date, paid_on: paid ? due_date : undefined };
  const dated = [own, ...payments].filter((amount) => amount.due_date !== undefined);
  const open = dated.filter(({ paid_on }) => paid_on === undefined);
  return dated.length > 0 ? { due: dated.length, open: open.length } : {};
}

const storedPayments = (payments: Payment[]) =>
  Object.fromEntries(
    payments.map(({ id, amount_cents, due_date, paid_on, note }) => [
      id,
      given({ a: amount_cents, d: due_date, p: paid_on, n: note }),
    ]),
  );

/** Without the fields that are undefined, which DynamoDB doesn't take. */
const given = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** The budget with these payments instead of its own. */
export const withPayments = (budget: Budget, payments: Payment[]): Budget => ({
  ...budget,
  payments,
  spent_cents: sumOf(payments.filter(({ paid_on }) => paid_on !== undefined)),
});

export const sumOf = (payments: Payment[]): number =>
  payments.reduce((sum, { amount_cents }) => sum + amount_cents, 0);

/** What the amount of a budget follows from. */
export interface UnitPrice {
  unit_cents: number;
  /** 1 if there is none. */
  quantity?: number | null | undefined;
  per_guest?: boolean | null | undefined;
}

/** The amount of a budget in minor units. Exact, because it is a product of whole numbers, or else above every maximum. */
export const productOf = ({ unit_cents, quantity, per_guest }: UnitPrice, guests: number): number =>
  unit_cents * (quantity ?? 1) * (per_guest ? guests : 1);

/** The sums in an event's head, and the attribute of a stored budget that each adds up, if the budget has it. */
export const SUMS = [
  { sum: 'planned', of: 'amount_cents' },
  { sum: 'spent', of: 'spent_cents' },
  { sum: 'income', of: 'income_cents' },
  { sum: 'due', of: 'due' },
  { sum: 'open', of: 'open' },
] as const;

/** The sums that change with budgets, and by how much. */
export const sumChanges = (before: StoredBudget[], after: StoredBudget[]) =>
  SUMS.map(({ sum, of }) => ({ sum, removed: totalOf(before, of), added: totalOf(after, of) })).filter(
    ({ removed, added }) => removed !== added,
  );

const totalOf = (budgets: StoredBudget[], of: (typeof SUMS)[number]['of']): number =>
  budgets.reduce((total, budget) => total + (budget[of] ?? 0), 0);

/** What new budgets add to the sums in an event's head: those that any of them adds to. */
export const addedBy = (
  budgets: StoredBudget[],
): [name: `${(typeof SUMS)[number]['sum']}_added`, added: number][] =>
  SUMS.flatMap(({ sum, of }) => {
    const amounts = budgets.flatMap((budget) => budget[of] ?? []);
    return amounts.length > 0 ? [[`${sum}_added`, amounts.reduce((one, other) => one + other)]] : [];
  });
