import fc from 'fast-check';
import type { Budget, Payment } from '../../../lib/plan/budget.ts';
import { call } from '../../support/call.ts';
import { endpoints } from '../../support/service.ts';
import {
  amountsLeft,
  amountsPaid,
  centsOf,
  hundredthsOf,
  isIncome,
  isPaid,
  sumOf,
  sumsOf,
} from '../../support/sound-event.ts';

const day = fc.constantFrom<string[]>('2027-05-01', '2027-06-30');

/** Amounts in minor units: small ones, which fit when they are multiplied, and the largest. */
const units = fc.oneof(
  { weight: 8, arbitrary: fc.nat({ max: 9_999 }) },
  { weight: 1, arbitrary: fc.constantFrom(999_999_999, 99_999_999_999, 999_999_999_999) },
);

/** A field that is sent with a value, cleared, or left out. */
const sent = <Value>(value: fc.Arbitrary<Value>, weight = 3) =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constant(null) },
    { weight, arbitrary: value },
  );

const fields = {
  amount: fc.option(units, { nil: undefined }),
  spent: fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: units }),
  unit_amount: sent(units),
  quantity: sent(fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constantFrom(0.01, 0.5, 31.5))),
  per_guest: sent(fc.boolean()),
  estimate: sent(units),
  due_date: sent(day),
  /** Of a payment. */
  paid: sent(fc.boolean()),
  paid_on: sent(day, 2),
};

/** The fractional digits of currencies. */
export const DIGITS = new Map([
  ['JPY', 0],
  ['EUR', 2],
  ['BHD', 3],
]);

/** The currency of a new event. */
export const currency = fc.constantFrom(undefined, 'JPY', 'BHD');

export const planOperation = fc.record({
  kind: fc.constantFrom(
    ...(['update', 'update', 'createBudget', 'createBudget', 'createBudget', 'updateBudget'] as const),
    ...(['createBudget', 'updateBudget', 'updateBudget', 'updatePayment', 'updatePayment'] as const),
    ...(['updateBudget', 'createPayment', 'createPayment', 'createPayment', 'createPayment'] as const),
    ...(['updatePayment', 'updatePayment', 'deletePayment', 'deleteBudget', 'copy', 'restore'] as const),
    ...(['estimateBudgets', 'estimateBudgets', 'importBudgets', 'importBudgets'] as const),
  ),
  /** Which budget, and which of its payments. 0 is one that isn't there. */
  budget: fc.nat({ max: 12 }),
  payment: fc.nat({ max: 12 }),
  lineKind: fc.constantFrom(undefined, undefined, 'expense', 'income'),
  currency: sent(fc.constantFrom(...DIGITS.keys()), 1),
  guests: fc.option(fc.oneof(fc.nat({ max: 200 }), fc.constant(100_000)), { freq: 4 }),
  /** Whether an amount is sent beside what it follows from, and whether it is right then. */
  clashes: fc.nat({ max: 4 }).map((n) => n === 0),
  isRight: fc.boolean(),
  /** Whether estimates that are there are replaced. */
  replace: fc.option(fc.boolean(), { nil: undefined }),
  fields: fc.record(fields),
});

export type PlanOperation = typeof planOperation extends fc.Arbitrary<infer Value> ? Value : never;

/** What was given of a budget. Its amount may be older than what it follows from. */
type Line = Omit<Budget, 'digits' | 'version' | 'name' | 'category'>;

/** What the model has of an event. */
export interface Plan {
  event_date: string;
  currency?: string | undefined;
  guests?: number | undefined;
  budgets: Line[];
}

const MAX_PAYMENTS = 24;
/** The amount of a line that an import adds beside a change. */
const ADDED = 5;
/** An id that isn't known yet. */
const NEW = 0;

const digitsOf = ({ currency = 'EUR' }: Plan): number => DIGITS.get(currency) ?? Number.NaN;

const maxOf = (plan: Plan): number => 10 ** (9 + digitsOf(plan)) - 1;

/** In hundredths of minor units. */
const exactly = ({ unit_cents, ...line }: Line, { guests }: Plan): bigint =>
  unit_cents === undefined ? 100n * BigInt(line.amount_cents) : hundredthsOf({ ...line, unit_cents }, guests);

const amountOf = (line: Line, plan: Plan): number => Number(exactly(line, plan) / 100n);

const spentOf = ({ spent_cents, payments }: Line): number =>
  payments.length > 0 ? centsOf(payments.filter(isPaid)) : spent_cents;

const idAt = (all: { id: number }[], choice: number): number =>
  (choice > 0 && all[choice % all.length]?.id) || 1;

/** An operation on an event, with the ids that it names, and amounts of at most nine digits before the point. */
export function aimAt(plan: Plan, { fields, budget, payment, ...operation }: PlanOperation) {
  const isOfPayment = ['updatePayment', 'deletePayment'].includes(operation.kind);
  const withPayment = plan.budgets.filter(({ payments }) => payments.length > 0);
  const lineId = idAt(isOfPayment ? withPayment : plan.budgets, budget);
  const line = plan.budgets.find(({ id }) => id === lineId);
  const paymentId = idAt(line?.payments ?? [], payment);
  const fitted = <Units extends number | null | undefined>(units: Units) =>
    typeof units === 'number' ? units % (maxOf(plan) + 1) : units;
  const { amount, spent, unit_amount, estimate } = fields;
  const isOfUnits = typeof unit_amount === 'number' && !operation.clashes;
  const amounts = {
    ...fields,
    ...{ amount: isOfUnits ? undefined : fitted(amount), spent: fitted(spent) },
    ...{ unit_amount: fitted(unit_amount), estimate: fitted(estimate) },
  };
  const aim = { ...operation, plan, lineId, line, paymentId, fields: amounts };
  if (!operation.isRight || isOfPayment || operation.kind === 'createPayment') return aim;
  const product = productOf(operation.kind === 'createBudget' ? undefined : line, plan, amounts);
  const isSmall = product !== undefined && product <= maxOf(plan);
  const right = {
    ...(operation.clashes && isSmall && { amount: product }),
    ...(line && line.payments.length > 0 && operation.kind !== 'createBudget' && { spent: spentOf(line) }),
  };
  return { ...aim, fields: { ...amounts, ...right } };
}

const nothing: Line = { id: NEW, amount_cents: 0, spent_cents: 0, payments: [] };

/** The amount that follows from the unit amount of a line after changes, or of a new one. */
function productOf(
  line: Line = nothing,
  plan: Plan,
  {
    unit_amount,
    quantity,
    per_guest,
  }: Changes<Record<'unit_amount' | 'quantity', number> & { per_guest: boolean }>,
): number | undefined {
  const after = changed(line, { unit_cents: unit_amount, quantity, per_guest });
  return after.unit_cents === undefined ? undefined : amountOf(after, plan);
}

type Aim = ReturnType<typeof aimAt>;

/** Sends an operation on an event. */
export const send = (token: string, event_id: string, aim: Aim, headers = {}) =>
  call(endpoints[aim.kind].handler, { token, path: pathOf(event_id, aim), body: bodyOf(aim), headers });

/** The body that is sent: a field that is undefined is not. */
function bodyOf({ kind, plan, lineKind, lineId, ...aim }: Aim): Record<string, unknown> {
  const { currency, guests, replace, fields } = aim;
  const { amount, spent, unit_amount, quantity, per_guest, estimate, due_date, paid, paid_on } = fields;
  const number = (units: number | null | undefined) =>
    typeof units === 'number' ? units / 10 ** digitsOf(plan) : units;
  if (kind === 'update') return { currency, guests };
  if (kind === 'estimateBudgets') return { replace };
  if (kind === 'restore') return {};
  if (kind === 'copy') return { event_date: nextDay(plan.event_date), guests };
  if (kind === 'createPayment') return { amount: number(amount ?? 0), due_date, paid, paid_on };
  if (kind === 'updatePayment') return { amount: number(amount), due_date, paid, paid_on };
  const amounts = {
    amount: number(amount),
    spent: number(spent),
    unit_amount: number(unit_amount),
    estimate: number(estimate),
  };
  const others = { quantity, per_guest, due_date };
  if (kind === 'importBudgets') {
    const added = { name: 'Line', amount: number(ADDED) };
    return { budgets: [{ id: lineId, name: 'Line', ...amounts, ...others }, added] };
  }
  return { name: 'Line', kind: lineKind, ...amounts, ...others };
}

/** The path of an operation on an event. */
const pathOf = (event_id: string, { kind, lineId, paymentId }: Aim): Record<string, string> =>
  kind.endsWith('Budgets')
    ? { event_id }
    : kind.endsWith('Payment')
      ? { event_id, budget_id: String(lineId), id: String(paymentId) }
      : { event_id, id: kind.endsWith('Budget') ? String(lineId) : event_id };

/** The event after an operation, or the status of its rejection. */
export const outcomeOf = (aim: Aim): Plan | number => operations[aim.kind](aim);

const operations: Record<Aim['kind'], (aim: Aim) => Plan | number> = {
  update: ({ plan, currency, guests }) => {
    const after = changed(plan, { currency });
    if (digitsOf(after) !== digitsOf(plan) && plan.budgets.length > 0) return 409;
    return fitting({ ...after, guests: guests ?? undefined });
  },
  copy: ({ plan, guests }) =>
    fitting({
      ...changed(plan, { guests }),
      event_date: nextDay(plan.event_date),
      budgets: plan.budgets.map(({ due_date, payments, ...line }) => ({
        ...{ ...line, id: NEW, spent_cents: 0, estimate_cents: undefined },
        due_date: due_date && nextDay(due_date),
        payments: payments.map(({ amount_cents, due_date: day }) => ({
          ...{ id: NEW, amount_cents, due_date: day && nextDay(day) },
        })),
      })),
    }),
  restore: ({ plan }) => plan,
  createBudget: ({ plan, lineKind, fields }) => {
    const { amount, spent = 0, unit_amount, quantity, per_guest, estimate, due_date } = fields;
    const unit_cents = unit_amount ?? undefined;
    if (unit_cents === undefined && (amount === undefined || isSet(quantity) || per_guest)) return 422;
    if (isWrong(amount, productOf(undefined, plan, fields))) return 422;
    const price = unit_cents === undefined ? {} : { unit_cents, quantity, per_guest };
    const line = { ...nothing, kind: lineKind, amount_cents: amount ?? 0, spent_cents: spent };
    return fitting(withLine(plan, changed(line, { ...price, estimate_cents: estimate, due_date })));
  },
  updateBudget: ({ plan, line, fields }) => {
    const { amount, spent, unit_amount, quantity, per_guest, estimate, due_date } = fields;
    if (!line) return 404;
    if (isWrong(amount, productOf(line, plan, fields))) return 422;
    const { unit_cents } = changed(line, { unit_cents: unit_amount });
    if (unit_cents === undefined && (isSet(quantity) || per_guest)) return 422;
    if (line.payments.length > 0 && isWrong(spent, spentOf(line))) return 422;
    const price = unit_cents === undefined ? { quantity: null, per_guest: null } : { quantity, per_guest };
    const own = { estimate_cents: estimate, due_date, amount_cents: amount ?? amountOf(line, plan) };
    return fitting(
      withLine(plan, changed({ ...line, unit_cents }, { ...price, ...own, spent_cents: spent })),
    );
  },
  importBudgets: (aim) => {
    const after = operations.updateBudget(aim);
    // An entry's budget that isn't there is its fault, not that of the path.
    if (typeof after === 'number') return after === 404 ? 422 : after;
    return fitting(withLine(after, { ...nothing, amount_cents: ADDED }));
  },
  estimateBudgets: ({ plan, replace = false }) => ({
    ...plan,
    budgets: plan.budgets.map((line) =>
      replace || line.estimate_cents === undefined ? { ...line, estimate_cents: amountOf(line, plan) } : line,
    ),
  }),
  deleteBudget: ({ plan, line }) => (line ? { ...plan, budgets: without(plan.budgets, line) } : 404),
  createPayment: ({ plan, line, fields: { amount = 0, due_date, paid, paid_on } }) => {
    if (!line) return 404;
    if (paid === false && paid_on) return 422;
    const made: Payment = { id: NEW, amount_cents: amount, ...paidAs({}, { paid, paid_on }) };
    const payment = changed(made, { due_date });
    const rest = line.payments.length > 0 ? 0 : line.spent_cents - (isPaid(payment) ? amount : 0);
    const ofSpent: Payment[] = rest > 0 ? [{ id: NEW, amount_cents: rest, paid: true }] : [];
    const after = withPayments(plan, line, [...line.payments, ...ofSpent, payment]);
    return after !== 422 && line.payments.length === MAX_PAYMENTS ? 409 : after;
  },
  updatePayment: ({ plan, line, paymentId, fields: { amount, due_date, paid, paid_on } }) => {
    if ([amount, due_date, paid, paid_on].every((field) => field === undefined)) return 422;
    const payment = line?.payments.find(({ id }) => id === paymentId);
    if (!line || !payment) return 404;
    const { paid_on: day } = changed(payment, { paid_on });
    if ((paid === false || paid === null) && day) return 422;
    const { id, note, ...before } = payment;
    const after = {
      ...{ id, note, ...paidAs(payment, { paid, paid_on }) },
      ...{ amount_cents: amount ?? before.amount_cents, due_date: changed(before, { due_date }).due_date },
    };
    return withPayments(
      plan,
      line,
      line.payments.map((each) => (each === payment ? after : each)),
    );
  },
  deletePayment: ({ plan, line, paymentId }) => {
    const payment = line?.payments.find(({ id }) => id === paymentId);
    return line && payment ? withPayments(plan, line, without(line.payments, payment)) : 404;
  },
};

const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

const isSet = (sent: unknown): boolean => (sent ?? undefined) !== undefined;

/** Whether an amount is sent that isn't what follows from others, if that is known. */
const isWrong = (sent: number | undefined, right: number | undefined): boolean =>
  sent !== undefined && right !== undefined && sent !== right;

/** How a payment says that it is paid after changes: with a day, or without one. */
function paidAs(
  before: Pick<Payment, 'paid' | 'paid_on'>,
  { paid, paid_on }: Changes<{ paid: boolean; paid_on: string }>,
): Pick<Payment, 'paid' | 'paid_on'> {
  const { paid_on: day } = changed(before, { paid_on });
  if (day) return { paid_on: day };
  const isPaid = paid === undefined ? paid_on !== null && before.paid : paid;
  return isPaid ? { paid: true } : {};
}

type Changes<Fields> = { [Name in keyof Fields]?: Fields[Name] | null | undefined };

/** The fields after changes, of which `null` clears one. */
function changed<Fields extends object>(fields: Fields, changes: Changes<Fields>): Fields {
  const sent = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...fields, ...Object.fromEntries(sent.map(([name, value]) => [name, value ?? undefined])) };
}

const without = <Value>(all: Value[], left: Value): Value[] => all.filter((each) => each !== left);

/** With a line in the place of the one with its id, or besides. */
const withLine = (plan: Plan, line: Line): Plan => ({
  ...plan,
  budgets: plan.budgets.some(({ id }) => id === line.id && id !== NEW)
    ? plan.budgets.map((each) => (each.id === line.id ? line : each))
    : [...plan.budgets, line],
});

const withPayments = (plan: Plan, line: Line, payments: Payment[]): Plan | 422 =>
  centsOf(payments) > maxOf(plan) ? 422 : withLine(plan, { ...line, payments, spent_cents: spentOf(line) });

/** Rejected if an amount is too large or not exact. */
const fitting = (plan: Plan): Plan | 422 =>
  plan.budgets.every((line) => exactly(line, plan) % 100n === 0n && amountOf(line, plan) <= maxOf(plan))
    ? plan
    : 422;

/** What answers have of an event. Numbers are as they are written, so that nothing can be rounded unseen. */
export interface ShownPlan {
  event: object;
  data: { id: string; payments?: { id: string }[] | undefined }[];
  summary: object;
  /** What is left to pay on a day, and what was paid. */
  left: string[];
  paid: string[];
}

/** The event with the ids of what is new. */
export const named = (plan: Plan, { data }: Pick<ShownPlan, 'data'>): Plan => ({
  ...plan,
  budgets: plan.budgets.map((line, n) => ({
    ...withId(line, data[n]),
    payments: line.payments.map((payment, place) => withId(payment, data[n]?.payments?.[place])),
  })),
});

const withId = <Thing extends { id: number }>(thing: Thing, shown: { id: string } | undefined): Thing =>
  thing.id === NEW ? { ...thing, id: Number(shown?.id) } : thing;

export function shownOf(plan: Plan): ShownPlan {
  const { currency, guests } = plan;
  const digits = digitsOf(plan);
  const budgets = plan.budgets.map((line) => ({
    ...line,
    ...{ amount_cents: amountOf(line, plan), spent_cents: spentOf(line) },
  }));
  const text = (units: number): string => {
    const figures = String(Math.abs(units)).padStart(digits + 1, '0');
    const whole = figures.slice(0, figures.length - digits);
    const sign = units < 0 ? '-' : '';
    return sign + (digits > 0 ? `${whole}.${figures.slice(-digits)}` : whole);
  };
  const maybe = (units: number | undefined) => (units === undefined ? undefined : text(units));
  const sums = sumsOf(budgets);
  const { total_cents, spent_cents, income_cents, estimates_count, estimate_cents } = sums;
  const received = sumOf(budgets.filter(isIncome).map((each) => each.spent_cents));
  const sorted = (amounts: { day: string | undefined; amount_cents: number }[]) =>
    amounts.map(({ day, amount_cents }) => `${day} ${text(amount_cents)}`).sort();
  return {
    event: {
      total_amount: text(total_cents),
      budgets_count: String(budgets.length),
      ...{ currency, guests: guests?.toString() },
    },
    data: budgets.map(({ id, amount_cents, kind, quantity, per_guest, due_date, payments, ...line }) => ({
      ...{ id: String(id), amount: text(amount_cents), spent: text(line.spent_cents) },
      ...{ kind, unit_amount: maybe(line.unit_cents), quantity: quantity?.toString(), per_guest },
      ...{ estimate: maybe(line.estimate_cents), due_date },
      ...(payments.length > 0 && {
        payments: payments.map((payment) => ({
          ...{ id: String(payment.id), amount: text(payment.amount_cents), due_date: payment.due_date },
          ...{ paid: isPaid(payment) || undefined, paid_on: payment.paid_on },
        })),
        unscheduled: text(amount_cents - centsOf(payments)),
      }),
    })),
    summary: {
      ...{ total_amount: text(total_cents), total_spent: text(spent_cents) },
      ...{ remaining: text(total_cents - spent_cents), to_pay: text(sums.to_pay_cents) },
      over_budget: spent_cents > total_cents,
      ...((income_cents !== 0 || received !== 0 || sums.to_receive_cents !== 0) && {
        ...{ total_income: text(income_cents), total_received: text(received) },
        ...{ to_receive: text(sums.to_receive_cents), balance: text(income_cents - total_cents) },
      }),
      ...(estimates_count > 0 && {
        total_estimate: text(estimate_cents),
        variance: text(total_cents - estimate_cents),
      }),
    },
    left: sorted(
      budgets
        .flatMap(amountsLeft)
        .flatMap(({ due_date: day, amount_cents }) => (day ? { day, amount_cents } : [])),
    ),
    paid: sorted(
      budgets.flatMap(amountsPaid).map(({ paid_on: day, amount_cents }) => ({ day, amount_cents })),
    ),
  };
}
