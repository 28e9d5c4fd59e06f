import type { ActiveToken } from '../auth/access-token.ts';
import type { ServiceConfig } from '../config/service.ts';
import { dayAt, lastDayBefore } from '../day.ts';
import { toAmount } from '../money/response.ts';
import type { AmountToPay } from '../payments/amount-to-pay.ts';
import type { EventHead } from '../plan/head.ts';

/** An entry of a calendar. */
export interface CalendarEntry {
  /** Identity of the entry, unique, so that calendar programs find it again. */
  ids: (string | number)[];
  /** `YYYY-MM-DD`. */
  day: string;
  title: string;
  details: string;
  version: number;
  /** Unix time in milliseconds. */
  updatedAt: number;
}

/** The event on its day. */
export const eventEntry = (event: EventHead): CalendarEntry => ({
  ids: [event.ownerId, event.id],
  day: event.event_date,
  title: event.name,
  details: event.description,
  version: event.version,
  updatedAt: event.updated_at,
});

/** Amounts left to pay on a day. */
export function amountEntry({ budget, payment, cents, event }: AmountToPay, day: string): CalendarEntry {
  const { rawJSON: amount } = toAmount(cents, budget.digits);
  const sign = budget.kind === 'income' ? '+' : '';
  const currency = event.currency === undefined ? '' : ` ${event.currency}`;
  return {
    ids: [event.ownerId, event.id, budget.id, payment?.id ?? 0],
    day,
    title: `${budget.name}: ${sign}${amount}${currency}`,
    details: [event.name, budget.vendor, (payment ?? budget).note].filter(Boolean).join('\n'),
    version: event.version,
    updatedAt: event.updated_at,
  };
}

const MONTH_MS = 30 * 86_400_000;

/** The last day of the calendar's own access token, so that somebody notices. `undefined` before the month that leads to it. */
export function lastDayEntry(
  { accountId, id, start, end }: ActiveToken,
  { serviceName }: ServiceConfig,
): CalendarEntry | undefined {
  const lastDay = lastDayBefore(end);
  if (lastDay > dayAt(Date.now() + MONTH_MS)) return undefined;
  return {
    ids: [accountId, id],
    day: lastDay,
    title: `${serviceName}: ${lastDay}`,
    details: '',
    version: 0,
    updatedAt: start,
  };
}
