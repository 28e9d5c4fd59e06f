import { padded } from '../dynamodb/keys.ts';
import { Rejection } from '../errors.ts';
import { cursorOf, type Position, positionIn, sortedAfter } from '../lists/cursor.ts';
import { pageOf } from '../lists/page.ts';
import { isWithin, type Period } from '../lists/query.ts';
import { hasAccess } from '../plan/access.ts';
import { allEvents, eventsTooLarge, getEvent, getOwnedHead, type OwnedHead } from '../plan/repository.ts';
import { problem } from '../problem.ts';
import { type AmountToPay, amountsIn } from './amount-to-pay.ts';
import type { AmountsQuery } from './query.ts';
import { toAmountResponse } from './response.ts';

/** Reads at a time, each of up to 200 KB. */
export const CONCURRENT_READS = 20;

/** Events that one response reads. */
export const MAX_EVENTS = 200;

const tooManyEvents = () =>
  new Rejection('conflict', {
    field: 'events',
    problem: problem(
      'too_large',
      'At most {maximum} events with paid amounts can be listed. Use event_id to list one event.',
      { maximum: MAX_EVENTS },
    ),
  });

/** Reasons why amounts to pay can't be listed. */
export const amountsConflicts = [tooManyEvents, eventsTooLarge];

/** A page of the amounts left to pay, or paid, in one event or in all that an account may read. */
export async function pageOfAmounts(accountId: string, query: AmountsQuery) {
  const { from, to, kind, paid = false, event_id, limit, cursor } = query;
  const list = JSON.stringify(['payments', accountId, from, to, kind, paid, event_id]);
  const after = cursor === undefined ? undefined : positionIn(cursor, list);
  const readable = await readableEvents(accountId, query);
  const events = paid ? withPaid(readable) : startsOf(readable, query, after);
  return pageOf(
    sortedAmounts(events, (event) => amountsOf(accountId, event, paid), after),
    (amount) => (matches(amount, query) ? toAmountResponse(amount) : undefined),
    {
      cursorAfter: (amount) => cursorOf(order.positionOf(amount), list),
      limit,
      ...(events.length > MAX_EVENTS && { maxReads: MAX_EVENTS / CONCURRENT_READS }),
    },
  );
}

/** All events that an account may read, or only that of a query. */
async function readableEvents(accountId: string, { event_id }: AmountsQuery): Promise<OwnedHead[]> {
  if (event_id === undefined) return allEvents(accountId);
  const event = await getOwnedHead(accountId, event_id);
  return event ? [event] : [];
}

/** An event, and where the first amount in it may be that a query asks for. */
interface Start {
  event: OwnedHead;
  start: string;
}

/** The events of which something was paid, on any day. Throws `conflict` if they are too many. */
function withPaid(events: OwnedHead[]): Start[] {
  const paid = events.filter(({ paid_count }) => paid_count !== 0);
  if (paid.length > MAX_EVENTS) throw tooManyEvents();
  return paid.map((event) => ({ event, start: '' }));
}

/** The events of which something is left to pay, after a position and in a period, in order of their starts. */
function startsOf(events: OwnedHead[], period: Period, after: Position | undefined): Start[] {
  const isLeft = (start: string) => !after || start >= after.value.slice(0, start.length);
  return events
    .flatMap((event) => {
      const days = Object.keys(event.open_days).filter(
        (day) => event.open_days[day] !== 0 && isWithin(period, day),
      );
      const [start] = days
        .map((day) => placeOf(day, event.id))
        .filter(isLeft)
        .sort();
      return start === undefined ? [] : { event, start };
    })
    .sort((one, other) => byValue(one.start, other.start));
}

/** Yields the amounts of events in order, and reads no event before that is needed. */
async function* sortedAmounts(
  events: Start[],
  read: (event: OwnedHead) => Promise<AmountToPay[]>,
  after: Position | undefined,
): AsyncGenerator<AmountToPay[]> {
  let amounts: AmountToPay[] = [];
  let last = after;
  for (let n = 0; n < events.length; n += CONCURRENT_READS) {
    const round = events.slice(n, n + CONCURRENT_READS);
    amounts.push(...(await Promise.all(round.map(({ event }) => read(event)))).flat());
    const next = events[n + CONCURRENT_READS]?.start;
    const isKnown = (amount: AmountToPay) => next === undefined || order.positionOf(amount).value < next;
    const page = sortedAfter(amounts.filter(isKnown), order, last);
    yield page;
    amounts = amounts.filter((amount) => !isKnown(amount));
    last = page.map(order.positionOf).at(-1) ?? last;
  }
}

/** Amounts of an event that are left to pay, or were paid. None if it was removed, or the account is no longer a member. */
export async function amountsOf(accountId: string, { ownerId, id, shared }: OwnedHead, paid: boolean) {
  const event = await getEvent({ ownerId, eventId: id });
  const isVisible = event && hasAccess(accountId, event);
  return isVisible ? amountsIn(event, shared?.role, paid) : [];
}

const matches = ({ budget, day }: AmountToPay, { kind, from, to }: AmountsQuery): boolean =>
  [undefined, budget.kind ?? 'expense'].includes(kind) &&
  (day === undefined ? !from && !to : isWithin({ from, to }, day));

/** By day, then by event, budget and payment. Letters follow digits, so what has no day comes last. */
const placeOf = (day = 'none', ...ids: number[]): string => [day, ...ids.map(padded)].join(' ');

const byValue = (one: string, other: string): number => Number(one > other) - Number(one < other);

const order = {
  positionOf: ({ day, event, budget, payment }: AmountToPay): Position => ({
    value: placeOf(day, event.id, budget.id),
    id: payment?.id ?? 0,
  }),
  compare: (one: Position, other: Position): number => byValue(one.value, other.value) || one.id - other.id,
};
