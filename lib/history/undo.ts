import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Attributes } from '../dynamodb/items.ts';
import { Rejection } from '../errors.ts';
import { inEventParameters } from '../events/parameters.ts';
import { digitsInUse } from '../events/update-event.ts';
import { count } from '../lists/page.ts';
import { atMostDigits, DEFAULT_DIGITS, type Digits, maxOf } from '../money/amount.ts';
import { paymentsConflicts, requirePaymentsFit } from '../payments/change-payments.ts';
import { type Budget, budgetFields, type Payment, paymentFields, withPayments } from '../plan/budget.ts';
import { budgetsFor, createBudgetConflicts, type Event, withAllBudgets } from '../plan/event.ts';
import { eventFields, fieldsOfEvent } from '../plan/head.ts';
import { budgetsIn, byId, isStoredAlike, storedBudget } from '../plan/stored-budget.ts';
import { type Facts, type FieldProblem, problem } from '../problem.ts';
import { flag, wholeNumberText } from '../schema.ts';
import {
  type ChangeOfBudget,
  type ChangeOfEvent,
  type ChangeOfPayment,
  type HistoryEntry,
  notRecorded,
  requireShown,
} from './entry.ts';

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

type ChangeInBudget = ChangeOfBudget | ChangeOfPayment;

/** The budget, and maybe its payment, that something is about. Empty for the event. */
type Place = Pick<Facts, 'budget_id' | 'payment_id' | 'name'>;

/** An update of a thing: only fields that differ and are set. */
interface Sides {
  before?: object | undefined;
  after?: object | undefined;
}

const namesIn = ({ before, after }: Sides): string[] => Object.keys({ ...before, ...after });

/** Lists each field alone, and those together that are set back together. */
const listsOf = (names: string[], together: string[] = []): string[][] => [
  ...(names.some((name) => together.includes(name)) ? [together] : []),
  ...names.filter((name) => !together.includes(name)).map((name) => [name]),
];

/** Counts what is undone, and what was changed since. */
class Undoing {
  undone_count = 0;
  kept_count = 0;
  /** Later changes. */
  readonly changed: FieldProblem[] = [];

  /** Counts a thing, or so many fields. False if anything of it was changed since. */
  tryUndo(changed: FieldProblem[], count = 1): boolean {
    if (changed.length > 0) this.kept_count += count;
    else this.undone_count += count;
    this.changed.push(...changed);
    return changed.length === 0;
  }

  /** Sets back the fields of an update. Of each of these lists, all fields are set back or none. */
  setBack(is: object, update: Sides, lists: string[][], place: Place): Attributes {
    const fields: Attributes = { ...is };
    const before: Attributes = { ...update.before };
    const written = namesIn(update);
    for (const names of lists) {
      const count = responseNamesOf(names.filter((name) => written.includes(name))).length;
      if (!this.tryUndo(changedFields(is, update.after, names, place), count)) continue;
      for (const name of names) fields[name] = before[name];
    }
    return fields;
  }
}

const RESPONSE_NAMES = new Map([
  ['amount_cents', 'amount'],
  ['spent_cents', 'spent'],
  ['unit_cents', 'unit_amount'],
  ['estimate_cents', 'estimate'],
  ['limit_cents', 'limit_amount'],
  // They are set together.
  ['digits', 'currency'],
]);

const responseNamesOf = (names: string[]): string[] => [
  ...new Set(names.map((name) => RESPONSE_NAMES.get(name) ?? name)),
];

/** Returns the fields that aren't as the write left them. */
function changedFields(is: object, after: object | undefined, names: string[], place: Place): FieldProblem[] {
  const [now, then]: [Attributes, Attributes] = [{ ...is }, { ...after }];
  const message = place.name === undefined ? 'has been changed since' : 'of {name} has been changed since';
  return responseNamesOf(names.filter((name) => !isDeepStrictEqual(now[name], then[name]))).map((field) => ({
    field,
    problem: problem('changed', message, place),
  }));
}

const changedThing = (
  place: Place,
  state: 'no longer exists' | 'exists again' | 'has been added since',
): FieldProblem =>
  place.payment_id === undefined
    ? { field: 'budget', problem: problem('changed', `{name} ${state}`, place) }
    : { field: 'payment', problem: problem('changed', `of {name} ${state}`, place) };

interface BudgetPlace {
  budget_id: number;
  name: string;
}

function undoneBudget(
  is: Budget | undefined,
  budgetId: number,
  changes: ChangeInBudget[],
  digits: Digits,
  undoing: Undoing,
): Budget | undefined {
  const ofBudget = changes.find((each) => each.kind === 'budget');
  const ofPayments = changes.filter((each) => each.kind === 'payment');
  const place = { budget_id: budgetId, name: is?.name ?? changes[0]?.name ?? '' };
  if (ofBudget && ofBudget.change !== 'updated') return undoneThing(is, ofBudget, place, digits, undoing);
  if (is) return undoneUpdate(is, ofBudget ?? {}, ofPayments, place, undoing);
  const count = changes.reduce((sum, each) => sum + countOf(each), 0);
  undoing.tryUndo([changedThing(place, 'no longer exists')], count);
  return undefined;
}

/** Counts an update by its fields that followed from no others, anything else as one. */
function countOf(recorded: ChangeInBudget): number {
  if (recorded.change !== 'updated') return 1;
  const names = namesIn(recorded);
  const follows = (name: string) =>
    name === 'amount_cents' && PRICE.some((each) => names.includes(each)) && !hasOtherPricing(recorded);
  return names.filter((name) => !follows(name)).length;
}

/** Deletes a created budget, or restores a deleted one. */
function undoneThing(
  is: Budget | undefined,
  { id, change, before, after }: ChangeOfBudget,
  place: BudgetPlace,
  digits: Digits,
  undoing: Undoing,
): Budget | undefined {
  const [recorded] = budgetsIn({ [id]: storedBudget(before ?? after ?? {}) }, digits);
  if (change === 'deleted')
    return undoing.tryUndo(is ? [changedThing(place, 'exists again')] : []) ? recorded : is;
  const changed =
    is && recorded ? changesSince(is, recorded, place) : [changedThing(place, 'no longer exists')];
  return undoing.tryUndo(changed) ? undefined : is;
}

const BUDGET_NAMES = z
  .keyof(budgetFields)
  .options.filter((name) => name !== 'version' && name !== 'updated_at');
const PAYMENT_NAMES = z.keyof(paymentFields).options;

/** Leaves out fields that follow from others. */
function changesSince(is: Budget, created: Budget, place: BudgetPlace): FieldProblem[] {
  const following = followingIn(is);
  const names = BUDGET_NAMES.filter((name) => !isAmount(name) || !following.includes(name));
  const ids = new Set([...created.payments, ...is.payments].map(({ id }) => id));
  return [
    ...changedFields(is, created, names, place),
    ...[...ids].flatMap((payment_id) => {
      const payment = is.payments.find(({ id }) => id === payment_id);
      const after = created.payments.find(({ id }) => id === payment_id);
      const ofPayment = { ...place, payment_id };
      if (!payment) return changedThing(ofPayment, 'no longer exists');
      if (!after) return changedThing(ofPayment, 'has been added since');
      return changedFields(payment, after, PAYMENT_NAMES, ofPayment);
    }),
  ];
}

type Amount = 'amount_cents' | 'spent_cents';

/** Amounts that follow from other fields or from payments. */
const followingIn = ({ unit_cents, payments }: Pick<Budget, 'unit_cents' | 'payments'>): Amount[] => [
  ...(unit_cents === undefined ? [] : (['amount_cents'] as const)),
  ...(payments.length === 0 ? [] : (['spent_cents'] as const)),
];

/** Without the first of them, a budget has none of the others. */
const PRICE = ['unit_cents', 'quantity', 'per_guest'];

/** True if a unit price came or went. */
const hasOtherPricing = ({ before, after }: Sides): boolean =>
  'unit_cents' in { ...before } !== 'unit_cents' in { ...after };

/** At most one of them is set. */
const PAID = ['paid', 'paid_on'];

/** Leaves amounts that follow then to be computed. */
function undoneUpdate(
  is: Budget,
  update: Pick<ChangeOfBudget, 'before' | 'after'>,
  ofPayments: ChangeOfPayment[],
  place: BudgetPlace,
  undoing: Undoing,
): Budget {
  const payments = undonePayments(is.payments, ofPayments, place, undoing);
  const names = namesIn(update).filter((name) => !isAmount(name));
  const lists = listsOf(names, hasOtherPricing(update) ? PRICE : []);
  const fields = budgetFields.parse(undoing.setBack(is, update, lists, place));
  const following = followingIn({ ...fields, payments });
  const amounts = namesIn(update)
    .filter(isAmount)
    .filter((name) => !following.includes(name));
  const now = { ...fields };
  // An amount that follows now hasn't been changed by anybody.
  for (const name of amounts)
    if (followingIn(is).includes(name)) now[name] = update.after?.[name] ?? is[name];
  const back = budgetFields.parse(undoing.setBack(now, update, listsOf(amounts), place));
  const budget = withPayments({ ...is, ...back }, payments);
  return isStoredAlike(is, budget) ? is : budget;
}

const isAmount = (name: string): name is Amount => name === 'amount_cents' || name === 'spent_cents';

function undonePayments(
  payments: Payment[],
  changes: ChangeOfPayment[],
  budget: BudgetPlace,
  undoing: Undoing,
): Payment[] {
  const after = new Map(payments.map((payment) => [payment.id, payment]));
  for (const change of changes) {
    const payment = undonePayment(after.get(change.id), change, budget, undoing);
    if (payment) after.set(change.id, payment);
    else after.delete(change.id);
  }
  return [...after.values()].sort(byId);
}

function undonePayment(
  is: Payment | undefined,
  recorded: ChangeOfPayment,
  budget: BudgetPlace,
  undoing: Undoing,
): Payment | undefined {
  const { id, change, before, after } = recorded;
  const place = { ...budget, payment_id: id };
  if (change === 'deleted')
    return undoing.tryUndo(is ? [changedThing(place, 'exists again')] : [])
      ? { id, ...paymentFields.parse(before) }
      : is;
  if (!is) {
    undoing.tryUndo([changedThing(place, 'no longer exists')], countOf(recorded));
    return is;
  }
  if (change === 'created')
    return undoing.tryUndo(changedFields(is, after, PAYMENT_NAMES, place)) ? undefined : is;
  const lists = listsOf(namesIn(recorded), PAID);
  return { id, ...paymentFields.parse(undoing.setBack(is, recorded, lists, place)) };
}

const notUndoable = (message: string) =>
  new Rejection('conflict', { field: 'version', problem: problem('not_undoable', message) });

const accessChanged = () =>
  notUndoable(
    "A write that created, deleted or restored the event, or changed who has access, can't be undone.",
  );
const nothingChanged = () => notUndoable('This write changed nothing that can be undone.');

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
  accessChanged,
  nothingChanged,
  notRecorded,
  otherDigits,
  digitsInUse,
  ...createBudgetConflicts,
  ...paymentsConflicts,
];

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
  if (changed.length > 0 && (!keepsChanged || undone_count === 0)) throw new Rejection('conflict', changed);
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
