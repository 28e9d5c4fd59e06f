import { toViewedEvent } from '../events/response.ts';
import { sortedAfter } from '../lists/order.ts';
import { listOf } from '../lists/page.ts';
import { isFound } from '../lists/search.ts';
import type { Budget } from '../plan/budget.ts';
import type { Event } from '../plan/event.ts';
import type { EventCaller } from '../plan/involvement.ts';
import { readEvent, readOwnedEvent } from '../plan/read-event.ts';
import { getEvent, type OwnedHead } from '../plan/repository.ts';
import { toEventTotals } from './event-totals.ts';
import { isOfKind } from './filters.ts';
import type { BudgetsQuery } from './query.ts';
import { toListedBudget } from './response.ts';

/** The event with its budgets, as the query needs it. Throws a `RefusalError`. */
export const readForList = (
  caller: EventCaller,
  eventId: number,
  { include }: BudgetsQuery,
): Promise<Event & OwnedHead> =>
  include?.includes('event') ? readOwnedEvent(caller, eventId) : readEvent(caller, eventId, getEvent);

/** The budgets of an event that match a query, and the totals of all its budgets. */
export function toBudgetList(event: Event & OwnedHead, query: BudgetsQuery) {
  const found = sortedAfter(
    event.budgets.filter((budget) => matches(budget, query)),
    query.sort,
  );
  return {
    ...listOf(found.map((budget) => toListedBudget(budget, query))),
    summary: toEventTotals(event),
    ...(query.include?.includes('event') && { event: toViewedEvent(event) }),
  };
}

function matches(budget: Budget, query: BudgetsQuery): boolean {
  const { name, category, vendor = '', note = '' } = budget;
  return (
    (query.category === undefined || category === query.category) &&
    (query.vendor === undefined || vendor === query.vendor) &&
    (!query.q || isFound(query.q, [name, vendor, category, note])) &&
    isOfKind(budget, query.kind)
  );
}
