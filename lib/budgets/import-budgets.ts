import { changedMeanwhile, isRejection, Rejection } from '../errors.ts';
import { freeId, nextId } from '../id.ts';
import { type Budget, withPayments } from '../plan/budget.ts';
import { budgetIn, type Event, type WrittenEvent, withAllBudgets, writtenBudgetsOf } from '../plan/event.ts';
import { isStoredAlike } from '../plan/stored-budget.ts';
import { type FieldProblem, problem } from '../problem.ts';
import { budgetByRow } from './budget-row.ts';
import { toEventTotals } from './event-totals.ts';
import { type FileTerms, numbersIn, signsOf } from './file.ts';
import { type ImportedBudget, type ImportedBudgets, NO_BUDGET } from './imported-budgets.ts';
import { newBudgetOf } from './new-budget.ts';
import { changedBudget } from './update-budget.ts';
import { type BudgetOfRow, warningsOf } from './warnings.ts';

const otherKind = () =>
  new Rejection('invalid', { field: 'kind', problem: problem('invalid', "can't be changed") });

const TWICE = problem('duplicate', 'is there twice. Empty it for a new budget');

/** The event with added and changed budgets. The same if nothing changes. Throws a `Rejection`. */
export function withImported(event: Event, { budgets: entries }: ImportedBudgets): Event {
  const before = new Map(event.budgets.map((budget) => [budget.id, budget]));
  requireTargets(entries, before);
  const context = { ...event, sign: signIn(entries) };
  const problems: FieldProblem[] = [];
  const budgets = entries.flatMap((entry, index) => {
    try {
      const budget = budgetAfter(entry, event, context);
      if (entry.line !== undefined)
        requireLate(budget, 'target' in entry ? before.get(entry.target.id) : undefined);
      return budget;
    } catch (error) {
      if (!isRejection(error, 'invalid')) throw error;
      problems.push(
        ...error.problems.map((found) => ({ ...found, field: `${nameOf(index)}.${found.field}` })),
      );
      return [];
    }
  });
  if (problems.length > 0) throw new Rejection('invalid', problems);
  const written = budgets.filter((budget) => budget !== before.get(budget.id));
  if (written.length === 0) return event;
  // Existing budgets keep their places.
  const after = new Map([...before, ...written.map((budget) => [budget.id, budget] as const)]);
  return withAllBudgets(event, [...after.values()]);
}

/** The budget that an entry adds, or what it makes of one. The same if it is as it was. */
function budgetAfter(entry: ImportedBudget, event: Event, context: FileTerms): Budget {
  if ('added' in entry) {
    const added = { ...entry.added, ...numbersIn(entry.amounts, context) };
    const budget = newBudgetOf(added, event, freeId(event.budgets));
    return withPaid(entry.isOfSpent ? { ...budget, amount_cents: budget.spent_cents } : budget, entry);
  }
  const before = budgetIn(event, entry.target.id);
  const numbers = numbersIn(entry.amounts, context, before);
  const { kind } = 'row' in entry ? entry.row : entry.changes;
  if (kind !== undefined && (kind === 'income') !== (before.kind === 'income')) throw otherKind();
  const after =
    'row' in entry
      ? budgetByRow(before, { ...entry.row, ...numbers }, event)
      : changedBudget(before, entry.changes, event);
  return isStoredAlike(before, after) ? before : after;
}

/** The budget with what was paid of it as a payment, if the entry has a day of that. */
function withPaid(
  budget: Budget,
  { paid_on, paid = 'spent' }: { paid_on?: string | undefined; paid?: 'amount' | 'spent' },
): Budget {
  if (paid_on === undefined) return budget;
  const amount_cents = budget[`${paid}_cents`];
  if (amount_cents === 0) throw new Rejection('invalid', { field: paid, problem: NOT_PAID });
  return withPayments(budget, [{ id: nextId(), amount_cents, paid_on }]);
}

const NOT_PAID = problem('invalid', 'must not be zero with paid_on');

const TOO_EARLY = problem('invalid', 'must be in the year {minimum} or later', {
  minimum: 1900,
  unit: 'years',
});

/** Throws if a new day is so early that a file can't mean it. */
function requireLate({ due_date, payments: [payment] }: Budget, before: Budget | undefined): void {
  const days = { due_date, paid_on: before ? undefined : payment?.paid_on };
  const problems = Object.entries(days).flatMap(([field, day]) =>
    day !== undefined && day < '1900' && day !== before?.due_date ? { field, problem: TOO_EARLY } : [],
  );
  if (problems.length > 0) throw new Rejection('invalid', problems);
}

/** The first sign of a currency in a file. */
const signIn = (entries: ImportedBudget[]): string | undefined =>
  entries.flatMap(({ amounts = {} }) => Object.values(amounts).flatMap((cell) => signsOf(cell, amounts)))[0];

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
  if (problems.length > 0) throw new Rejection('invalid', problems);
  const stale = targets.flatMap(({ id, version, name }) => {
    const is = budgets.get(id)?.version;
    return version === undefined || is === undefined || version === is
      ? []
      : { field: `${name}.version`, problem: changedMeanwhile(is) };
  });
  if (stale.length > 0) throw new Rejection('changed', stale);
}

/** The rows of a file with their budgets after the import. */
function rowsOf({ before, after }: WrittenEvent, entries: ImportedBudget[]): BudgetOfRow[] {
  const old = new Set(before.budgets.map(({ id }) => id));
  const same = new Set(before.budgets);
  const budgets = new Map(after.budgets.map((budget) => [budget.id, budget]));
  // In the order of their entries.
  const added = after.budgets.filter(({ id }) => !old.has(id)).values();
  return entries.flatMap((entry) => {
    const isNew = 'added' in entry;
    const budget = isNew ? added.next().value : budgets.get(entry.target.id);
    return budget && entry.line !== undefined
      ? { line: entry.line, budget, isNew, isChanged: !same.has(budget) }
      : [];
  });
}

/** Result of an import. One that only adds has one count only. With warnings, it has the totals. */
export function toImportResponse(written: WrittenEvent, { budgets }: ImportedBudgets) {
  const found = budgets.flatMap(({ warnings = [] }) => warnings);
  const warnings = warningsOf(rowsOf(written, budgets), found, written.after.event_date);
  const count = writtenBudgetsOf(written).length;
  const created_count = written.after.budgets.length - written.before.budgets.length;
  return {
    return_count: count,
    ...(budgets.some((entry) => 'target' in entry) && {
      created_count,
      changed_count: count - created_count,
    }),
    ...(warnings.length > 0 && { warnings, summary: toEventTotals(written.after) }),
  };
}
