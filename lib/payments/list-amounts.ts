import { VIEWERS } from '../auth/roles.ts';
import { isSelected } from '../budgets/filters.ts';
import { dayAt } from '../day.ts';
import { ConflictError } from '../errors.ts';
import { isAllowed } from '../events/caller.ts';
import { allEvents, eventsTooLarge, getEvent, getOwnedHead, type OwnedHead } from '../events/repository.ts';
import { cursorOf, positionIn } from '../lists/cursor.ts';
import { type Position, sortedAfter } from '../lists/order.ts';
import { pageOf } from '../lists/page.ts';
import { isWithin } from '../lists/period.ts';
import { problem } from '../problem.ts';
import { type AmountToPay, amountsIn } from './amount-to-pay.ts';
import type { AmountsQuery } from './query.ts';
import { toAmountResponse } from './response.ts';

/** Events that one response reads. */
const MAX_EVENTS = 200;

/** Reads at a time, each of up to 200 KB. */
const CONCURRENT_READS = 20;

const tooMany = (instead: string) =>
  new ConflictError(
    'events',
    problem('too_large', `with due dates are too many (maximum is {maximum}). ${instead}`, {
      maximum: MAX_EVENTS,
    }),
  );

const tooManyUnpaid = () => tooMany('List those of one event, with event_id');

const tooManyEvents = () => tooMany('List only what is still to pay, with paid=false');

/** Why amounts to pay can't be listed. */
export const amountsConflicts = [tooManyUnpaid, tooManyEvents, eventsTooLarge];

/** One page of the amounts to pay in all events that an account may read, or in one of them, soonest first. */
export async function pageOfAmounts(accountId: string, query: AmountsQuery) {
  const { from, to, kind, paid, overdue, today, event_id, limit, cursor } = query;
  const list = JSON.stringify(['payments', accountId, from, to, kind, paid, overdue, today, event_id]);
  const after = cursor === undefined ? undefined : positionIn(cursor, list);
  return pageOf(sortedAmounts(accountId, query, after), (amount) => toAmountResponse(amount, query), {
    cursorAfter: (amount) => cursorOf(order.positionOf(amount), list),
    limit,
  });
}

async function* sortedAmounts(
  accountId: string,
  query: AmountsQuery,
  after: Position | undefined,
): AsyncGenerator<AmountToPay[]> {
  const events = eventsFor(query, await readableEvents(accountId, query));
  const { today = dayAt(Date.now()) } = query;
  const amounts: AmountToPay[] = [];
  // All take their next event from the same iterator.
  const remaining = events.values();
  const readInTurn = async () => {
    for (const event of remaining) amounts.push(...(await amountsOf(accountId, event, today)));
  };
  await Promise.all(Array.from({ length: CONCURRENT_READS }, readInTurn));
  yield sortedAfter(
    amounts.filter((amount) => matches(amount, query)),
    order,
    after,
  );
}

/** All events that an account may read, or only that of a query. */
async function readableEvents(accountId: string, { event_id }: AmountsQuery): Promise<OwnedHead[]> {
  if (event_id === undefined) return allEvents(accountId);
  const event = await getOwnedHead(accountId, event_id);
  return event ? [event] : [];
}

/** The events that may have what a query asks for. Throws `ConflictError` if they are too many. */
function eventsFor({ paid, overdue }: AmountsQuery, events: OwnedHead[]): OwnedHead[] {
  const unpaid = events.filter(({ open_count }) => open_count > 0);
  const dated = events.filter(({ due_count }) => due_count > 0);
  const asked = paid === false || overdue ? unpaid : dated;
  if (asked.length <= MAX_EVENTS) return asked;
  throw unpaid.length > MAX_EVENTS ? tooManyUnpaid() : tooManyEvents();
}

async function amountsOf(accountId: string, { ownerId, id, shared }: OwnedHead, today: string) {
  const event = await getEvent({ ownerId, eventId: id });
  const isVisible = event && isAllowed({ accountId, roles: VIEWERS }, event);
  return isVisible ? amountsIn(event, shared?.role, today) : [];
}

const matches = ({ budget, due_date, paid, overdue }: AmountToPay, query: AmountsQuery): boolean =>
  isWithin(query, due_date) &&
  isSelected({ kind: budget.kind, paid }, query) &&
  (query.overdue === undefined || overdue === query.overdue);

const padded = (id: number): string => String(id).padStart(16, '0');

/** By due date, then by event, budget and payment. Padded ids have the order of numbers. */
const order = {
  positionOf: ({ due_date, event, budget, payment }: AmountToPay): Position => ({
    value: [due_date, padded(event.id), padded(budget.id)].join(' '),
    id: payment?.id ?? 0,
  }),
  compare: (one: Position, other: Position): number =>
    Number(one.value > other.value) - Number(one.value < other.value) || one.id - other.id,
};
