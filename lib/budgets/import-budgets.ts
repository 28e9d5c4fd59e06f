import type * as z from 'zod/mini';
import type { Change } from '../dynamodb/changes.ts';
import { InvalidFieldsError, PreconditionError } from '../errors.ts';
import type { Budget } from '../events/budget.ts';
import type { EventCaller } from '../events/caller.ts';
import { changeEvent, type WriteHeaders } from '../events/change-event.ts';
import type { Event } from '../events/event.ts';
import type { inEventParameters } from '../events/parameters.ts';
import { isStoredAlike } from '../events/stored-budget.ts';
import { nextId } from '../id.ts';
import { type FieldProblem, problem } from '../problem.ts';
import { budgetByRow } from './budget-row.ts';
import { budgetIn, withAllBudgets } from './event-budgets.ts';
import { requireUnambiguous } from './file.ts';
import { type ImportedBudget, type ImportedBudgets, NO_BUDGET } from './imported-budgets.ts';
import { newBudgetOf } from './new-budget.ts';
import { changedBudget } from './update-budget.ts';

const otherKind = () =>
  new InvalidFieldsError({ field: 'kind', problem: problem('invalid', "can't be changed") });

const TWICE = problem('duplicate', 'is there twice. Empty it for a new budget');

interface Import {
  path: z.output<typeof inEventParameters>;
  headers: WriteHeaders;
  query: { dry_run?: boolean | undefined };
  body: ImportedBudgets;
}

/** What an import makes of an event. */
export interface Imported {
  /** The event's version. */
  version: number;
  /** Ids of the new budgets. */
  created: number[];
  /** Ids of the budgets that are not as they were. */
  changed: number[];
}

/**
 * Adds and changes budgets of an event: all of them, or none. Returns the event if asked to, after a dry run as it would be.
 * Throws a `RefusalError`.
 */
export async function importBudgets(
  caller: EventCaller,
  { path, headers, query: { dry_run: isDryRun = false }, body }: Import,
  claim?: (imported: Imported) => Change,
): Promise<Imported & { event?: Event | undefined }> {
  const { result, event } = await changeEvent(
    caller,
    path.event_id,
    (before) => {
      const { after, ...ids } = afterImport(before, body.budgets);
      const isWritten = !isDryRun && after !== before;
      const version = isWritten ? before.version + 1 : before.version;
      return { event: after, result: { after, imported: { version, ...ids } } };
    },
    {
      versions: headers['if-match'],
      needsVersion: true,
      returnsEvent: headers.prefer,
      claim: claim && (({ imported }) => claim(imported)),
      isDryRun,
    },
  );
  return { ...result.imported, event: isDryRun && headers.prefer ? result.after : event };
}

/** The event after an import. The same if nothing changes. Throws a `RefusalError`. */
function afterImport(event: Event, entries: ImportedBudget[]) {
  const before = new Map(event.budgets.map((budget) => [budget.id, budget]));
  requireTargets(entries, before);
  const problems: FieldProblem[] = [];
  const budgets = entries.flatMap((entry, index) => {
    try {
      return budgetAfter(entry, event, before);
    } catch (error) {
      if (!(error instanceof InvalidFieldsError)) throw error;
      problems.push(...error.fields.map((found) => ({ ...found, field: `${nameOf(index)}.${found.field}` })));
      return [];
    }
  });
  if (problems.length > 0) throw new InvalidFieldsError(...problems);
  const written = budgets.filter((budget) => budget !== before.get(budget.id));
  const ids = written.map(({ id }) => id);
  // Those that are there keep their places.
  const after = new Map([...before, ...written.map((budget) => [budget.id, budget] as const)]);
  return {
    after: written.length > 0 ? withAllBudgets(event, [...after.values()]) : event,
    created: ids.filter((id) => !before.has(id)),
    changed: ids.filter((id) => before.has(id)),
  };
}

/** The budget that an entry adds, or what it makes of one. The same if it is as it was. */
function budgetAfter(entry: ImportedBudget, event: Event, budgets: Map<number, Budget>): Budget {
  if ('added' in entry) {
    requireUnambiguous(event, entry.ambiguous);
    return newBudgetOf(entry.added, event, freeId(budgets));
  }
  const before = budgetIn(event, entry.target.id);
  requireUnambiguous(event, entry.ambiguous, before);
  const { kind } = 'row' in entry ? entry.row : entry.changes;
  if (kind !== undefined && (kind === 'income') !== (before.kind === 'income')) throw otherKind();
  const after =
    'row' in entry ? budgetByRow(before, entry.row, event) : changedBudget(before, entry.changes, event);
  return isStoredAlike(before, after) ? before : { ...after, version: before.version + 1 };
}

/** Another process may have used the same id in the same millisecond. */
function freeId(budgets: Map<number, Budget>): number {
  let id = nextId();
  while (budgets.has(id)) id = nextId();
  return id;
}

const nameOf = (index: number): string => `budgets[${index}]`;

/** Throws if a budget isn't there, is named twice, or has another version than its entry says. */
function requireTargets(entries: ImportedBudget[], budgets: Map<number, Budget>): void {
  const targets = entries.flatMap((entry, index) =>
    'target' in entry ? { ...entry.target, name: nameOf(index) } : [],
  );
  const seen = new Set<number>();
  const problems = targets.flatMap(({ id, name }) => {
    if (!budgets.has(id)) return { field: `${name}.id`, problem: NO_BUDGET };
    return seen.size === seen.add(id).size ? { field: `${name}.id`, problem: TWICE } : [];
  });
  if (problems.length > 0) throw new InvalidFieldsError(...problems);
  const stale = targets.filter(
    ({ id, version }) => version !== undefined && version !== budgets.get(id)?.version,
  );
  if (stale.length > 0) throw new PreconditionError(stale.map(({ name }) => `${name}.version`));
}

/** What a response tells of an import. The two counts are new, so an import that only adds doesn't have them. */
export const toImportResponse = ({ created, changed }: Imported, { budgets }: ImportedBudgets) => ({
  return_count: created.length + changed.length,
  ...(budgets.some((entry) => 'target' in entry) && {
    created_count: created.length,
    changed_count: changed.length,
  }),
});
