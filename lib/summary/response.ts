import * as z from 'zod/mini';
import { count } from '../lists/page.ts';
import { amountResponse } from '../money/response.ts';

const sums = z.object({
  events_count: count,
  total_amount: amountResponse,
  total_spent: amountResponse,
  remaining: amountResponse,
  total_income: amountResponse,
});

const monthSummary = z
  .extend(sums, {
    month: z
      .string()
      .check(
        z.regex(/^[0-9]{4}-(?:0[1-9]|1[0-2])$/),
        z.meta({ description: 'Month of the events, such as `2027-07`' }),
      ),
  })
  .check(z.meta({ id: 'MonthTotals' }));

export const currencySummary = z
  .extend(sums, {
    currency: z
      .nullable(z.string())
      .check(z.meta({ description: 'Code of ISO 4217; `null` for events without a currency' })),
    months: z.array(monthSummary),
  })
  .check(
    z.meta({
      id: 'CurrencyTotals',
      examples: [
        {
          currency: null,
          events_count: 1,
          total_amount: 2050.5,
          total_spent: 950.5,
          remaining: 1100,
          total_income: 0,
          months: [
            {
              month: '2027-07',
              events_count: 1,
              total_amount: 2050.5,
              total_spent: 950.5,
              remaining: 1100,
              total_income: 0,
            },
          ],
        },
      ],
    }),
  );
