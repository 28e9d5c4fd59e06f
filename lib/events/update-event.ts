import { getPerson } from '../accounts/person.ts';
import { VIEWERS } from '../auth/roles.ts';
import { allOf, anyOf, equals, isAbsent } from '../dynamodb/conditions.ts';
import { ifAvailable } from '../dynamodb/items.ts';
import { headPath, versionPath } from '../dynamodb/keys.ts';
import { ConflictError, eventTooLarge } from '../errors.ts';
import { assumedDigits, DEFAULT_DIGITS, type Digits, minorUnits, requireDigits } from '../money/amount.ts';
import { problem } from '../problem.ts';
import type { EventCaller } from './access.ts';
import { storedById, storedOf } from './budget.ts';
import { type EventWithItem, eventWithItem } from './event.ts';
import { EventUpdate, type Target } from './event-update.ts';
import { budgetsFor } from './guests.ts';
import { type EventHead, headIn } from './head.ts';
import { type FoundItem, requireAmounts } from './read-event.ts';
import { asMember, type OwnedHead } from './repository.ts';
import type { EventChanges } from './request.ts';
import { versionOf, type WriteHeaders, writeEvent, writeRead } from './write-event.ts';

const CURRENCY = headPath('currency');
const DIGITS = headPath('digits');
const LIMIT = headPath('limit_cents');

const currencyInUse = () =>
  new ConflictError('currency', problem('in_use', "can't be changed while the event has budgets"));

const limitMissing = () =>
  new ConflictError(
    'limit_amount',
    problem('blank', 'must be sent with another currency, because the event has a limit'),
  );

/** Why an event may not take changes. */
export const updateEventConflicts = [eventTooLarge, currencyInUse, limitMissing];

/** Updates an event. Throws a `RefusalError`. */
export async function updateEvent(
  caller: EventCaller,
  eventId: number,
  changes: EventChanges,
  headers: WriteHeaders = {},
): Promise<{ version: number; event?: OwnedHead | undefined }> {
  const written = await (changes.guests === undefined
    ? updateHead(caller, eventId, changes, headers)
    : updateGuests(caller, eventId, changes, changes.guests, headers));
  const event = written.after && (await ownedHead(written.after));
  return { version: event?.version ?? versionOf(written), event };
}

async function updateHead(
  caller: EventCaller,
  eventId: number,
  changes: EventChanges,
  headers: WriteHeaders,
) {
  const { currency, limit_amount } = changes;
  if (currency === undefined) await requireAmounts(caller, eventId, { limit_amount });
  return writeEvent(caller, eventId, {
    parse: headIn,
    decide: (target, event) => ({
      changes: [updateOf(target, changes, headers, event)],
      result: undefined,
    }),
    checkWithoutEvent: () => requireLimit(changes),
    returnsEvent: headers.prefer,
  });
}

/** The head of an event that was written, as a view has it; `undefined` if the owner's name can't be read. */
async function ownedHead({ event: { ownerId, member }, item }: FoundItem): Promise<OwnedHead | undefined> {
  const head = { ...headIn(item), ownerId };
  if (!member) return head;
  return asMember({ ...member, roles: VIEWERS }, head, await ifAvailable(getPerson(ownerId)));
}

/** An update that also changes the amounts of budgets per guest, so all of them are read first. */
const updateGuests = (
  caller: EventCaller,
  eventId: number,
  changes: EventChanges,
  guests: number | null,
  headers: WriteHeaders,
) =>
  writeRead(caller, eventId, {
    parse: eventWithItem,
    decide: (target, { item, event }) => ({
      changes: [setGuests(updateOf(target, changes, headers, event), guests, { item, event })],
      result: undefined,
    }),
    checkWithoutEvent: () => requireLimit(changes),
    returnsEvent: headers.prefer,
  });

/** Throws `InvalidFieldsError` for a limit that doesn't fit the currency, which is none if the changes don't name it. */
const requireLimit = ({ currency, limit_amount }: EventChanges): void =>
  requireDigits({ limit_amount }, currency?.digits ?? DEFAULT_DIGITS);

/** Requires the version that was read, because a new budget could be per guest. */
function setGuests(update: EventUpdate, guests: number | null, { item, event }: EventWithItem): EventUpdate {
  const path = headPath('guests');
  if (guests === null) update.remove(path);
  else update.set(path, guests);
  update.require(equals(versionPath, event.version));
  const changed = budgetsFor(guests ?? 0, event.budgets)
    .filter((budget, index) => budget !== event.budgets[index])
    .map((budget) => ({ ...budget, version: event.version + 1 }));
  if (changed.length === 0) return update;
  const ids = changed.map(({ id }) => id);
  const before = event.budgets.filter(({ id }) => ids.includes(id));
  return update
    .changeSums(before.map(storedOf), changed.map(storedOf))
    .set(['budgets'], { ...Object(item['budgets']), ...storedById(changed) });
}

/** The digits of the changes' amounts: those of their currency, or else those that the event has or is assumed to have. */
function digitsFor({ currency, limit_amount }: EventChanges, event: EventHead | undefined): Digits {
  if (currency !== undefined) return currency?.digits ?? DEFAULT_DIGITS;
  return event?.digits ?? assumedDigits({ limit_amount });
}

/** The update of all but the guests. */
function updateOf(
  target: Target,
  changes: EventChanges,
  headers: WriteHeaders,
  event: EventHead | undefined,
): EventUpdate {
  const { currency, limit_amount, guests: _, ...texts } = changes;
  const digits = digitsFor(changes, event);
  requireDigits({ limit_amount }, digits);
  const update = new EventUpdate(target).requireVersion(versionPath, headers['if-match']);
  for (const [name, value] of Object.entries(texts)) update.set(headPath(name), value);
  if (currency !== undefined) setCurrency(update, changes);
  else if (typeof limit_amount === 'number') update.assumeDigits(digits);
  if (limit_amount === null) update.remove(LIMIT);
  if (typeof limit_amount === 'number') update.set(LIMIT, minorUnits(limit_amount, digits));
  return update;
}

/** Sets or clears the currency if the event has no amounts in another one. */
function setCurrency(update: EventUpdate, { currency, limit_amount }: EventChanges): void {
  if (currency) update.set(CURRENCY, currency.code).set(DIGITS, currency.digits);
  else update.remove(CURRENCY).remove(DIGITS);
  const isSame = currency
    ? allOf(equals(CURRENCY, currency.code), equals(DIGITS, currency.digits))
    : isAbsent(CURRENCY);
  update.require(anyOf(isSame, equals(headPath('budgets_count'), 0)), currencyInUse);
  if (limit_amount === undefined) update.require(anyOf(isSame, isAbsent(LIMIT)), limitMissing);
}
