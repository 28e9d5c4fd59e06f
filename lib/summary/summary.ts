import { isWithin, type Period } from '../lists/period.ts';
import type { Digits } from '../money/amount.ts';
import { toAmount } from '../money/response.ts';
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
