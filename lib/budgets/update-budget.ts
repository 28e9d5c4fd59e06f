import { exists, isAbsent } from '../dynamodb/conditions.ts';
import type { Path } from '../dynamodb/expression.ts';
import { budgetPath, budgetVersionPath, headPath, versionPath } from '../dynamodb/keys.ts';
import { eventTooLarge, InvalidFieldsError } from '../errors.ts';
import type { EventCaller } from '../events/access.ts';
import { type Budget, type Kind, productOf, SUMS } from '../events/budget.ts';
import { type Event, eventIn } from '../events/event.ts';
import { EventUpdate, type Target } from '../events/event-update.ts';
import { requireAmounts } from '../events/read-event.ts';
import { versionOf, type WriteHeaders, writeEvent, writeRead } from '../events/write-event.ts';
import {
  assumedDigits,
  DEFAULT_DIGITS,
  type Digits,
  maxUnitsOf,
  minorUnits,
  requireDigits,
} from '../money/amount.ts';
import { changedBy } from '../schema.ts';
import { type AmountTerms, DERIVED, OF_PAYMENTS, productTooLarge, UNIT_MISSING } from './amounts.ts';
import { replaceBudget } from './replace-budget.ts';
import { type EventAfter, noBudget } from './repository.ts';
import type { BudgetChanges } from './request.ts';

/** Why an event may not take changes of a budget. */
export const updateBudgetConflicts = [eventTooLarge];

/** Updates a budget. Throws a `RefusalError`. */
export async function updateBudget(
  caller: EventCaller,
  { event_id, id }: { event_id: number; id: number },
  changes: BudgetChanges,
  headers: WriteHeaders = {},
): Promise<EventAfter & { version: number }> {
  const { amounts, quantity, per_guest } = changes;
  const isOfUnits = [amounts.unit_amount, quantity, per_guest].some((field) => field !== undefined);
  const write = {
    parse: eventIn,
    decide: (target: Target, event?: Event) => {
      const budget = event?.budgets.find((other) => other.id === id);
      const isRead =
        event && budget && (isOfUnits || budget.unit_cents !== undefined || budget.payments.length > 0);
      const update = isRead
        ? replacement(target, budget, changes, event)
        : plainUpdate(target, id, changes, {
            digits: event?.digits ?? assumedDigits(amounts),
            kind: budget?.kind ?? 'expense',
          });
      return {
        changes: [update.requireVersion(budgetVersionPath(id), headers['if-match'])] as const,
        result: undefined,
      };
    },
    checkWithoutEvent: () => requireDigits(amounts, DEFAULT_DIGITS),
    returnsEvent: headers.prefer,
  };
  if (!isOfUnits) await requireAmounts(caller, event_id, amounts);
  const written = await (isOfUnits ? writeRead : writeEvent)(caller, event_id, write);
  return { version: versionOf(written), event: written.after && eventIn(written.after.item) };
}

/** What decides how a plain budget's amounts are stored. */
interface PlainTerms {
  digits: Digits;
  kind: Kind;
}

/** Updates a budget that wasn't read. Where that matters, assumes that it has neither a unit amount nor payments. */
function plainUpdate(target: Target, id: number, changes: BudgetChanges, terms: PlainTerms): EventUpdate {
  const path = budgetPath(id);
  const update = new EventUpdate(target)
    .require(exists(budgetVersionPath(id)), noBudget)
    // The event's new version, which a resend knows even if the first response was lost.
    .setToSum(budgetVersionPath(id), versionPath, 1);
  const stored: Record<string, unknown> = storedChanges(changes, terms);
  for (const [name, value] of Object.entries(stored)) {
    if (value === null) update.remove([...path, name]);
    else if (value !== undefined) update.set([...path, name], value);
  }
  for (const { sum, of } of SUMS) {
    const added = stored[of];
    if (typeof added !== 'number') continue;
    update.add(headPath(`${sum}_added`), added).add(headPath(`${sum}_removed`), [...path, of]);
  }
  setOpen(update, path, changes);
  const { amounts, due_date, paid } = changes;
  if (amounts.amount !== undefined) update.require(isAbsent([...path, 'unit_cents']));
  if ([amounts.spent, due_date, paid].some((field) => field !== undefined))
    update.require(isAbsent([...path, 'payments']));
  // Without amounts, neither the digits nor the kind matter.
  if (Object.keys(amounts).length === 0) return update;
  const income = [...path, 'income_cents'];
  return update
    .assumeDigits(terms.digits)
    .require(terms.kind === 'income' ? exists(income) : isAbsent(income));
}

/** The attributes that an update changes: those that aren't undefined. `null` removes one. */
function storedChanges(
  { amounts, paid, quantity: _, per_guest: __, ...fields }: BudgetChanges,
  { digits, kind }: PlainTerms,
) {
  requireDigits(amounts, digits);
  const inUnits = (thousandths?: number) =>
    thousandths === undefined ? undefined : minorUnits(thousandths, digits);
  const [amount, spent] = [inUnits(amounts.amount), inUnits(amounts.spent)];
  return {
    ...fields,
    ...(kind === 'income'
      ? { income_cents: amount, received_cents: spent }
      : { amount_cents: amount, spent_cents: spent }),
    due: fields.due_date === undefined ? undefined : Number(fields.due_date !== null),
    unpaid: paid === undefined || paid === null ? paid : Number(!paid),
  };
}

/** Says whether the budget is still to pay: if an update doesn't know that, it copies what the item says. */
function setOpen(update: EventUpdate, path: Path, { due_date, paid }: BudgetChanges): void {
  if (due_date === undefined && paid === undefined) return;
  const open = [...path, 'open'];
  const [added, removed] = [headPath('open_added'), headPath('open_removed')];
  update.add(removed, open);
  if (due_date === null || paid) update.set(open, 0);
  else if (due_date === undefined) update.copy(open, [...path, 'due'], 0).add(added, [...path, 'due']);
  else if (paid === undefined) update.copy(open, [...path, 'unpaid'], 1).add(added, [...path, 'unpaid'], 1);
  else update.set(open, 1).add(added, 1);
}

/** Updates a budget of which an amount follows from others. */
function replacement(
  target: Target,
  before: Budget,
  changes: BudgetChanges,
  { digits, guests = 0 }: Event,
): EventUpdate {
  const after = changedBudget(before, changes, { digits, guests });
  const update = replaceBudget(target, before, after);
  return after.per_guest ? update.assumeGuests(guests) : update;
}

function changedBudget(before: Budget, changes: BudgetChanges, { digits, guests }: AmountTerms): Budget {
  const { amounts, quantity, per_guest, vendor, note, due_date, paid } = changes;
  requireDigits(amounts, digits);
  const inUnits = (thousandths: number | null | undefined) =>
    typeof thousandths === 'number' ? minorUnits(thousandths, digits) : undefined;
  const unit_cents = amounts.unit_amount === undefined ? before.unit_cents : inUnits(amounts.unit_amount);
  requireFitting(before, changes, unit_cents !== undefined);
  const isOfUnits = unit_cents !== undefined;
  const after = {
    ...before,
    name: changes.name ?? before.name,
    category: changes.category ?? before.category,
    amount_cents: inUnits(amounts.amount) ?? before.amount_cents,
    spent_cents: inUnits(amounts.spent) ?? before.spent_cents,
    unit_cents,
    quantity: isOfUnits ? changedBy(quantity, before.quantity) : undefined,
    per_guest: isOfUnits ? changedBy(per_guest, before.per_guest) : undefined,
    vendor: changedBy(vendor, before.vendor),
    note: changedBy(note, before.note),
    due_date: changedBy(due_date, before.due_date),
    paid: changedBy(paid, before.paid),
  };
  if (unit_cents === undefined) return after;
  const amount_cents = productOf({ ...after, unit_cents }, guests);
  if (amount_cents <= maxUnitsOf(digits)) return { ...after, amount_cents };
  throw new InvalidFieldsError([{ field: 'unit_amount', problem: productTooLarge(digits) }]);
}

/** Throws `InvalidFieldsError` for changes of what follows from others, or of what the budget doesn't have. */
function requireFitting({ payments }: Budget, changes: BudgetChanges, isOfUnits: boolean): void {
  const { amounts, quantity, per_guest, due_date, paid } = changes;
  const ofPayments = payments.length > 0 ? { spent: amounts.spent, due_date, paid } : {};
  const problems = [
    ...(isOfUnits && amounts.amount !== undefined ? [{ field: 'amount', problem: DERIVED }] : []),
    ...(!isOfUnits && (quantity || per_guest) ? [{ field: 'unit_amount', problem: UNIT_MISSING }] : []),
    ...Object.entries(ofPayments)
      .filter(([, value]) => (value ?? undefined) !== undefined)
      .map(([field]) => ({ field, problem: OF_PAYMENTS })),
  ];
  if (problems.length > 0) throw new InvalidFieldsError(problems);
}
