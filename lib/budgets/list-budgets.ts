import { toViewedEvent } from '../events/response.ts';
import { listOf } from '../lists/page.ts';
import type { EventCaller } from '../plan/access.ts';
import type { Event } from '../plan/event.ts';
import { getEvent, type OwnedHead, readEvent, readOwnedEvent } from '../plan/repository.ts';
import { toEventTotals } from './event-totals.ts';
import type { BudgetsQuery } from './query.ts';
import { toListedBudget } from './response.ts';

/** The event with its budgets, as the query needs it. Throws a `Rejection`. */
export const readForList = (
  caller: EventCaller,
  eventId: number,
  { include }: BudgetsQuery,
): Promise<Event & OwnedHead> =>
  include?.includes('event') ? readOwnedEvent(caller, eventId) : readEvent(caller, eventId, getEvent);

/** The budgets of an event, and their totals. */
export function toBudgetList(event: Event & OwnedHead, query: BudgetsQuery) {
  return {
    ...listOf(event.budgets.map((budget) => toListedBudget(budget, query))),
    summary: toEventTotals(event),
    ...(query.include?.includes('event') && { event: toViewedEvent(event) }),
  };
}
