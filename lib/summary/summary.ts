import * as z from 'zod/mini';
import type { Digits } from '../money/amount.ts';
import { amountResponse, toAmount } from '../money/response.ts';
import { isPeriod, isWithin, type Period, periodParameters } from '../lists/period.ts';
import { count } from '../lists/page.ts';
import { allEvents } from '../events/all-events.ts';
import type { EventHead } from '../events/head.ts';

/** Query parameters of the totals. */
export const totalsQuery = z.object(periodParameters('Events')).check(isPeriod);

const totals = z.object({
  events_count: count,
  total_amount: amountResponse,
  total_spent: amountResponse,
  remaining: amountResponse,
  total_income: amountResponse,
});

const monthTotals = z
  .extend(totals, {
    month: z
      .string()
      .check(
        z.regex(/^[0-9]{4}-(?:0[1-9]|1[0-2])$/),
        z.meta({ description: 'Month of the events, such as `2027-07`' }),
      ),
  })
  .check(z.meta({ id: 'MonthTotals' }));

const example = {
  ...{ events_count: 1, total_amount: 2050.5, total_spent: 950.5, remaining: 1100, total_income: 0 },
};

/** Schema of a currency's totals in a response. */
export const currencyTotals = z
  .extend(totals, {
    currency: z
      .nullable(z.string())
      .check(z.meta({ description: 'Code of ISO 4217; `null` for events without a currency' })),
    months: z.array(monthTotals),
  })
  .check(
    z.meta({
      id: 'CurrencyTotals',
      examples: [{ currency: null, ...example, months: [{ month: '2027-07', ...example }] }],
    }),
  );

/** The totals of an account's own and shared events in a period: per currency, and per month of the events. */
export async function totalsOf(accountId: string, period: Period) {
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

function addUp(events: EventHead[], digits: Digits) {
  const sumOf = (sum: 'total_cents' | 'spent_cents' | 'income_cents'): bigint =>
    // Exact, also beyond 2^53.
    events.reduce((total, event) => total + BigInt(event[sum]) * 10n ** BigInt(digits - event.digits), 0n);
  const [planned, spent, income] = [sumOf('total_cents'), sumOf('spent_cents'), sumOf('income_cents')];
  return {
    events_count: events.length,
    total_amount: toAmount(planned, digits),
    total_spent: toAmount(spent, digits),
    remaining: toAmount(planned - spent, digits),
    total_income: toAmount(income, digits),
  };
}
