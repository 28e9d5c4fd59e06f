import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import { getItem, queryOnce } from '../dynamodb/items.ts';
import { type EventReference, eventKey, historyBetween, versionIn, versionPath } from '../dynamodb/keys.ts';
import { isRejection, Rejection } from '../errors.ts';
import { inEventParameters } from '../events/parameters.ts';
import { digitsInUse } from '../events/update-event.ts';
import { count } from '../lists/page.ts';
import { atMostDigits, DEFAULT_DIGITS, maxOf } from '../money/amount.ts';
import { paymentsConflicts, requirePaymentsFit } from '../payments/change-payments.ts';
import { authorIn } from '../plan/access.ts';
import type { Budget } from '../plan/budget.ts';
import { budgetsFor, createBudgetConflicts, type Event, withAllBudgets } from '../plan/event.ts';
import { eventFields, fieldsOfEvent } from '../plan/head.ts';
import { parseProblem, problem } from '../problem.ts';
import { flag, wholeNumberText } from '../schema.ts';
import { type ChangeOfEvent, type HistoryEntry, notRecorded, requireShown } from './entry.ts';
import {
  type ChangeInBudget,
  changedFields,
  listsOf,
  namesIn,
  Undoing,
  undoneBudget,
} from './undo-budget.ts';

export const undoRequest = z
  // The body may be missing.
  .prefault(
    z.object({
      keep_changed: z
        ._default(flag, false)
        .check(z.meta({ description: '`true` keeps what was changed since, and undoes the rest' })),
    }),
    {},
  )
  .check(z.meta({ id: 'UndoInput', examples: [{ keep_changed: true }] }));

export const entryParameters = z.extend(inEventParameters, {
  version: wholeNumberText('The `version` of an entry'),
});

export const undoResponse = {
  undone_count: count.check(
    z.meta({
      description: 'How many fields of updates were set back, and budgets and payments deleted or restored',
      examples: [1],
    }),
  ),
  kept_count: count.check(
    z.meta({ description: 'How many were kept, because they were changed since', examples: [0] }),
  ),
};

const notUndoable = (message: string) =>
  new Rejection('conflict', { field: 'version', problem: problem('not_undoable', message) });

const accessChanged = () =>
  notUndoable(
    "A write that created, deleted or restored the event, or changed who has access, can't be undone.",
  );
const nothingChanged = () => notUndoable('This write changed nothing that can be undone.');

const undoneAlready = (version: number) =>
  new Rejection('conflict', {
    field: 'version',
    problem: problem('undone', 'This was undone already, by version {version}.', { version }),
  });

const otherDigits = () =>
  new Rejection('conflict', {
    field: 'currency',
    problem: problem('changed', 'now has a different number of fractional digits'),
  });

/** Today's guests or quantity make no amount of the unit amount. */
const noAmount = ({ name, digits }: Pick<Budget, 'name' | 'digits'>, isTooLarge: boolean) =>
  new Rejection('conflict', {
    field: 'amount',
    problem: isTooLarge
      ? problem('too_large', 'of {name} would be too large (maximum is {maximum})', {
          name,
          maximum: maxOf(digits),
        })
      : problem('too_precise', `of {name} must have ${atMostDigits(digits)}`, { name, maximum: digits }),
  });

const changedSince = () =>
  new Rejection('conflict', changedFields({ amount_cents: 1 }, {}, ['amount_cents'], { name: 'Band' }));

export const undoConflicts = [
  changedSince,
  () => undoneAlready(19),
  accessChanged,
  nothingChanged,
  notRecorded,
  otherDigits,
  digitsInUse,
  ...createBudgetConflicts,
  ...paymentsConflicts,
];

/** Tells of an undo that is rejected if the write was undone already, and throws all other errors. */
export async function rejectUndo(error: unknown, event: EventReference, version: number): Promise<never> {
  const mayBeUndone = ({ problem }: { problem: string }) =>
    ['changed', 'not_undoable'].includes(parseProblem(problem).code);
  const undoing =
    isRejection(error, 'conflict') && error.problems.some(mayBeUndone) && (await undoOf(event, version));
  throw undoing ? undoneAlready(undoing) : error;
}

const undoingEntry = z.object({ SK: z.string(), author: z.optional(authorIn) });
const lastWrite = z.object({ head: z.object({ version: z.int() }), author: z.optional(authorIn) });

/** The newest undo of a write, unless it was undone itself. Looks at the last write, and at 1 MB of the recorded ones. */
async function undoOf(event: EventReference, version: number): Promise<number | undefined> {
  const [item, entries] = await Promise.all([
    getItem(eventKey(event), [versionPath, ['author']]),
    queryOnce(historyBetween(event, version + 1, Number.MAX_SAFE_INTEGER)),
  ]);
  const last = lastWrite.safeParse(item).data;
  const undos = new Map(
    entries
      .map((entry) => undoingEntry.parse(entry))
      .map(({ SK, author }) => [author?.undoes, versionIn(SK)] as const)
      .reverse(),
  );
  if (last) undos.set(last.author?.undoes, last.head.version);
  const standing = (undone: number): number | undefined => {
    const undo = undos.get(undone);
    return undo !== undefined && standing(undo) === undefined ? undo : undefined;
  };
  return standing(version);
}

/** Returns the event without what a write did. Throws a `Rejection`, such as `conflict`. */
export function undone(event: Event, entry: HistoryEntry, keepsChanged: boolean) {
  requireShown(entry.version, event);
  const { ofEvent, ofBudgets } = undoableIn(entry);
  if (entry.digits !== event.digits) throw otherDigits();
  const undoing = new Undoing();
  const withFields = ofEvent ? undoneFields(event, ofEvent, undoing) : event;
  const hasOtherGuests = ofEvent !== undefined && namesIn(ofEvent).includes('guests');
  const budgets = undoneBudgets(
    event,
    hasOtherGuests ? withoutDeleted(event, ofBudgets) : ofBudgets,
    undoing,
  );
  const { undone_count, kept_count, changed } = undoing;
  if (changed.length > 0 && !keepsChanged) throw new Rejection('conflict', changed);
  if (undone_count === 0) throw nothingChanged();
  for (const budget of budgets) requirePaymentsFit(budget);
  const after = withAllBudgets(withFields, budgetsFor(withFields.guests ?? 0, budgets, noAmount));
  if (after.digits !== event.digits && budgets.length > 0) throw digitsInUse();
  return { event: after, counts: { undone_count, kept_count } };
}

/** Throws `conflict` if a change can't be undone. */
function undoableIn({ changes }: HistoryEntry) {
  const ofEvent = changes.find((each) => each.kind === 'event');
  const ofBudgets = changes.filter((each) => each.kind === 'budget' || each.kind === 'payment');
  const isOther = ofBudgets.length + (ofEvent?.change === 'updated' ? 1 : 0) < changes.length;
  if (isOther) throw accessChanged();
  return { ofEvent, ofBudgets };
}

/** With other digits, the same limit would be another amount. */
const CURRENCY = ['currency', 'digits', 'limit_cents'];

function undoneFields(event: Event, update: ChangeOfEvent, undoing: Undoing): Event {
  const names = namesIn(update);
  const lists = listsOf(names, names.includes('digits') ? CURRENCY : []);
  const fields = eventFields.parse(undoing.setBack(fieldsOfEvent(event), update, lists, {}));
  return { ...event, ...fields, digits: fields.digits ?? DEFAULT_DIGITS };
}

/** Leaves out amounts that followed from the guests, of budgets that are deleted. */
function withoutDeleted({ budgets }: Event, changes: ChangeInBudget[]) {
  const ids = new Set(budgets.map(({ id }) => id));
  const followed = ({ kind, ...each }: ChangeInBudget) =>
    kind === 'budget' && isDeepStrictEqual(namesIn(each), ['amount_cents']);
  return changes.filter((each) => ids.has(each.id) || !followed(each));
}

function undoneBudgets(event: Event, changes: ChangeInBudget[], undoing: Undoing): Budget[] {
  const budgets = new Map(event.budgets.map((budget) => [budget.id, budget]));
  const byBudget = Map.groupBy(changes, (each) => (each.kind === 'budget' ? each.id : each.budget_id));
  for (const [id, ofBudget] of byBudget) {
    const is = budgets.get(id);
    const budget = undoneBudget(is, id, ofBudget, event.digits, undoing);
    if (budget) budgets.set(id, is ? budget : restored(budget, event));
    else budgets.delete(id);
  }
  return [...budgets.values()];
}

/** The version is higher than any that the budget has had, even if it was restored and changed before. */
const restored = (budget: Budget, { version }: Event): Budget => ({
  ...budget,
  version: version + 1,
  updated_at: Date.now(),
});
