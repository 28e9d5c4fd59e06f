import { VIEWERS } from '../auth/roles.ts';
import { isSelected } from '../budgets/filters.ts';
import { ConflictError } from '../errors.ts';
import { allEvents, eventsTooLarge, getEvent, type OwnedHead } from '../events/repository.ts';
import { cursorOf, positionIn } from '../lists/cursor.ts';
import { type Position, sortedAfter } from '../lists/order.ts';
import { pageOf } from '../lists/page.ts';
import { isWithin } from '../lists/period.ts';
import { problem } from '../problem.ts';
import { type Payment, paymentsIn } from './payment.ts';
import type { PaymentsQuery } from './query.ts';
import { toPaymentResponse } from './response.ts';

/** Events that one response reads. */
const MAX_EVENTS = 200;

/** Reads at a time, each of up to 400 KB. */
const CONCURRENT_READS = 20;

const tooManyEvents = () =>
  new ConflictError(
    'events',
    problem(
      'too_large',
      `with due dates are too many (maximum is ${MAX_EVENTS}). List the budgets of each event instead`,
    ),
  );

/** Why payments can't be listed. */
export const paymentsConflicts = [tooManyEvents, eventsTooLarge];

/** One page of the payments in all events that an account may read, soonest first. */
export async function pageOfPayments(accountId: string, query: PaymentsQuery) {
  const { from, to, kind, paid, overdue, cursor } = query;
  const list = JSON.stringify(['payments', accountId, from, to, kind, paid, overdue]);
  const after = cursor === undefined ? undefined : positionIn(cursor, list);
  return pageOf(sortedPayments(accountId, query, after), (payment) => toPaymentResponse(payment, query), {
    cursorAfter: (payment) => cursorOf(order.positionOf(payment), list),
  });
}

async function* sortedPayments(
  accountId: string,
  query: PaymentsQuery,
  after: Position | undefined,
): AsyncGenerator<Payment[]> {
  const events = (await allEvents(accountId)).filter(({ due_count }) => due_count > 0);
  if (events.length > MAX_EVENTS) throw tooManyEvents();
  const today = new Date().toISOString().slice(0, 10);
  const payments: Payment[] = [];
  // All take their next event from the same iterator.
  const remaining = events.values();
  const readInTurn = async () => {
    for (const event of remaining) payments.push(...(await paymentsOf(accountId, event, today)));
  };
  await Promise.all(Array.from({ length: CONCURRENT_READS }, readInTurn));
  yield sortedAfter(
    payments.filter((payment) => matches(payment, query)),
    order,
    after,
  );
}

async function paymentsOf(accountId: string, { ownerId, id, shared }: OwnedHead, today: string) {
  const member = { accountId, roles: VIEWERS };
  const event = await getEvent({ ownerId, eventId: id, ...(shared && { member }) });
  return event ? paymentsIn(event, shared?.role, today) : [];
}

const matches = (payment: Payment, query: PaymentsQuery): boolean =>
  isWithin(query, payment.due_date) &&
  isSelected(payment, query) &&
  (query.overdue === undefined || payment.overdue === query.overdue);

/** By due date, then by event and budget. Padded ids have the order of numbers. */
const order = {
  positionOf: ({ due_date, event_id, id }: Payment): Position => ({
    value: `${due_date} ${String(event_id).padStart(16, '0')}`,
    id,
  }),
  compare: (one: Position, other: Position): number =>
    Number(one.value > other.value) - Number(one.value < other.value) || one.id - other.id,
};
