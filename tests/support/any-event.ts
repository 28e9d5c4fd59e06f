import fc from 'fast-check';
import { nextId } from '../../lib/id.ts';
import { type Digits, maxUnitsOf } from '../../lib/money/amount.ts';
import { type Budget, type Payment, withPayments } from '../../lib/plan/budget.ts';
import { type Event, newEventOf, withBudgets } from '../../lib/plan/event.ts';
import { type EventFields, fieldsOfEvent } from '../../lib/plan/head.ts';
import type { PlainFields } from '../../lib/plan/plain-fields.ts';
import type { Complete } from '../../lib/schema.ts';

/** Draws a random value. */
export type Draw = fc.GeneratorValue;

const anyDigits = fc.constantFrom<Digits[]>(0, 2, 3);

/** An amount in minor units. */
const anyUnits = (digits: Digits): fc.Arbitrary<number> =>
  fc.oneof(fc.nat({ max: 2_000 }), fc.nat({ max: maxUnitsOf(digits) }));

const day = fc.constantFrom('2027-06-30', '2027-07-01', '2028-02-29');
const text = fc.string({ unit: 'grapheme', maxLength: 5 });
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });

const payment = (digits: Digits): fc.Arbitrary<Payment> =>
  fc
    .record({
      id: fc.constant(undefined).map(() => nextId()),
      amount_cents: anyUnits(digits),
      due_date: maybe(day),
      paid_on: maybe(day),
      paid: maybe(fc.constant<true>(true)),
      note: maybe(text),
    })
    .map((payment) => (payment.paid_on === undefined ? payment : { ...payment, paid: undefined }));

const anyKept: { [Name in keyof PlainFields]: fc.Arbitrary<PlainFields[Name]> } = {
  vendor: maybe(text),
  note: maybe(text),
  due_date: maybe(day),
  link: maybe(fc.constant('https://example.com/')),
};

const fields = (digits: Digits) =>
  fc.record({
    name: text,
    category: text,
    amount_cents: anyUnits(digits),
    spent_cents: anyUnits(digits),
    unit_cents: maybe(anyUnits(digits)),
    quantity: maybe(fc.integer({ min: 1, max: 100_000_000 }).map((hundredths) => hundredths / 100)),
    per_guest: maybe(fc.boolean()),
    estimate_cents: maybe(anyUnits(digits)),
    ...anyKept,
    payments: fc.array(payment(digits), { maxLength: 3 }),
  });

/** A budget as it may be stored. Its amount needn't be the product of what it has. */
export function anyBudget(draw: Draw, digits: Digits): Budget {
  const kind = draw(() => maybe(fc.constantFrom('expense' as const, 'income' as const)));
  const { payments, ...others } = draw(fields, digits);
  const budget = { id: nextId(), digits, version: draw(fc.nat), kind, payments: [], ...others };
  return payments.length > 0 ? withPayments(budget, payments) : budget;
}

/** The budget with other fields and its next version. */
const changed = (draw: Draw, budget: Budget): Budget => {
  const { id, digits, kind, version, name } = budget;
  const after = { ...anyBudget(draw, digits), id, kind, version: version + 1 };
  return draw(fc.boolean) ? after : { ...budget, version: version + 1, name: `${name}.` };
};

const share = (draw: Draw) => ({
  id: nextId(),
  role: draw(() => fc.constantFrom('viewer' as const, 'editor' as const)),
  since: Math.floor(Date.now() / 1_000),
});
const newMember = (draw: Draw) => ({ accountId: `member-${nextId()}`, ...share(draw) });
const newInvitation = (draw: Draw) => ({ email: `guest-${nextId()}@example.com`, ...share(draw) });

const several = <Value>(draw: Draw, make: () => Value, maxLength: number): Value[] =>
  Array.from({ length: draw(fc.nat, { max: maxLength }) }, make);

/** A new event of an account, shared or not. */
export function anyEvent(draw: Draw, ownerId: string): Event {
  const digits = draw(() => anyDigits);
  const currency = { 0: 'JPY', 2: draw(() => fc.constantFrom(undefined, 'EUR')), 3: 'KWD' }[digits];
  const budgets = several(draw, () => anyBudget(draw, digits), 14);
  const event = newEventOf(ownerId, {
    ...draw(() => fc.record({ name: text, description: text, event_date: day, guests: maybe(fc.nat()) })),
    ...{ currency, digits, limit_cents: draw(() => maybe(anyUnits(digits))) },
  } satisfies Complete<EventFields>);
  return {
    ...withBudgets(event, budgets),
    members: several(draw, () => newMember(draw), 2),
    invitations: several(draw, () => newInvitation(draw), 2),
  };
}

/** What a decision makes of an event. */
interface Decided {
  after: Event;
  /** Whether anything differs that isn't a budget. */
  isFrame: boolean;
  /** The ids of the budgets that were added, changed and deleted. */
  added: number[];
  changed: number[];
  deleted: number[];
}

/** Some of a list. */
export const someOf = <Value>(draw: Draw, all: Value[], maxLength = all.length): Value[] =>
  draw(() => fc.subarray(all, { maxLength: Math.min(maxLength, all.length) }));

/** A random decision on an event: often on few budgets, sometimes on all of them, on fields, or on whom it is shared with. */
export function anyDecision(draw: Draw, event: Event): Decided {
  const [few, isFrame] = [draw(fc.boolean) ? 3 : undefined, draw(() => fc.constantFrom(true, false, false))];
  const ids = event.budgets.map(({ id }) => id);
  const deleted = draw(fc.boolean) ? someOf(draw, ids, few) : [];
  const touched = new Set(someOf(draw, ids, few).filter((id) => !deleted.includes(id)));
  const added = draw(fc.boolean) ? several(draw, () => anyBudget(draw, event.digits), few ?? 14) : [];
  const budgets = event.budgets
    .filter(({ id }) => !deleted.includes(id))
    .map((budget) => (touched.has(budget.id) ? changed(draw, budget) : budget));
  const after = withBudgets(event, [...budgets, ...added]);
  return {
    after: isFrame ? withOtherFrame(draw, after) : after,
    ...{ isFrame, deleted, changed: [...touched], added: added.map(({ id }) => id) },
  };
}

function withOtherFrame(draw: Draw, event: Event): Event {
  const other = anyEvent(draw, event.ownerId);
  const { currency: _, digits: __, ...fields } = fieldsOfEvent(other);
  const { members, invitations } = other;
  return {
    ...event,
    ...fields,
    name: `${event.name}.`,
    members: [
      ...someOf(draw, event.members).map((each) => ({ ...each, role: 'editor' as const })),
      ...members,
    ],
    invitations: [...someOf(draw, event.invitations), ...invitations],
  };
}
