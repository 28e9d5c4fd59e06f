import type * as z from 'zod/mini';
import { createBudgetConflicts } from '../budgets/create-budget.ts';
import { withNewBudgets } from '../budgets/event-budgets.ts';
import type { Change } from '../dynamodb/changes.ts';
import { queryOnce } from '../dynamodb/items.ts';
import { historyFrom } from '../dynamodb/queries.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { type EventCaller, isInvolved, noEvent, requireRole } from '../events/caller.ts';
import { changeEvent } from '../events/change-event.ts';
import type { Event } from '../events/event.ts';
import { budgetsFor } from '../events/guests.ts';
import type { EventHead } from '../events/head.ts';
import { getOwnedHead } from '../events/repository.ts';
import { type Problem, problem } from '../problem.ts';
import { deletedBudgets, entryIn, type HistoryEntry, isKept } from './entry.ts';
import type { entryParameters } from './parameters.ts';
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

/** Puts back all budgets that a write deleted, with their payments and ids. Throws a `RefusalError`. */
export async function restoreBudgets(
  caller: EventCaller,
  { path: { event_id, version } }: { path: z.output<typeof entryParameters> },
  claim?: (result: undefined) => Change,
): Promise<void> {
  const head = await getOwnedHead(caller.accountId, event_id);
  if (!head || !isInvolved(caller.accountId, head)) throw noEvent();
  requireRole(caller, head);
  const entry = await entryOf(head, version);
  const decide = (event: Event) => ({ event: withDeleted(event, entry), result: undefined });
  await changeEvent({ ...caller, undoes: version }, event_id, decide, { claim });
}

/** The entry of the write that made a version of an event. Throws a `RefusalError`. */
async function entryOf(head: EventHead, version: number): Promise<HistoryEntry> {
  // Writes are recorded in their order, so a later entry shows that this one isn't still to come.
  const [item] = await queryOnce(historyFrom({ ownerId: head.ownerId, eventId: head.id }, version));
  const entry = item && entryIn(item);
  if (entry?.version === version) return entry;
  const isShown = version >= (head.history_from ?? 1);
  throw !entry && isShown && isPendingAfter(version - 1, head) ? notRecorded() : nothingDeleted();
}

/** The event with the budgets that a write deleted. Throws a `RefusalError`. */
function withDeleted(event: Event, entry: HistoryEntry): Event {
  const isCleared = entry.version < (event.history_from ?? 1);
  const deleted = isCleared || !isKept(entry) ? [] : deletedBudgets(entry);
  if (deleted.length === 0) throw nothingDeleted();
  if (entry.digits !== event.digits) throw otherDigits();
  const ids = new Set(event.budgets.map(({ id }) => id));
  if (deleted.some(({ id }) => ids.has(id))) throw alreadyThere();
  // Higher than any version that these budgets have had, even if they were restored and changed before.
  const version = event.version + 1;
  const next = deleted.map((budget) => ({ ...budget, version, updated_at: Date.now() }));
  return withNewBudgets(event, budgetsFor(event.guests ?? 0, next, tooManyGuests));
}
