import * as z from 'zod/mini';
import type { Digits } from '../money/amount.ts';
import { type Budget, budgetFields, type Payment, paymentFields, withPayments } from '../plan/budget.ts';
import { budgetsIn, byId, isStoredAlike, storedBudget } from '../plan/stored-budget.ts';
import type { FieldProblem } from '../problem.ts';
import type { ChangeOfBudget, ChangeOfPayment } from './entry.ts';
import { changedFields, changedThing, listsOf, namesIn, type Sides, type Undoing } from './undoing.ts';

/** The budget that a change is of. */
interface BudgetPlace {
  budget_id: number;
  name: string;
}

/** A budget as it is when what a write changed of it is undone; `undefined` if it isn't there. Throws `conflict`. */
export function undoneBudget(
  is: Budget | undefined,
  budgetId: number,
  changes: (ChangeOfBudget | ChangeOfPayment)[],
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

/** Counts a change: an update by its fields that followed from no others, anything else as one. */
function countOf(recorded: ChangeOfBudget | ChangeOfPayment): number {
  if (recorded.change !== 'updated') return 1;
  const names = namesIn(recorded);
  const follows = (name: string) =>
    name === 'amount_cents' && PRICE.some((each) => names.includes(each)) && !hasOtherPricing(recorded);
  return names.filter((name) => !follows(name)).length;
}

/** Deletes a budget that a write created, or brings back one that it deleted. */
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

/** Fields of a budget that were changed since its creation, without those that follow from others. */
function changesSince(is: Budget, created: Budget, place: BudgetPlace): FieldProblem[] {
  const following = followingIn(is);
  const names = BUDGET_NAMES.filter((name) => !isAmount(name) || !following.includes(name));
  const ids = new Set([...created.payments, ...is.payments].map(({ id }) => id));
  return [
    ...changedFields(is, created, names, place),
    ...[...ids].flatMap((payment_id) => {
      const [payment, after] = [is, created].map(({ payments }) =>
        payments.find(({ id }) => id === payment_id),
      );
      const ofPayment = { ...place, payment_id };
      if (!payment) return changedThing(ofPayment, 'no longer exists');
      if (!after) return changedThing(ofPayment, 'has been added since');
      return changedFields(payment, after, PAYMENT_NAMES, ofPayment);
    }),
  ];
}

type Amount = 'amount_cents' | 'spent_cents';

/** The amounts of a budget that follow from other fields or from payments. */
const followingIn = ({ unit_cents, payments }: Pick<Budget, 'unit_cents' | 'payments'>): Amount[] => [
  ...(unit_cents === undefined ? [] : (['amount_cents'] as const)),
  ...(payments.length === 0 ? [] : (['spent_cents'] as const)),
];

/** Without the first of them, a budget has none of the others. */
const PRICE = ['unit_cents', 'quantity', 'per_guest'];

/** Returns whether a unit price came or went in an update. */
const hasOtherPricing = ({ before, after }: Sides): boolean =>
  'unit_cents' in { ...before } !== 'unit_cents' in { ...after };

/** At most one of them is set. */
const PAID = ['paid', 'paid_on'];

/** A budget without the update of a write and what that did to payments. An amount that follows then is left to be computed. */
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
