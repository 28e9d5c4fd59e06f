import * as z from 'zod/mini';
import { totalsResponse } from '../events/totals-response.ts';
import { count } from '../lists/page.ts';
import { isWithin, type Period } from '../lists/query.ts';
import { amountResponse, type Digits, toAmount } from '../money/amount.ts';
import type { EventHead } from '../plan/head.ts';
import { allEvents } from '../plan/repository.ts';

/** The summary of an account's own and shared events in a period: per currency, and per month of the events. */
export async function summaryOf(accountId: string, period: Period) {
  const events = (await allEvents(accountId)).filter(({ event_date }) => isWithin(period, event_date));
  return groupsBy(events, ({ currency }) => currency ?? '').map(([currency, ofCurrency]) => {
    // ISO 4217 may have changed the digits of a currency between two events.
    const digits = ofCurrency
      .map((event) => event.digits)
      .reduce((most, other) => (other > most ? other : most));
    const months = groupsBy(ofCurrency, ({ event_date }) => event_date.slice(0, 7));
    return {
      currency: currency || null,
      ...addUp(ofCurrency, digits),
      months: months.map(([month, ofMonth]) => ({ month, ...addUp(ofMonth, digits) })),
    };
  });
}

/** Groups of events in the order of their keys. */
const groupsBy = (events: EventHead[], keyOf: (event: EventHead) => string) =>
  [...Map.groupBy(events, keyOf)].sort(([one], [other]) => (one < other ? -1 : 1));

type Sum = 'total_cents' | 'spent_cents' | 'to_pay_cents' | 'income_cents' | 'to_receive_cents';

function addUp(events: EventHead[], digits: Digits) {
  const sumOf = (field: Sum): bigint =>
    // Exact, also beyond 2^53.
    events.reduce((sum, event) => sum + BigInt(event[field]) * 10n ** BigInt(digits - event.digits), 0n);
  const total = sumOf('total_cents');
  const spent = sumOf('spent_cents');
  return {
    events_count: events.length,
    total_amount: toAmount(total, digits),
    total_spent: toAmount(spent, digits),
    remaining: toAmount(total - spent, digits),
    to_pay: toAmount(sumOf('to_pay_cents'), digits),
    total_income: toAmount(sumOf('income_cents'), digits),
    to_receive: toAmount(sumOf('to_receive_cents'), digits),
  };
}

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

const TOTALS = {
  events_count: 1,
  total_amount: 2050.5,
  total_spent: 950.5,
  remaining: 1100,
  to_pay: 1250.5,
  total_income: 0,
  to_receive: 0,
};

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
          ...TOTALS,
          months: [{ month: '2027-07', ...TOTALS }],
        },
      ],
    }),
  );
