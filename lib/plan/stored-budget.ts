import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import type { Path } from '../dynamodb/expression.ts';
import type { Attributes } from '../dynamodb/items.ts';
import { budgetPath } from '../dynamodb/keys.ts';
import { OldEventError } from '../errors.ts';
import type { Digits } from '../money/amount.ts';
import type { Some } from '../schema.ts';
import { type Budget, budgetFields, type Payment, paymentFields } from './budget.ts';
import { partOf } from './plain-fields.ts';

/** Names in an event's item, which are short because it may have thousands of payments. */
const PAYMENT_NAMES = Object.entries({
  amount_cents: 'a',
  due_date: 'd',
  paid_on: 'p',
  paid: 'o',
  note: 'n',
} satisfies Record<keyof typeof paymentFields.shape, string>);

const VERSION = 'r';

const BUDGET_NAMES = Object.entries({
  name: 'n',
  category: 'c',
  amount_cents: 'a',
  spent_cents: 's',
  kind: 'k',
  unit_cents: 'u',
  quantity: 'q',
  per_guest: 'g',
  estimate_cents: 'e',
  ...partOf('storedAs'),
  payments: 'y',
  version: VERSION,
  updated_at: 'm',
} satisfies Record<keyof typeof budgetFields.shape | 'payments', string>);

export const budgetVersionPath = (budgetId: number): Path => [...budgetPath(budgetId), VERSION];

export const isMap = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Budgets or payments by id. No `z.record`, because that copies them all. */
export const storedMap = z.custom<Attributes>(isMap);

export const inThisForm = (map: Attributes): Attributes =>
  Object.fromEntries(Object.entries(map).map(([id, stored]) => [id, budgetInThisForm(Object(stored))]));

/** Version 0.4 stored units with a fractional quantity apart, as `f`. They count for the amount that was stored with them. */
function budgetInThisForm(stored: Attributes): Attributes {
  if (!('f' in stored)) return stored;
  const { f: units, ...budget } = stored;
  // Version 0.4 leaves the `g` of this version.
  return isMap(units) && units['a'] === budget['a'] ? { ...budget, g: undefined, ...units } : budget;
}

/** Version 0.3 stored as `p` whether a budget is paid, also if less was spent. Histories have that for 90 days. */
function withPaidSpent(stored: Attributes): Attributes {
  const { p: isPaid, a: amount, s: spent, y: payments } = stored;
  const isSpent = isPaid === true && payments === undefined && Number(spent) < Number(amount);
  return isSpent ? { ...stored, s: amount } : stored;
}

const storedBudgetFields = z.extend(budgetFields, { payments: z._default(storedMap, {}) });

export type BudgetPart = Some<Omit<Budget, 'id' | 'digits'>>;

type PaymentPart = Some<Omit<Payment, 'id'>>;

/** Oldest first. */
export const budgetsIn = (map: Attributes, digits: Digits): Budget[] =>
  Object.entries(map)
    .map(([id, stored]) => {
      if ('p' in Object(stored)) throw new OldEventError();
      const fields = storedBudgetFields.parse(fieldsOfBudget(Object(stored)));
      return { ...fields, id: Number(id), digits, payments: paymentsIn(fields.payments) };
    })
    .sort(byId);

const storedPart = z.extend(z.partial(budgetFields), { payments: z.optional(storedMap) });

export function budgetPartIn(stored: Attributes): BudgetPart {
  const { payments, ...fields } = storedPart.parse(fieldsOfBudget(withPaidSpent(stored)));
  return { ...fields, ...(payments && { payments: paymentsIn(payments) }) };
}

export const paymentPartIn = (stored: Attributes): PaymentPart =>
  z.partial(paymentFields).parse(fieldsOf(stored, PAYMENT_NAMES));

const paymentsIn = (map: Attributes) =>
  Object.entries(map)
    .map(([id, stored]) => ({ id: Number(id), ...paymentFields.parse(fieldsOf(stored, PAYMENT_NAMES)) }))
    .sort(byId);

/** `undefined` fields are not stored. */
export function storedBudget({ payments = [], ...fields }: BudgetPart): Attributes {
  const stored = payments.map((payment) => [payment.id, storedPayment(payment)]);
  const map = stored.length > 0 ? Object.fromEntries(stored) : undefined;
  return storedOf({ ...fields, payments: map }, BUDGET_NAMES);
}

export const storedPayment = (payment: PaymentPart): Attributes => storedOf({ ...payment }, PAYMENT_NAMES);

export const isStoredAlike = (one: Budget, other: Budget): boolean =>
  isDeepStrictEqual(storedBudget(one), storedBudget(other));

const fieldsOfBudget = (stored: Attributes) => fieldsOf(budgetInThisForm(stored), BUDGET_NAMES);

type StoredNames = [field: string, stored: string][];

/** The fields of what is stored. An object is made for each budget, so this is the quick way. */
function fieldsOf(stored: unknown, names: StoredNames): Attributes {
  const from: Attributes = Object(stored);
  const fields: Attributes = {};
  for (const [field, name] of names) if (from[name] !== undefined) fields[field] = from[name];
  return fields;
}

function storedOf(fields: Attributes, names: StoredNames): Attributes {
  const stored: Attributes = {};
  for (const [field, name] of names) stored[name] = fields[field];
  return stored;
}

/** Oldest first, unless the clocks of two processes differed. */
export const byId = (one: { id: number }, other: { id: number }): number => one.id - other.id;
