import * as z from 'zod/mini';
import { type Digits, digitsOf, minorUnits, requireDigits } from '../amount.ts';
import { head } from '../events/head.ts';
import { problem } from '../problem.ts';
import type { BudgetChanges, NewBudget } from './budget-fields.ts';

/** What a line adds to: the costs of its event, or its income. */
export const kind = z.enum(['expense', 'income'], { error: problem('invalid', 'must be expense or income') });

/** A line as its event's item has it. Amounts are in minor units of the event's currency. */
const line = z.object({
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
  /** What it adds to the number of lines with a due date. */
  due: z.optional(z.int()),
  paid: z.optional(z.boolean()),
  /** The event's version after the last change of this budget. */
  version: z.int(),
  write_mark: z.string(),
});

/** The sums in an event's head, and the attribute of a line that each adds up, if the line has it. */
export const SUMS = [
  { sum: 'planned', of: 'amount_cents' },
  { sum: 'spent', of: 'spent_cents' },
  { sum: 'income', of: 'income_cents' },
  { sum: 'due', of: 'due' },
] as const;

/** What lines add to the sums in an event's head: those that any of them adds to. */
export const addedBy = (
  lines: z.output<typeof line>[],
): [name: `${(typeof SUMS)[number]['sum']}_added`, added: number][] =>
  SUMS.flatMap(({ sum, of }) => {
    const amounts = lines.flatMap((line) => line[of] ?? []);
    return amounts.length > 0 ? [[`${sum}_added`, amounts.reduce((one, other) => one + other)]] : [];
  });

/** What decides how a line's amounts are stored. */
export interface AmountTerms {
  digits: Digits;
  kind: z.output<typeof kind>;
}

/** The attributes that hold requested amounts. Throws {@link InvalidFieldsError} if an amount doesn't fit the digits. */
function storedAmounts(amounts: BudgetChanges['amounts'], { digits, kind }: AmountTerms) {
  requireDigits(amounts, digits);
  const inUnits = (thousandths?: number) =>
    thousandths === undefined ? undefined : minorUnits(thousandths, digits);
  const [amount, spent] = [inUnits(amounts.amount), inUnits(amounts.spent)];
  return kind === 'income'
    ? { income_cents: amount, received_cents: spent }
    : { amount_cents: amount, spent_cents: spent };
}

/** The version of a budget that was never changed. */
export const FIRST_VERSION = 0;

/** A new line, as its event's item has it. */
export function newLine({ amounts, ...fields }: NewBudget, digits: Digits, write_mark: string) {
  const given = Object.entries({
    ...fields,
    ...{ amount_cents: 0, spent_cents: 0 },
    ...storedAmounts(amounts, { digits, kind: fields.kind ?? 'expense' }),
    ...(fields.due_date && { due: 1 }),
    ...{ version: FIRST_VERSION, write_mark },
  }).filter(([, value]) => value !== undefined && value !== null);
  return line.parse(Object.fromEntries(given));
}

/** The attributes that an update changes: those that aren't undefined. `null` removes one. */
export const lineChanges = ({ amounts, ...fields }: BudgetChanges, terms: AmountTerms) => ({
  ...fields,
  ...storedAmounts(amounts, terms),
  due: fields.due_date === undefined ? undefined : Number(fields.due_date !== null),
});

/** Whether a budget is paid, or isn't; always if that doesn't matter. */
export const isPaidAs = ({ paid = false }: { paid?: boolean | undefined }, wanted?: boolean): boolean =>
  wanted === undefined || paid === wanted;

/** A budget: one line of an event's plan, with the digits of its amounts. */
export type Budget = ReturnType<typeof budgetOf>;

/** The budget that a line with an id is, in an event with these digits. */
export function budgetOf(id: number, stored: z.output<typeof line>, digits: Digits) {
  const { amount_cents, spent_cents, income_cents, received_cents, due: _, ...fields } = stored;
  return {
    ...{ id, digits, ...fields },
    amount_cents: income_cents ?? amount_cents,
    spent_cents: received_cents ?? spent_cents,
  };
}

/** An event's item. */
export const storedEvent = z.object({ head, budgets: z.record(z.string(), line) });

export type StoredEvent = z.output<typeof storedEvent>;

/** The same with its budgets as a list, oldest first. */
export const plannedEvent = z.pipe(
  storedEvent,
  z.transform(({ head, budgets }) => ({
    head,
    budgets: Object.entries(budgets)
      .map(([id, stored]) => budgetOf(Number(id), stored, digitsOf(head)))
      .sort((one, other) => one.id - other.id),
  })),
);
