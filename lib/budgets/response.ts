import * as z from 'zod/mini';
import { day } from '../day.ts';
import { type Budget, kind } from '../events/budget.ts';
import { idResponse } from '../id.ts';
import { amountResponse, toAmount } from '../money/response.ts';
import { ifSet, text } from '../schema.ts';

export const vendor = text({ min: 0, max: 100, trim: true });

export const budgetResponse = z
  .object({
    id: idResponse,
    name: text({ min: 1, max: 255, trim: true }),
    category: text({ min: 0, max: 100, trim: true }),
    amount: amountResponse,
    spent: amountResponse,
    kind: ifSet(kind, 'Only if it was given; a budget without it is an expense'),
    vendor: ifSet(vendor, 'Only if it was given'),
    note: ifSet(text({ min: 0, max: 500 }), 'Only if it was given'),
    due_date: ifSet(day, 'Only if it was given'),
    paid: ifSet(z.boolean(), 'Only if it was given'),
  })
  .check(
    z.meta({
      id: 'Budget',
      examples: [
        { id: 114640874099904, name: 'Band', category: 'Music', amount: 800, spent: 950.5 },
        { id: 114640874103215, name: 'Catering', category: 'Food', amount: 1250.5, spent: 0 },
      ],
    }),
  );

export const toBudgetResponse = ({
  id,
  name,
  category,
  digits,
  amount_cents,
  spent_cents,
  kind,
  vendor,
  note,
  due_date,
  paid,
}: Budget) => ({
  id,
  name,
  category,
  amount: toAmount(amount_cents, digits),
  spent: toAmount(spent_cents, digits),
  // JSON leaves out those that are undefined.
  kind,
  vendor,
  note,
  due_date,
  paid,
});
