import { queryOnce } from '../dynamodb/items.ts';
import { historyFrom } from '../dynamodb/queries.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import type { Budget } from '../plan/budget.ts';
import type { Event } from '../plan/event.ts';
import { createBudgetConflicts, withAllBudgets } from '../plan/event-budgets.ts';
import { budgetsFor } from '../plan/guests.ts';
import type { EventHead } from '../plan/head.ts';
import type { EventCaller } from '../plan/involvement.ts';
import { readHead } from '../plan/read-event.ts';
import { type Problem, problem } from '../problem.ts';
import { deletedBudgets, entryIn, type HistoryEntry, isKept } from './entry.ts';
import { isPendingAfter } from './pending.ts';

const nothingDeleted = () => new NotFoundError('This write deleted no budgets');

const notRecorded = () =>
  new ConflictError(
    'version',
    problem('not_recorded', "The history doesn't show this write yet. Try again in a second."),
    1,
  );

const alreadyThere = () => new ConflictError('budgets', problem('duplicate', 'are there already'));

const otherDigits = () =>
  new ConflictError(
    'currency',
    problem('changed', 'has another number of fractional digits than it had then'),
  );

/** The error for an amount that today's guests make too large. */
const tooManyGuests = (tooLarge: Problem) => new ConflictError('guests', tooLarge);

/** Why budgets may not come back. */
export const restoreBudgetsConflicts = [...createBudgetConflicts, alreadyThere, otherDigits, notRecorded];

/** The entry of a write, for who may change the event. Throws a `RefusalError`. */
export const readEntry = async (caller: EventCaller, eventId: number, version: number) =>
  entryOf(await readHead(caller, eventId), version);

/** The entry of the write that made a version of an event. Throws a `RefusalError`. */
async function entryOf(head: EventHead, version: number): Promise<HistoryEntry> {
  // Writes are recorded in their order, so a later entry shows that this one isn't still to come.
  const [item] = await queryOnce(historyFrom({ ownerId: head.ownerId, eventId: head.id }, version));
  const entry = item && entryIn(item);
  if (entry?.version === version) return entry;
  const isShown = version >= (head.history_from ?? 1);
  throw !entry && isShown && isPendingAfter(version - 1, head) ? notRecorded() : nothingDeleted();
}

/** The event with all budgets that a write deleted, with their payments and ids. Throws a `RefusalError`. */
export function withDeleted(event: Event, entry: HistoryEntry): Event {
  const isCleared = entry.version < (event.history_from ?? 1);
  const deleted = isCleared || !isKept(entry) ? [] : deletedBudgets(entry);
  if (deleted.length === 0) throw nothingDeleted();
  if (entry.digits !== event.digits) throw otherDigits();
  const ids = new Set(event.budgets.map(({ id }) => id));
  if (deleted.some(({ id }) => ids.has(id))) throw alreadyThere();
  const back = budgetsFor(event.guests ?? 0, deleted.map(asNext(event)), tooManyGuests);
  return withAllBudgets(event, [...event.budgets, ...back]);
}

/** Higher than any version that these budgets have had, even if they were restored and changed before. */
const asNext =
  ({ version }: Event) =>
  (budget: Budget): Budget => ({ ...budget, version: version + 1, updated_at: Date.now() });
