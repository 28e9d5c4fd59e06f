import { eventTooLarge, Rejection } from '../errors.ts';
import { DEFAULT_DIGITS, RequestedAmounts } from '../money/amount.ts';
import { withNewTexts } from '../new-text.ts';
import { budgetsFor, type Event } from '../plan/event.ts';
import type { EventFields } from '../plan/head.ts';
import { problem } from '../problem.ts';
import { type Complete, changedBy } from '../schema.ts';
import { newEventTexts } from './fields.ts';
import type { EventChanges } from './request.ts';

export const digitsInUse = () =>
  new Rejection('conflict', {
    field: 'currency',
    problem: problem('in_use', 'must keep its number of fractional digits while the event has budgets'),
  });

const limitMissing = () =>
  new Rejection('conflict', {
    field: 'limit_amount',
    problem: problem(
      'blank',
      'is required with a currency that has a different number of fractional digits, because the event has a limit',
    ),
  });

/** Reasons why an event may not get another currency. */
export const currencyConflicts = [digitsInUse, limitMissing];

/** Reasons why an event may not take changes. */
export const updateEventConflicts = [eventTooLarge, ...currencyConflicts];

/** The event after changes of it. Throws a `Rejection`. */
export function changedEvent(event: Event, sent: EventChanges): Event {
  const changes = withNewTexts(newEventTexts, sent, event);
  const after = currencyAfter(event, changes);
  const amounts = new RequestedAmounts(after.digits);
  const limit = amounts.toMinorUnits('limit_amount', changes.limit_amount);
  amounts.requireValid();
  requireDigits(event, after, changes);
  const fields = {
    name: changes.name ?? event.name,
    description: changes.description ?? event.description,
    event_date: changes.event_date ?? event.event_date,
    ...after,
    limit_cents: changedBy(limit, event.limit_cents),
    guests: changedBy(changes.guests, event.guests),
  } satisfies Complete<EventFields>;
  if (changes.guests === undefined) return { ...event, ...fields };
  return { ...event, ...fields, budgets: budgetsFor(fields.guests ?? 0, event.budgets) };
}

const currencyAfter = (event: Event, { currency }: EventChanges) =>
  currency === undefined
    ? { currency: event.currency, digits: event.digits }
    : { currency: currency?.code, digits: currency?.digits ?? DEFAULT_DIGITS };

/** Throws `conflict` for other digits while the event has amounts. */
function requireDigits(
  event: Event,
  { digits }: Pick<Event, 'digits'>,
  { limit_amount }: EventChanges,
): void {
  if (digits === event.digits) return;
  if (event.budgets_count > 0) throw digitsInUse();
  if (event.limit_cents !== undefined && limit_amount === undefined) throw limitMissing();
}
