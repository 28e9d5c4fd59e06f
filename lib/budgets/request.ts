import * as z from 'zod/mini';
import { AMOUNT_IN_WORDS, amountRule, RejectedAmount } from '../money/request.ts';
import { kind } from '../plan/budget.ts';
import { partOf } from '../plan/plain-fields.ts';
import { BLANK, changesOf, flag } from '../schema.ts';
import { UNIT_MISSING } from './amounts.ts';
import { budgetCategory, budgetName, requestedQuantity } from './fields.ts';
import { withoutPaid } from './no-paid.ts';

// Responses, requests and files have it last.
const { link, ...kept } = partOf('requested');

export const budgetAmount = amountRule(
  '. For a discount, a refund or a credit, lower the amount or add income',
);

export const requestedBudget = z.object({
  name: budgetName,
  category: budgetCategory,
  amount: budgetAmount.check(
    z.meta({
      description: `What is planned; of income, what you expect. With a \`unit_amount\`, it follows from that, and another amount is rejected. ${AMOUNT_IN_WORDS}`,
    }),
  ),
  spent: budgetAmount.check(
    z.meta({
      description: `What was spent; of income, what you have received. With payments, it follows from them, and another amount is rejected. ${AMOUNT_IN_WORDS}`,
    }),
  ),
  ...kept,
  unit_amount: z.nullable(
    budgetAmount.check(
      z.meta({ description: `The price of one unit. \`amount\` is computed from it. ${AMOUNT_IN_WORDS}` }),
    ),
  ),
  quantity: z.nullable(requestedQuantity).check(
    z.meta({
      description:
        'Number of units, with at most two fractional digits; 1 if left out. Only with a `unit_amount`',
    }),
  ),
  per_guest: z.nullable(flag).check(
    z.meta({
      description: "Whether `amount` is multiplied by the event's `guests`. Only with a `unit_amount`",
    }),
  ),
  estimate: z.nullable(
    budgetAmount.check(
      z.meta({
        description: `What it was expected to cost before its price was known. It stays as it is when \`amount\` changes. ${AMOUNT_IN_WORDS}`,
      }),
    ),
  ),
  link,
});

/** A body's fields; `undefined` if it is no object. */
export const fieldsOf = (body: unknown): Record<string, unknown> | undefined =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined;

const hasUnit = ({ unit_amount }: Record<string, unknown>): boolean =>
  (unit_amount ?? undefined) !== undefined;

/** Rejects a body that has neither an amount nor what it follows from. */
function withAmount(body: unknown): unknown {
  const fields = fieldsOf(body);
  const isMissing = fields && !hasUnit(fields) && fields['amount'] === undefined;
  return isMissing ? { ...fields, amount: new RejectedAmount(BLANK) } : (fields ?? body);
}

export const newBudgetFields = z.extend(z.partial(requestedBudget), {
  name: budgetName,
  category: z._default(budgetCategory, ''),
  spent: z._default(requestedBudget.shape.spent, 0),
  kind: z.optional(kind.check(z.meta({ description: 'An expense if left out. No update changes it' }))),
});

const withUnits = newBudgetFields.check(
  z.refine(
    (fields) => hasUnit(fields) || ((fields.quantity ?? undefined) === undefined && !fields.per_guest),
    { path: ['unit_amount'], error: UNIT_MISSING },
  ),
);

export const newBudget = withoutPaid(z.pipe(z.transform(withAmount), withUnits)).check(
  z.meta({
    id: 'BudgetInput',
    description:
      'Send `amount` or `unit_amount`, or both if `amount` is right. `null`, where a field takes it, means that it is not set',
    examples: [
      { name: 'Band', category: 'Music', amount: 800, spent: 950.5 },
      { name: 'Hall', amount: 2_000, vendor: 'Ada & Co.', due_date: '2027-06-30' },
      { name: 'Drinks', unit_amount: 3.5, quantity: 2, per_guest: true },
      { name: 'Tickets', kind: 'income', amount: 3_000 },
      { name: 'Photos', amount: 1_400, estimate: 1_200, link: 'https://example.com/contract.pdf' },
    ],
  }),
);

/** Omitted fields keep their values, and `null` clears one. */
export const budgetChanges = withoutPaid(changesOf(requestedBudget)).check(
  z.meta({
    id: 'BudgetChanges',
    examples: [{ amount: 900 }, { spent: 900, note: null }, { unit_amount: 4.5, per_guest: true }],
  }),
);

export type NewBudget = z.output<typeof newBudget>;
export type BudgetChanges = z.output<typeof budgetChanges>;
