import * as z from 'zod/mini';
import {
  limitResponse,
  toLimitResponse,
  toTotalsResponse,
  totalsResponse,
} from '../events/totals-response.ts';
import { count } from '../lists/page.ts';
import type { Event } from '../plan/event.ts';
import { amountSums } from '../plan/sums.ts';
import { budgetResponse } from './response.ts';

export const eventTotalsResponse = z
  .extend(totalsResponse, {
    ...limitResponse.shape,
    categories: z.array(
      z
        .extend(totalsResponse, { category: budgetResponse.shape.category })
        .check(z.meta({ id: 'CategorySummary' })),
    ),
    version: count.check(z.meta({ description: 'The number in the `ETag` of the event' })),
  })
  .check(
    z.meta({
      id: 'Summary',
      examples: [
        {
          total_amount: 2050.5,
          total_spent: 950.5,
          remaining: 1100,
          to_pay: 1250.5,
          over_budget: false,
          categories: [
            {
              category: 'Music',
              total_amount: 800,
              total_spent: 950.5,
              remaining: -150.5,
              to_pay: 0,
              over_budget: true,
            },
            {
              category: 'Food',
              total_amount: 1250.5,
              total_spent: 0,
              remaining: 1250.5,
              to_pay: 1250.5,
              over_budget: false,
            },
          ],
          version: 4,
        },
      ],
    }),
  );

/** The totals of an event, also per category in order of first appearance, what is left of its limit, and its version. */
export function toEventTotals({ digits, budgets, limit_cents, version }: Event) {
  const totals = { digits, ...amountSums(budgets), limit_cents };
  return {
    ...toTotalsResponse(totals),
    ...toLimitResponse(totals),
    categories: [...Map.groupBy(budgets, ({ category }) => category)].map(([category, ofCategory]) => ({
      category,
      ...toTotalsResponse({ digits, ...amountSums(ofCategory) }),
    })),
    version,
  };
}
