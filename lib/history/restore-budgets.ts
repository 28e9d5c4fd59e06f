import type * as z from 'zod/mini';
import { createBudgetConflicts } from '../budgets/create-budget.ts';
import { withNewBudgets } from '../budgets/event-budgets.ts';
import type { Change } from '../dynamodb/changes.ts';
import { getItem } from '../dynamodb/items.ts';
import { historyKey } from '../dynamodb/keys.ts';
import { ConflictError, NotFoundError } from '../errors.ts';
import { type EventCaller, isInvolved, noEvent, requireRole } from '../events/caller.ts';
import { changeEvent } from '../events/change-event.ts';
import type { Event } from '../events/event.ts';
import { budgetsFor } from '../events/guests.ts';
import { getOwnedHead } from '../events/repository.ts';
import { type Problem, problem } from '../problem.ts';
import { deletedBudgets, entryIn, type HistoryEntry, isKept } from './entry.ts';
import type { entryParameters } from './parameters.ts';

const nothingDeleted = () => new NotFoundError('This write deleted no budgets');

const alreadyThere = () => new ConflictError('budgets', problem('duplicate', 'are there already'));

const otherDigits = () =>
  new ConflictError(
    'currency',
    problem('changed', 'has another number of fractional digits than it had then'),
  );

/** The error for an amount that today's guests make too large. */
const tooManyGuests = (tooLarge: Problem) => new ConflictError('guests', tooLarge);

/** Why budgets may not come back. */
export const restoreBudgetsConflicts = [...createBudgetConflicts, alreadyThere, otherDigits];

/** Puts back all budgets that a write deleted, with their payments and ids. Throws a `RefusalError`. */
export async function restoreBudgets(
  caller: EventCaller,
  { path: { event_id, version } }: { path: z.output<typeof entryParameters> },
  claim?: (result: undefined) => Change,
): Promise<void> {
  const head = await getOwnedHead(caller.accountId, event_id);
  if (!head || !isInvolved(caller.accountId, head)) throw noEvent();
  requireRole(caller, head);
  const item = await getItem(historyKey({ ownerId: head.ownerId, eventId: event_id }, version));
  if (!item) throw nothingDeleted();
  const entry = entryIn(item);
  const decide = (event: Event) => ({ event: withDeleted(event, entry), result: undefined });
  await changeEvent({ ...caller, undoes: version }, event_id, decide, { claim });
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
