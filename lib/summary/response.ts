import * as z from 'zod/mini';
import { count } from '../lists/page.ts';
import { amountResponse } from '../money/response.ts';
import { totalsResponse } from '../plan/totals-response.ts';

const { total_amount, total_spent, remaining, to_pay } = totalsResponse.shape;

const sums = z.object({
  events_count: count,
  total_amount,
  total_spent,
  remaining,
  to_pay,
  total_income: amountResponse.check(z.meta({ description: 'The income that you expect' })),
  to_receive: amountResponse.check(z.meta({ description: 'What you have yet to receive' })),
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
    currency: z.nullable(z.string()).check(
      z.meta({
        description:
          'Code of ISO 4217. The first entry has `null` if there are events without a currency; the others are in order of their codes',
      }),
    ),
    months: z.array(monthSummary).check(z.meta({ description: 'Earliest first' })),
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
          to_pay: 1250.5,
          total_income: 0,
          to_receive: 0,
          months: [
            {
              month: '2027-07',
              events_count: 1,
              total_amount: 2050.5,
              total_spent: 950.5,
              remaining: 1100,
              to_pay: 1250.5,
              total_income: 0,
              to_receive: 0,
            },
          ],
        },
      ],
    }),
  );
