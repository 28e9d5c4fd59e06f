import { createHash } from 'node:crypto';
import ical, { escape as escaped, foldLines, ICalEvent, ICalEventTransparency } from 'ical-generator';
import type { ActiveToken } from '../auth/access-token.ts';
import type { ServiceConfig } from '../config/service.ts';
import { dayAt, lastDayBefore } from '../day.ts';
import { MAX_BODY_BYTES } from '../lists/page.ts';
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

/** After which calendar programs may look again. */
const REFRESH_SECONDS = 6 * 3_600;

/** Name and address of the deployment. */
type Deployment = ServiceConfig & { serviceUrl: string };

/** An iCalendar file (RFC 5545) of these entries, latest first. Those of the first days are left out if they are too large. */
export function toCalendarFile(entries: CalendarEntry[], deployment: Deployment): string {
  const calendar = ical({
    prodId: '//Event Budget Service//Calendar//EN',
    // It escapes what entries say, but not this.
    name: escaped(deployment.serviceName, false),
    ttl: REFRESH_SECONDS,
  });
  const events: ICalEvent[] = [];
  let bytes = 0;
  for (const entry of entries.toSorted(latestFirst)) {
    const event = new ICalEvent(toCalendarEvent(entry, deployment), calendar);
    bytes += Buffer.byteLength(JSON.stringify(foldLines(event.toString())));
    if (bytes > MAX_BODY_BYTES) break;
    events.push(event);
  }
  return `${calendar.events(events)}\r\n`;
}

const latestFirst = (one: CalendarEntry, other: CalendarEntry): number =>
  Number(other.day > one.day) - Number(other.day < one.day);

const toCalendarEvent = (
  { ids, day, title, details, version, updatedAt }: CalendarEntry,
  { serviceUrl, appUrl }: Deployment,
) => ({
  id: `${hashOf(ids)}@${new URL(serviceUrl).host}`,
  sequence: version,
  stamp: new Date(updatedAt),
  lastModified: new Date(updatedAt),
  // A day is the same everywhere, because it has no time. No end says that it is one.
  start: new Date(day),
  allDay: true,
  summary: legible(title),
  ...(details && { description: legible(details) }),
  ...(appUrl && { url: appUrl }),
  transparency: ICalEventTransparency.TRANSPARENT,
});

const hashOf = (ids: CalendarEntry['ids']): string =>
  createHash('sha256').update(JSON.stringify(ids)).digest('hex').slice(0, 32);

/** The text without control characters, which the format forbids. Each kind of line break becomes the same. */
const legible = (text: string): string =>
  text.replaceAll(/\r\n|[\r\u0085\u2028\u2029]/g, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, '');
