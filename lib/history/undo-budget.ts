import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Attributes } from '../dynamodb/items.ts';
import type { Digits } from '../money/amount.ts';
import { type Budget, budgetFields, type Payment, paymentFields, withPayments } from '../plan/budget.ts';
import { budgetsIn, byId, isStoredAlike, storedBudget } from '../plan/stored-budget.ts';
import { type Facts, type FieldProblem, problem } from '../problem.ts';
import type { ChangeOfBudget, ChangeOfPayment } from './entry.ts';

export type ChangeInBudget = ChangeOfBudget | ChangeOfPayment;

/** The budget, and maybe its payment, that something is about. Empty for the event. */
type Place = Pick<Facts, 'budget_id' | 'payment_id' | 'name'>;

/** An update of a thing: only fields that differ and are set. */
interface Sides {
  before?: object | undefined;
  after?: object | undefined;
}

export const namesIn = ({ before, after }: Sides): string[] => Object.keys({ ...before, ...after });

/** Lists each field alone, and those together that are set back together. */
export const listsOf = (names: string[], together: string[] = []): string[][] => [
  ...(names.some((name) => together.includes(name)) ? [together] : []),
  ...names.filter((name) => !together.includes(name)).map((name) => [name]),
];

/** Counts what is undone, and what was changed since. */
export class Undoing {
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
export function changedFields(
  is: object,
  after: object | undefined,
  names: string[],
  place: Place,
): FieldProblem[] {
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

export function undoneBudget(
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
