import { isSelected } from '../budgets/filters.ts';
import { dayAt } from '../day.ts';
import { padded } from '../dynamodb/keys.ts';
import { ConflictError } from '../errors.ts';
import { cursorOf, positionIn } from '../lists/cursor.ts';
import { type Position, sortedAfter } from '../lists/order.ts';
import { pageOf } from '../lists/page.ts';
import { isWithin } from '../lists/period.ts';
import { isInvolved } from '../plan/involvement.ts';
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
  new ConflictError(
    'events',
    problem(
      'too_large',
      'with due dates are too many (maximum is {maximum}). List only what is still to pay, with paid=false',
      { maximum: MAX_EVENTS },
    ),
  );

/** Why amounts to pay can't be listed. */
export const amountsConflicts = [tooManyEvents, eventsTooLarge];

/** One page of the amounts to pay in all events that an account may read, or in one of them, soonest first. */
export async function pageOfAmounts(accountId: string, query: AmountsQuery) {
  const { from, to, kind, paid, overdue, today = dayAt(Date.now()), event_id, limit, cursor } = query;
  const list = JSON.stringify(['payments', accountId, from, to, kind, paid, overdue, query.today, event_id]);
  const after = cursor === undefined ? undefined : positionIn(cursor, list);
  const events = startsOf(await readableEvents(accountId, query), { ...query, today }, after);
  return pageOf(
    sortedAmounts(events, (event) => amountsOf(accountId, event, today), after),
    (amount) => (matches(amount, query) ? toAmountResponse(amount, query) : undefined),
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

/**
 * The events that may have what a query asks for after a position, in order of their starts. Heads have the days of open
 * amounts only, so other amounts may be anywhere. Throws `ConflictError` if too many events may have such.
 */
function startsOf(
  events: OwnedHead[],
  { paid, overdue, today, ...period }: AmountsQuery & { today: string },
  after: Position | undefined,
): Start[] {
  if (paid !== false && !overdue) {
    const dated = events.filter(({ due_count }) => due_count > 0);
    if (dated.length > MAX_EVENTS) throw tooManyEvents();
    return dated.map((event) => ({ event, start: '' }));
  }
  const isAsked = (day: string) => isWithin(period, day) && [undefined, day < today].includes(overdue);
  const isLeft = (start: string) => !after || start >= after.value.slice(0, start.length);
  return events
    .flatMap((event) => {
      const days = Object.keys(event.open_days).filter((day) => event.open_days[day] !== 0 && isAsked(day));
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

/** The amounts in an event. None if it is gone, or the account is no member any more. */
export async function amountsOf(accountId: string, { ownerId, id, shared }: OwnedHead, today: string) {
  const event = await getEvent({ ownerId, eventId: id });
  const isVisible = event && isInvolved(accountId, event);
  return isVisible ? amountsIn(event, shared?.role, today) : [];
}

const matches = ({ budget, due_date, paid, overdue }: AmountToPay, query: AmountsQuery): boolean =>
  isWithin(query, due_date) &&
  isSelected({ kind: budget.kind, paid }, query) &&
  (query.overdue === undefined || overdue === query.overdue);

/** By due date, then by event, budget and payment. */
const placeOf = (day: string, ...ids: number[]): string => [day, ...ids.map(padded)].join(' ');

const byValue = (one: string, other: string): number => Number(one > other) - Number(one < other);

const order = {
  positionOf: ({ due_date, event, budget, payment }: AmountToPay): Position => ({
    value: placeOf(due_date, event.id, budget.id),
    id: payment?.id ?? 0,
  }),
  compare: (one: Position, other: Position): number => byValue(one.value, other.value) || one.id - other.id,
};
