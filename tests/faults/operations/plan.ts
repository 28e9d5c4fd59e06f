import fc from 'fast-check';
import { call } from '../../support/call.ts';
import { endpoints } from '../../support/service.ts';
import type { StoredEvent, StoredLine } from '../stored.ts';

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

type PlanOperation = typeof planOperation extends fc.Arbitrary<infer Value> ? Value : never;

interface Payment {
  amount: bigint;
  due_date?: string | undefined;
  /** Only if it was paid on no known day. */
  paid?: boolean | undefined;
  paid_on?: string | undefined;
}

/** What was given of a budget, not what follows from it. Amounts are in minor units. */
interface Line {
  kind: string | undefined;
  amount: bigint;
  spent: bigint;
  unit?: bigint | undefined;
  quantity?: number | undefined;
  per_guest?: boolean | undefined;
  estimate?: bigint | undefined;
  due_date?: string | undefined;
  /** By id. With any, what was spent follows from them. */
  payments: Map<string, Payment>;
}

/** An event. */
export interface Plan {
  currency?: string | undefined;
  guests?: number | undefined;
  /** By id. */
  lines: Map<string, Line>;
}

const byId = <Value>(all: Record<string, Value>): [string, Value][] =>
  Object.entries(all).toSorted(([one], [other]) => Number(one) - Number(other));

/** What the model has of an event. */
export const planIn = ({ head, budgets }: StoredEvent): Plan => ({
  ...{ currency: head.currency, guests: head.guests },
  lines: new Map(byId(budgets).map(([id, line]) => [id, lineIn(line)])),
});

const lineIn = ({ a, s, k, u, q, g, e, d, y = {} }: StoredLine): Line => ({
  ...{ kind: k, amount: BigInt(a), quantity: q, per_guest: g, due_date: d, spent: BigInt(s) },
  unit: u === undefined ? undefined : BigInt(u),
  estimate: e === undefined ? undefined : BigInt(e),
  payments: new Map(
    byId(y).map(([id, { a, d, p, o }]) => [id, { amount: BigInt(a), due_date: d, paid: o, paid_on: p }]),
  ),
});

const MAX_PAYMENTS = 24;
/** The amount of a line that an import adds beside a change. */
const ADDED = 5n;
/** What ids begin with that aren't known yet. */
const NEW = 'new';

const digitsOf = ({ currency = 'EUR' }: Plan): number => DIGITS.get(currency) ?? Number.NaN;

const maxOf = (plan: Plan): bigint => 10n ** BigInt(9 + digitsOf(plan)) - 1n;

const sumOf = (amounts: bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);

type Priced = Pick<Line, 'amount' | 'unit' | 'quantity' | 'per_guest'>;

/** The amount in hundredths of minor units. */
const hundredthsOf = ({ amount, unit, quantity = 1, per_guest }: Priced, { guests = 0 }: Plan): bigint =>
  unit === undefined
    ? 100n * amount
    : unit * BigInt(quantity.toFixed(2).replace('.', '')) * BigInt(per_guest ? guests : 1);

const amountOf = (line: Priced, plan: Plan): bigint => hundredthsOf(line, plan) / 100n;

const paymentsOf = ({ payments }: Line) => [...payments.values()];

const isPaid = ({ paid, paid_on }: Payment): boolean => paid === true || paid_on !== undefined;

const spentOf = (line: Line): bigint =>
  line.payments.size > 0
    ? sumOf(
        paymentsOf(line)
          .filter(isPaid)
          .map(({ amount }) => amount),
      )
    : line.spent;

const scheduledOf = (line: Line): bigint => sumOf(paymentsOf(line).map(({ amount }) => amount));

const idAt = (all: Map<string, unknown>, choice: number): string =>
  (choice > 0 && [...all.keys()][choice % all.size]) || '1';

/** An operation on an event, with the ids that it names, and amounts of at most nine digits before the point. */
export function aimAt(plan: Plan, { fields, budget, payment, ...operation }: PlanOperation) {
  const isOfPayment = ['updatePayment', 'deletePayment'].includes(operation.kind);
  const withPayment = [...plan.lines].filter(([, { payments }]) => payments.size > 0);
  const lineId = idAt(isOfPayment ? new Map(withPayment) : plan.lines, budget);
  const line = plan.lines.get(lineId);
  const paymentId = idAt(line?.payments ?? new Map(), payment);
  const fitted = (units: number) => BigInt(units) % (maxOf(plan) + 1n);
  const { amount, spent, unit_amount, estimate } = fields;
  const isOfUnits = typeof unit_amount === 'number' && !operation.clashes;
  const amounts = {
    ...fields,
    amount: amount === undefined || isOfUnits ? undefined : fitted(amount),
    spent: spent === undefined ? undefined : fitted(spent),
    unit_amount: typeof unit_amount === 'number' ? fitted(unit_amount) : unit_amount,
    estimate: typeof estimate === 'number' ? fitted(estimate) : estimate,
  };
  const aim = { ...operation, plan, lineId, line, paymentId, fields: amounts };
  if (!operation.isRight || isOfPayment || operation.kind === 'createPayment') return aim;
  const product = productOf(operation.kind === 'createBudget' ? undefined : line, plan, amounts);
  const isSmall = product !== undefined && product <= maxOf(plan);
  const right = {
    ...(operation.clashes && isSmall && { amount: product }),
    ...(line && line.payments.size > 0 && operation.kind !== 'createBudget' && { spent: spentOf(line) }),
  };
  return { ...aim, fields: { ...amounts, ...right } };
}

interface Price {
  unit_amount?: bigint | null | undefined;
  quantity?: number | null | undefined;
  per_guest?: boolean | null | undefined;
}

/** The amount that follows from the unit amount of a line after changes, or of a new one. */
function productOf(line: Line | undefined, plan: Plan, { unit_amount, ...sent }: Price): bigint | undefined {
  const { unit } = changed({ unit: line?.unit }, { unit: unit_amount });
  const { quantity, per_guest } = changed({ quantity: line?.quantity, per_guest: line?.per_guest }, sent);
  return unit === undefined ? undefined : amountOf({ amount: 0n, unit, quantity, per_guest }, plan);
}

type Aim = ReturnType<typeof aimAt>;

/** Sends an operation on an event. */
export const send = (token: string, event_id: string, aim: Aim) =>
  call(endpoints[aim.kind].handler, { token, path: pathOf(event_id, aim), body: bodyOf(aim) });

/** The body that is sent: a field that is undefined is not. */
function bodyOf({ kind, plan, lineKind, lineId, ...aim }: Aim): Record<string, unknown> {
  const { currency, guests, replace, fields } = aim;
  const { amount, spent, unit_amount, quantity, per_guest, estimate, due_date, paid, paid_on } = fields;
  const number = (units: bigint | null | undefined) =>
    typeof units === 'bigint' ? Number(units) / 10 ** digitsOf(plan) : units;
  if (kind === 'update') return { currency, guests };
  if (kind === 'estimateBudgets') return { replace };
  if (kind === 'restore') return {};
  if (kind === 'copy') return { event_date: '2026-07-04', guests };
  if (kind === 'createPayment') return { amount: number(amount ?? 0n), due_date, paid, paid_on };
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
    return { budgets: [{ id: Number(lineId), name: 'Line', ...amounts, ...others }, added] };
  }
  return { name: 'Line', kind: lineKind, ...amounts, ...others };
}

/** The path of an operation on an event. */
const pathOf = (event_id: string, { kind, lineId, paymentId }: Aim): Record<string, string> =>
  kind.endsWith('Budgets')
    ? { event_id }
    : kind.endsWith('Payment')
      ? { event_id, budget_id: lineId, id: paymentId }
      : { event_id, id: kind.endsWith('Budget') ? lineId : event_id };

/** The event after an operation, or the status of its refusal. */
export const outcomeOf = (aim: Aim): Plan | number => operations[aim.kind](aim);

const operations: Record<Aim['kind'], (aim: Aim) => Plan | number> = {
  update: ({ plan, currency, guests }) => {
    const after = { ...plan, ...changed({ currency: plan.currency }, { currency }) };
    if (digitsOf(after) !== digitsOf(plan) && plan.lines.size > 0) return 409;
    return fitting({ ...after, guests: guests ?? undefined });
  },
  copy: ({ plan, guests }) =>
    fitting({
      currency: plan.currency,
      guests: guests === undefined ? plan.guests : (guests ?? undefined),
      lines: renamed(plan.lines, (line) => ({
        ...line,
        spent: 0n,
        estimate: undefined,
        payments: renamed(line.payments, ({ amount, due_date }) => ({ amount, due_date })),
      })),
    }),
  restore: ({ plan }) => plan,
  createBudget: ({ plan, lineKind, fields }) => {
    const { amount, spent = 0n, unit_amount, quantity, per_guest, estimate, due_date } = fields;
    const unit = unit_amount ?? undefined;
    if (unit === undefined && amount === undefined) return 422;
    if (unit === undefined && ((quantity ?? undefined) !== undefined || per_guest)) return 422;
    if (isWrong(amount, productOf(undefined, plan, fields))) return 422;
    const ofUnit = unit === undefined ? {} : { unit, ...changed({}, { quantity, per_guest }) };
    const others = changed({}, { estimate, due_date });
    const line = { kind: lineKind, amount: amount ?? 0n, spent, ...ofUnit, ...others, payments: new Map() };
    return fitting(withLine(plan, NEW, line));
  },
  updateBudget: ({ plan, lineId, line, fields }) => {
    const { amount, spent, unit_amount, quantity, per_guest, estimate, due_date } = fields;
    if (!line) return 404;
    const { unit } = changed({ unit: line.unit }, { unit: unit_amount });
    if (isWrong(amount, productOf(line, plan, fields))) return 422;
    if (unit === undefined && ((quantity ?? undefined) !== undefined || per_guest)) return 422;
    if (line.payments.size > 0 && isWrong(spent, spentOf(line))) return 422;
    const ofUnit = changed(
      { quantity: line.quantity, per_guest: line.per_guest },
      unit === undefined ? { quantity: null, per_guest: null } : { quantity, per_guest },
    );
    const own = changed({ estimate: line.estimate, due_date: line.due_date }, { estimate, due_date });
    const after = { ...line, unit, ...ofUnit, ...own, spent: spent ?? line.spent };
    return fitting(withLine(plan, lineId, { ...after, amount: amount ?? amountOf(line, plan) }));
  },
  importBudgets: (aim) => {
    const changed = operations.updateBudget(aim);
    // An entry's budget that isn't there is its fault, not that of the path.
    if (typeof changed === 'number') return changed === 404 ? 422 : changed;
    return fitting(
      withLine(changed, NEW, { kind: undefined, amount: ADDED, spent: 0n, payments: new Map() }),
    );
  },
  estimateBudgets: ({ plan, replace = false }) => ({
    ...plan,
    lines: new Map(
      [...plan.lines].map(([id, line]) => [
        id,
        replace || line.estimate === undefined ? { ...line, estimate: amountOf(line, plan) } : line,
      ]),
    ),
  }),
  deleteBudget: ({ plan, lineId, line }) => (line ? { ...plan, lines: without(plan.lines, lineId) } : 404),
  createPayment: ({ line, fields: { amount = 0n, due_date, paid, paid_on }, ...aim }) => {
    if (!line) return 404;
    if (paid === false && paid_on) return 422;
    const payment = { amount, ...changed({}, { due_date }), ...paidAs({}, { paid, paid_on }) };
    const rest = line.payments.size > 0 ? 0n : line.spent - (isPaid(payment) ? amount : 0n);
    const ofSpent: [string, Payment][] = rest > 0n ? [[`${NEW} rest`, { amount: rest, paid: true }]] : [];
    const after = withPayments({ ...aim, line }, new Map([...line.payments, ...ofSpent, [NEW, payment]]));
    return after !== 422 && line.payments.size === MAX_PAYMENTS ? 409 : after;
  },
  updatePayment: ({ line, paymentId, fields: { amount, due_date, paid, paid_on }, ...aim }) => {
    if ([amount, due_date, paid, paid_on].every((field) => field === undefined)) return 422;
    const payment = line?.payments.get(paymentId);
    if (!line || !payment) return 404;
    const day = changed({ paid_on: payment.paid_on }, { paid_on }).paid_on;
    if ((paid === false || paid === null) && day) return 422;
    const after = {
      amount: amount ?? payment.amount,
      ...changed({ due_date: payment.due_date }, { due_date }),
      ...paidAs(payment, { paid, paid_on }),
    };
    return withPayments({ ...aim, line }, new Map(line.payments).set(paymentId, after));
  },
  deletePayment: ({ line, paymentId, ...aim }) =>
    line?.payments.has(paymentId) ? withPayments({ ...aim, line }, without(line.payments, paymentId)) : 404,
};

/** Whether an amount is sent that isn't what follows from others, if that is known. */
const isWrong = (sent: bigint | undefined, right: bigint | undefined): boolean =>
  sent !== undefined && right !== undefined && sent !== right;

/** How a payment says that it is paid after changes: with a day, or without one. */
function paidAs(
  before: Pick<Payment, 'paid' | 'paid_on'>,
  { paid, paid_on }: Changes<Payment>,
): Pick<Payment, 'paid' | 'paid_on'> {
  const day = changed({ paid_on: before.paid_on }, { paid_on }).paid_on;
  if (day) return { paid_on: day };
  return changed({ paid: paid_on === null ? undefined : before.paid }, { paid }).paid ? { paid: true } : {};
}

type Changes<Fields> = { [Name in keyof Fields]?: Fields[Name] | null | undefined };

/** The fields after changes, of which `null` clears one. */
function changed<Fields extends object>(fields: Fields, changes: Changes<Fields>): Fields {
  const sent = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...fields, ...Object.fromEntries(sent.map(([name, value]) => [name, value ?? undefined])) };
}

const withLine = (plan: Plan, id: string, line: Line): Plan => ({
  ...plan,
  lines: new Map(plan.lines).set(id, line),
});

function withPayments(
  { plan, lineId, line }: { plan: Plan; lineId: string; line: Line },
  payments: Line['payments'],
): Plan | 422 {
  const after = { ...line, payments, spent: spentOf(line) };
  return scheduledOf(after) > maxOf(plan) ? 422 : withLine(plan, lineId, after);
}

const without = <Value>(all: Map<string, Value>, left: string) =>
  new Map([...all].filter(([id]) => id !== left));

/** The same with other ids, which aren't known yet. */
const renamed = <Value>(all: Map<string, Value>, copy: (value: Value) => Value) =>
  new Map([...all.values()].map((value, n) => [`${NEW} ${n}`, copy(value)]));

/** Refused if an amount is too large or not exact. */
const fitting = (plan: Plan): Plan | 422 =>
  [...plan.lines.values()].every(
    (line) => hundredthsOf(line, plan) % 100n === 0n && amountOf(line, plan) <= maxOf(plan),
  )
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
  lines: withIds(plan.lines, data, (line, shown) => ({
    ...line,
    payments: withIds(line.payments, shown?.payments ?? [], (payment) => payment),
  })),
});

const withIds = <Value, Shown extends { id: string }>(
  all: Map<string, Value>,
  shown: Shown[],
  copy: (value: Value, shown: Shown | undefined) => Value,
) =>
  new Map(
    [...all].map(([id, value], n) => [id.startsWith(NEW) ? String(shown[n]?.id) : id, copy(value, shown[n])]),
  );

export function shownOf(plan: Plan): ShownPlan {
  const { currency, guests, lines } = plan;
  const digits = digitsOf(plan);
  const text = (units: bigint): string => {
    const figures = String(units < 0n ? -units : units).padStart(digits + 1, '0');
    const whole = figures.slice(0, figures.length - digits);
    const sign = units < 0n ? '-' : '';
    return sign + (digits > 0 ? `${whole}.${figures.slice(-digits)}` : whole);
  };
  const all = [...lines.values()];
  const [income, expenses] = [all.filter(isIncome), all.filter((line) => !isIncome(line))];
  const planned = (some: Line[]) => sumOf(some.map((line) => amountOf(line, plan)));
  const spent = (some: Line[]) => sumOf(some.map(spentOf));
  const total_amount = text(planned(expenses));
  const estimates = expenses.flatMap(({ estimate = [] }) => estimate);
  const left = (some: Line[]) => some.flatMap((line) => leftOf(line, plan));
  const leftIn = (some: Line[]) => text(sumOf(left(some).map(({ amount }) => amount)));
  return {
    event: { total_amount, budgets_count: String(lines.size), currency, guests: guests?.toString() },
    data: [...lines].map(([id, line]) => ({
      id,
      amount: text(amountOf(line, plan)),
      spent: text(spentOf(line)),
      kind: line.kind,
      unit_amount: line.unit === undefined ? undefined : text(line.unit),
      quantity: line.quantity?.toString(),
      per_guest: line.per_guest,
      estimate: line.estimate === undefined ? undefined : text(line.estimate),
      due_date: line.due_date,
      payments:
        line.payments.size > 0
          ? [...line.payments].map(([id, payment]) => ({
              ...{ id, amount: text(payment.amount), due_date: payment.due_date },
              ...{ paid: isPaid(payment) || undefined, paid_on: payment.paid_on },
            }))
          : undefined,
      unscheduled: line.payments.size > 0 ? text(amountOf(line, plan) - scheduledOf(line)) : undefined,
    })),
    summary: {
      total_amount,
      total_spent: text(spent(expenses)),
      remaining: text(planned(expenses) - spent(expenses)),
      to_pay: leftIn(expenses),
      over_budget: spent(expenses) > planned(expenses),
      ...(planned(income) !== 0n && {
        total_income: text(planned(income)),
        total_received: text(spent(income)),
        to_receive: leftIn(income),
        balance: text(planned(income) - planned(expenses)),
      }),
      ...(estimates.length > 0 && {
        total_estimate: text(sumOf(estimates)),
        variance: text(planned(expenses) - sumOf(estimates)),
      }),
    },
    left: left(all)
      .flatMap(({ amount, due_date }) => (due_date ? `${due_date} ${text(amount)}` : []))
      .sort(),
    paid: all
      .flatMap(paidOf)
      .map(({ amount, paid_on }) => `${paid_on} ${text(amount)}`)
      .sort(),
  };
}

const isIncome = ({ kind }: Line): boolean => kind === 'income';

/** What is left to pay of a line. */
function leftOf(line: Line, plan: Plan): Pick<Payment, 'amount' | 'due_date'>[] {
  const covered = line.payments.size > 0 ? scheduledOf(line) : line.spent;
  const rest = { amount: amountOf(line, plan) - covered, due_date: line.due_date };
  const open = paymentsOf(line).filter((payment) => !isPaid(payment));
  return [rest, ...open].filter(({ amount }) => amount > 0n);
}

/** What was paid of a line. */
function paidOf(line: Line): Pick<Payment, 'amount' | 'paid_on'>[] {
  const paid = line.payments.size > 0 ? paymentsOf(line).filter(isPaid) : [{ amount: line.spent }];
  return paid.filter(({ amount }) => amount > 0n);
}
