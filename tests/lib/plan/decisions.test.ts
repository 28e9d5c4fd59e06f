import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newBudgetOf } from '../../../lib/budgets/new-budget.ts';
import type { BudgetChanges, NewBudget } from '../../../lib/budgets/request.ts';
import { changedBudget } from '../../../lib/budgets/update-budget.ts';
import { Rejection } from '../../../lib/errors.ts';
import type { EventChanges } from '../../../lib/events/request.ts';
import { changedEvent } from '../../../lib/events/update-event.ts';
import { nextId } from '../../../lib/id.ts';
import { type Digits, maxUnitsOf } from '../../../lib/money/amount.ts';
import { type Budget, type UnitPrice, withPayments } from '../../../lib/plan/budget.ts';
import { type Event, newEventOf, withBudgets, withNextVersions } from '../../../lib/plan/event.ts';
import { changedBy } from '../../../lib/schema.ts';
import { anyUnits, type Draw } from '../../support/any-event.ts';
import { line } from '../../support/event-item.ts';
import { scaled } from '../../support/scale.ts';
import { expectSound, hundredthsOf } from '../../support/sound-event.ts';

const CURRENCIES = [
  null,
  { code: 'JPY', digits: 0 as const },
  { code: 'EUR', digits: 2 as const },
  { code: 'KWD', digits: 3 as const },
];
const DAY = '2027-07-04';

const oneOf = <Values extends unknown[]>(draw: Draw, ...values: Values): Values[number] =>
  draw(() => fc.constantFrom(...values));

/** An amount of a request. Most have the event's digits. */
const amountOf = (draw: Draw, digits: Digits): number =>
  oneOf(draw, true, true, true, true, true, false)
    ? draw(anyUnits, digits) / 10 ** digits
    : draw(fc.nat, { max: 10_000_000_000_000 }) / 10_000;

/** Whether an amount has no more digits than fit, by whole numbers. */
function fits(amount: number | null | undefined, digits: Digits): boolean {
  const [exact, unit] = [BigInt(Math.round((amount ?? 0) * 10_000)), 10n ** BigInt(4 - digits)];
  return exact % unit === 0n && exact / unit <= BigInt(maxUnitsOf(digits));
}

const unitsOf = <Missing extends null | undefined>(amount: number | Missing, digits: Digits) =>
  typeof amount === 'number' ? Math.round(amount * 10 ** digits) : amount;

/** Whether what a budget with a unit amount costs is an amount. */
const isAmount = (price: UnitPrice, digits: Digits, guests: number | undefined): boolean => {
  const hundredths = hundredthsOf(price, guests);
  return hundredths % 100n === 0n && hundredths <= 100n * BigInt(maxUnitsOf(digits));
};

/** The fields that a body sets of a budget, with a unit amount or without. */
function anyTerms(draw: Draw, digits: Digits) {
  const hasUnit = draw(fc.boolean);
  const price = draw(fc.nat, { max: 10_000 }) / 10 ** digits;
  return {
    ...(hasUnit
      ? { unit_amount: oneOf(draw, price, amountOf(draw, digits)) }
      : { amount: amountOf(draw, digits) }),
    quantity: hasUnit
      ? oneOf(draw, undefined, null, 1, 7, 1_000_000, 0.01, 0.5, 31.5, 999_999.99)
      : undefined,
    per_guest: hasUnit ? oneOf(draw, undefined, null, false, true) : undefined,
    due_date: oneOf(draw, undefined, null, DAY),
    estimate: oneOf(draw, undefined, null, amountOf(draw, digits)),
  };
}

function anyNewBudget(draw: Draw, digits: Digits): NewBudget {
  const kind = oneOf(draw, undefined, 'expense' as const, 'income' as const);
  return { name: 'Band', category: '', kind, spent: amountOf(draw, digits), ...anyTerms(draw, digits) };
}

function anyBudgetChanges(draw: Draw, digits: Digits): BudgetChanges {
  const small = draw(fc.nat, { max: 9 }) / 10 ** digits;
  const spent = oneOf(draw, undefined, small, amountOf(draw, digits));
  return {
    name: 'Choir',
    spent,
    ...oneOf(draw, {}, { unit_amount: null }, { amount: small }, anyTerms(draw, digits)),
  };
}

function anyEventChanges(draw: Draw, digits: Digits): EventChanges {
  const guests = { guests: oneOf(draw, null, 0, 1, 80, 100_000) };
  const currency = { currency: oneOf(draw, ...CURRENCIES) };
  const limit = { limit_amount: oneOf(draw, null, amountOf(draw, digits)) };
  return oneOf(draw, guests, { ...guests, ...limit }, currency, { ...currency, ...limit }, { name: 'Ball' });
}

/** What a decision makes; `undefined` if it is refused. */
function decided<Result>(decide: () => Result): Result | undefined {
  try {
    return decide();
  } catch (error) {
    expect(error).toBeInstanceOf(Rejection);
    return undefined;
  }
}

/** Expects that some budgets have their next versions, and that all others are the same objects, which are not written. */
function expectVersions(before: Event, after: Event, isChanged: (budget: Budget) => boolean): void {
  for (const was of before.budgets) {
    const is = after.budgets.find(({ id }) => id === was.id);
    if (isChanged(was)) expect(is?.version).toBe(was.version + 1);
    else expect(is).toBe(was);
  }
}

/** A budget with payments. */
function paidBudget(draw: Draw, digits: Digits): Budget {
  const payments = [{ paid_on: DAY }, { paid: true as const }, {}].map((paid) => ({
    ...{ id: nextId(), amount_cents: draw(fc.nat, { max: 4 }), due_date: DAY, ...paid },
  }));
  return withPayments({ ...line, id: nextId(), digits, version: 0, payments: [] }, payments);
}

function anyEvent(draw: Draw): Event {
  const { code: currency, digits } = oneOf(draw, ...CURRENCIES) ?? {};
  const [guests, limit_cents] = [oneOf(draw, undefined, 0, 80), oneOf(draw, undefined, 7)];
  const fields = { name: 'Party', description: '', event_date: DAY, currency, digits, guests, limit_cents };
  const empty = newEventOf('ada', fields);
  const bodies = Array.from({ length: draw(fc.nat, { max: 3 }) }, () => anyNewBudget(draw, empty.digits));
  const budgets = bodies.flatMap((body) => decided(() => newBudgetOf(body, empty, nextId())) ?? []);
  return withBudgets(empty, oneOf(draw, budgets, [...budgets, paidBudget(draw, empty.digits)]));
}

const forAll = (property: (draw: Draw, event: Event) => void) =>
  fc.assert(
    fc.property(fc.gen(), (draw) => property(draw, anyEvent(draw))),
    { numRuns: scaled(10_000, 500), endOnFailure: true },
  );

it('a new budget is rejected exactly if an amount does not fit', () => {
  forAll((draw, event) => {
    const { digits, guests, budgets } = event;
    const body = anyNewBudget(draw, digits);
    const { amount, spent, unit_amount, estimate, quantity, per_guest } = body;
    const price = { unit_cents: unitsOf(unit_amount, digits) ?? 0, quantity, per_guest };
    const isFitting = [amount, spent, unit_amount, estimate].every((each) => fits(each, digits));
    const made = decided(() => newBudgetOf(body, event, nextId()));
    expect(made !== undefined).toBe(isFitting && isAmount(price, digits, guests));
    if (!made) return;
    const after = withNextVersions(event, { ...event, budgets: [...budgets, made] });
    expectSound(after);
    expectVersions(event, after, () => false);
    expect(made).toMatchObject({ version: 0, spent_cents: unitsOf(spent, digits) });
    if (amount !== undefined) expect(made.amount_cents).toBe(unitsOf(amount, digits));
    expect(made.estimate_cents).toBe(unitsOf(estimate, digits) ?? undefined);
  });
});

it('a change of a budget is rejected exactly if an amount does not fit, or follows from others', () => {
  forAll((draw, event) => {
    const { digits, guests, budgets } = event;
    const added = paidBudget(draw, digits);
    const before = oneOf(draw, ...budgets, added);
    const changes = anyBudgetChanges(draw, digits);
    const { amount, spent, unit_amount, estimate, quantity, per_guest } = changes;
    const unit_cents = changedBy(unitsOf(unit_amount, digits), before.unit_cents);
    const isFitting = [amount, spent, unit_amount, estimate].every((each) => fits(each, digits));
    const price = {
      unit_cents: unit_cents ?? 0,
      quantity: changedBy(quantity, before.quantity),
      per_guest: changedBy(per_guest, before.per_guest),
    };
    const isRight = (sent: number | undefined, rightHundredths: bigint) =>
      sent === undefined || 100n * BigInt(unitsOf<undefined>(sent, digits) ?? 0) === rightHundredths;
    const isOfUnit =
      unit_cents === undefined ? !quantity && !per_guest : isRight(amount, hundredthsOf(price, guests));
    const isOfPayments = before.payments.length === 0 || isRight(spent, 100n * BigInt(before.spent_cents));
    const after = decided(() => changedBudget(before, changes, event));
    expect(after !== undefined).toBe(
      isFitting && isOfUnit && isOfPayments && isAmount(price, digits, guests),
    );
    if (!after) return;
    const all = [...budgets, added];
    const next = all.map((each) => (each === before ? after : each));
    const changed = withNextVersions({ ...event, budgets: all }, { ...event, budgets: next });
    expectSound(changed);
    expectVersions(event, changed, ({ id }) => id === before.id);
    if (unit_cents === undefined)
      expect(after.amount_cents).toBe(unitsOf(amount, digits) ?? before.amount_cents);
  });
});

it('a change of an event is rejected exactly if an amount does not fit, or its digits are in use', () => {
  forAll((draw, event) => {
    const changes = anyEventChanges(draw, event.digits);
    const { currency = event, limit_amount } = changes;
    const digits = currency?.digits ?? 2;
    const guests = changedBy(changes.guests, event.guests);
    const isInUse =
      digits !== event.digits &&
      (event.budgets.length > 0 || (event.limit_cents !== undefined && limit_amount === undefined));
    const areAmounts = event.budgets.every(
      ({ unit_cents = 0, quantity, per_guest }) =>
        !per_guest || isAmount({ unit_cents, quantity, per_guest }, digits, guests),
    );
    const after = decided(() => withNextVersions(event, changedEvent(event, changes)));
    expect(after !== undefined).toBe(fits(limit_amount, digits) && !isInUse && areAmounts);
    if (!after) return;
    expectSound(after);
    const amounts = new Map(after.budgets.map(({ id, amount_cents }) => [id, amount_cents]));
    expectVersions(event, after, ({ id, amount_cents }) => amounts.get(id) !== amount_cents);
    expect(after).toMatchObject({
      digits,
      guests,
      limit_cents: changedBy(unitsOf(limit_amount, digits), event.limit_cents),
    });
  });
});
