import * as z from 'zod/mini';
import type { ActiveToken } from '../auth/access-token.ts';
import { readServiceConfig, readServiceUrl } from '../config/service.ts';
import { dayAt } from '../day.ts';
import { isWithin } from '../lists/query.ts';
import { amountsOf, CONCURRENT_READS, MAX_EVENTS } from '../payments/list-amounts.ts';
import { listEvents, MAX_READS, type OwnedHead } from '../plan/repository.ts';
import { problem } from '../problem.ts';
import { amountEntry, type CalendarEntry, eventEntry, lastDayEntry, toCalendarFile } from './file.ts';

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

type CalendarQuery = z.output<typeof calendarQuery>;

/** Raise it when the same events make another file, so that nobody keeps the old one. */
const FORM = 2;

/**
 * The calendar of an access token's account: what it follows from, which changes whenever it does and takes no reads of whole
 * events, and the file.
 */
export async function readCalendar(token: ActiveToken, { only }: Pick<CalendarQuery, 'only'>) {
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

/** Returns the amounts left to pay since a day, or none if too many events have any. */
async function openAmounts(accountId: string, heads: OwnedHead[], from: string): Promise<CalendarEntry[]> {
  const owing = heads.filter(({ open_days }) =>
    Object.entries(open_days).some(([day, count]) => count !== 0 && isWithin({ from }, day)),
  );
  if (owing.length > MAX_EVENTS) return [];
  const entries: CalendarEntry[] = [];
  for (let n = 0; n < owing.length; n += CONCURRENT_READS) {
    const round = owing.slice(n, n + CONCURRENT_READS).map((event) => amountsOf(accountId, event, false));
    const amounts = (await Promise.all(round)).flat();
    entries.push(
      ...amounts.flatMap((amount) => {
        const { day } = amount;
        return day !== undefined && isWithin({ from }, day) ? amountEntry(amount, day) : [];
      }),
    );
  }
  return entries;
}
