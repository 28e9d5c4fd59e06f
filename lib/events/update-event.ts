import type * as z from 'zod/mini';
import { getPerson } from '../accounts/person.ts';
import type { Change } from '../dynamodb/changes.ts';
import { ifAvailable } from '../dynamodb/items.ts';
import { ConflictError, eventTooLarge } from '../errors.ts';
import { DEFAULT_DIGITS, RequestedAmounts } from '../money/amount.ts';
import { withNewTexts } from '../new-text.ts';
import { problem } from '../problem.ts';
import { type Complete, changedBy } from '../schema.ts';
import type { EventCaller } from './caller.ts';
import { changeEvent, type WriteHeaders } from './change-event.ts';
import { type Event, withBudgets } from './event.ts';
import { newEventTexts } from './fields.ts';
import { budgetsFor } from './guests.ts';
import type { EventFields } from './head.ts';
import type { eventParameters } from './parameters.ts';
import { asMember, type OwnedHead } from './repository.ts';
import type { EventChanges } from './request.ts';

const digitsInUse = () =>
  new ConflictError(
    'currency',
    problem('in_use', 'must keep its number of fractional digits while the event has budgets'),
  );

const limitMissing = () =>
  new ConflictError(
    'limit_amount',
    problem(
      'blank',
      'must be sent with a currency of other fractional digits, because the event has a limit',
    ),
  );

/** Why an event may not get another currency. */
export const currencyConflicts = [digitsInUse, limitMissing];

/** Why an event may not take changes. */
export const updateEventConflicts = [eventTooLarge, ...currencyConflicts];

interface EventUpdate {
  path: z.output<typeof eventParameters>;
  headers: WriteHeaders;
  body: EventChanges;
}

interface UpdatedEvent {
  version: number;
  /** Ids of the budgets whose amounts follow from other guests. */
  changed: number[];
  /** Only if asked for. */
  event?: (Event & OwnedHead) | undefined;
}

/** Updates an event. Throws a `RefusalError`. */
export async function updateEvent(
  caller: EventCaller,
  { path, headers, body }: EventUpdate,
  claim?: (updated: { version: number }) => Change,
): Promise<UpdatedEvent> {
  const { result, event } = await changeEvent(
    caller,
    path.id,
    (before) => {
      const after = changedEvent(before, body);
      return {
        event: after,
        result: { version: before.version + 1, changed: idsOfRecalculated(before, after) },
      };
    },
    { versions: headers['if-match'], returnsEvent: headers.prefer, claim },
  );
  return {
    version: event?.version ?? result.version,
    changed: result.changed,
    event: event && (await asViewed(caller, event)),
  };
}

const idsOfRecalculated = (before: Event, after: Event): number[] =>
  after.budgets.filter((budget, place) => budget !== before.budgets[place]).map(({ id }) => id);

/** The event as the caller views it; `undefined` if the owner's name can't be read. */
const asViewed = async (
  { accountId }: EventCaller,
  event: Event,
): Promise<(Event & OwnedHead) | undefined> =>
  event.ownerId === accountId
    ? event
    : asMember(accountId, event, await ifAvailable(getPerson(event.ownerId)));

/** The event after changes of it. Throws a `RefusalError`. */
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
  const changed = { ...event, ...fields };
  return changes.guests === undefined
    ? changed
    : withBudgets(changed, budgetsFor(changed.guests ?? 0, event.budgets));
}

const currencyAfter = (event: Event, { currency }: EventChanges) =>
  currency === undefined
    ? { currency: event.currency, digits: event.digits }
    : { currency: currency?.code, digits: currency?.digits ?? DEFAULT_DIGITS };

/** Throws `ConflictError` for other digits while the event has amounts. */
function requireDigits(
  event: Event,
  { digits }: Pick<Event, 'digits'>,
  { limit_amount }: EventChanges,
): void {
  if (digits === event.digits) return;
  if (event.budgets_count > 0) throw digitsInUse();
  if (event.limit_cents !== undefined && limit_amount === undefined) throw limitMissing();
}
