import { createHash } from 'node:crypto';
import ical, { escape as escaped, foldLines, ICalEvent, ICalEventTransparency } from 'ical-generator';
import * as z from 'zod/mini';
import type { ActiveToken } from '../auth/access-token.ts';
import { readServiceConfig, readServiceUrl, type ServiceConfig } from '../config/service.ts';
import { dayAt, lastDayBefore } from '../day.ts';
import { MAX_BODY_BYTES } from '../lists/page.ts';
import { isWithin } from '../lists/query.ts';
import { toAmount } from '../money/amount.ts';
import { type AmountToPay, amountsOf, CONCURRENT_READS, MAX_EVENTS } from '../payments/list-amounts.ts';
import type { EventHead } from '../plan/head.ts';
import { listEvents, MAX_READS, type OwnedHead } from '../plan/repository.ts';
import { problem } from '../problem.ts';

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

const eventEntry = (event: EventHead): CalendarEntry => ({
  ids: [event.ownerId, event.id],
  day: event.event_date,
  title: event.name,
  details: event.description,
  version: event.version,
  updatedAt: event.updated_at,
});

function amountEntry({ budget, payment, cents, event }: AmountToPay, day: string): CalendarEntry {
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
function lastDayEntry(
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
  id: `${createHash('sha256').update(JSON.stringify(ids)).digest('hex').slice(0, 32)}@${new URL(serviceUrl).host}`,
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

/** The text without control characters, which the format forbids. Each kind of line break becomes the same. */
const legible = (text: string): string =>
  text.replaceAll(/\r\n|[\r\u0085\u2028\u2029]/g, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, '');

export const calendarQuery = z.object({
  token: z
    .optional(z.string())
    .check(z.meta({ description: 'From the `url` that the create of the token returned' })),
  only: z.optional(
    z.enum(['events', 'payments'], { error: problem('invalid', 'must be events or payments') }).check(
      z.meta({
        description:
          '`events` for the days of events only, `payments` for the open amounts only. Without it, both',
      }),
    ),
  ),
});

/** Raise it when the same events make another file, so that nobody keeps the old one. */
const FORM = 2;

/**
 * The calendar of an access token's account: what it follows from, which changes whenever it does and takes no reads of whole
 * events, and the file.
 */
export async function readCalendar(
  token: ActiveToken,
  { only }: Pick<z.output<typeof calendarQuery>, 'only'>,
) {
  const today = dayAt(Date.now());
  const from = `${Number(today.slice(0, 4)) - 1}-01-01`;
  const deployment = { ...readServiceConfig(), serviceUrl: readServiceUrl() };
  const heads = await newestEvents(token.accountId);
  const lastDay = lastDayEntry(token, deployment);
  return {
    state: [FORM, deployment, only, from, lastDay, heads.map(versionOf)],
    text: async () => {
      const days = heads.filter(({ event_date }) => isWithin({ from }, event_date));
      const entries = [
        ...(only === 'payments' ? [] : days.map(eventEntry)),
        ...(only === 'events' ? [] : await openAmounts(token.accountId, heads, from)),
        ...(lastDay ? [lastDay] : []),
      ];
      return toCalendarFile(entries, deployment);
    },
  };
}

/**
 * The version of an event, and the role in which an account sees it. After a restore of the table, times tell apart two versions
 * of one number.
 */
const versionOf = ({ ownerId, id, version, updated_at, shared }: OwnedHead) =>
  [ownerId, id, version, updated_at, shared?.role] as const;

/** The own and shared events of an account. Those that were created first are left out if they are too large. */
async function newestEvents(accountId: string): Promise<OwnedHead[]> {
  const events: OwnedHead[] = [];
  let reads = 0;
  for await (const page of listEvents(accountId, undefined, { newestFirst: true })) {
    events.push(...page);
    reads += 1;
    if (reads === MAX_READS) break;
  }
  return events;
}

/** Returns none if too many events have any. */
async function openAmounts(accountId: string, heads: OwnedHead[], from: string): Promise<CalendarEntry[]> {
  const owing = heads.filter(({ open_days }) =>
    Object.entries(open_days).some(([day, count]) => count !== 0 && isWithin({ from }, day)),
  );
  if (owing.length > MAX_EVENTS) return [];
  const entries: CalendarEntry[] = [];
  for (let n = 0; n < owing.length; n += CONCURRENT_READS) {
    const round = owing.slice(n, n + CONCURRENT_READS).map((event) => amountsOf(accountId, event, false));
    const amounts = (await Promise.all(round)).flat();
    for (const amount of amounts)
      if (amount.day !== undefined && isWithin({ from }, amount.day))
        entries.push(amountEntry(amount, amount.day));
  }
  return entries;
}
