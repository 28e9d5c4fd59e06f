import * as z from 'zod/mini';
import type { CellType, WrittenCell } from '../csv/cell.ts';
import { meaningOf } from '../csv/number.ts';
import { writeCsv } from '../csv/write.ts';
import { Rejection } from '../errors.ts';
import { includeParameter } from '../lists/page.ts';
import type { RawJson } from '../money/amount.ts';
import { exactSign, isSameSign, isSignOf } from '../money/currency-sign.ts';
import type { Budget } from '../plan/budget.ts';
import type { Event } from '../plan/event.ts';
import { partOf } from '../plan/plain-fields.ts';
import { type Problem, problem } from '../problem.ts';
import { FINER_PRICE } from './amounts.ts';
import { NO_PAID } from './no-paid.ts';
import { refOf } from './ref.ts';
import { type budgetResponse, toBudgetResponse } from './response.ts';

type Column =
  | 'ref'
  | 'paid_on'
  | 'currency'
  | Exclude<keyof z.output<typeof budgetResponse>, 'id' | 'payments' | 'unscheduled'>;

const { link, ...kept } = partOf('column');

/** A CSV file of budgets: its columns in the order of an export, and the list that it is in JSON. */
export const BUDGET_FILE = {
  list: 'budgets',
  types: {
    ref: 'word',
    name: 'text',
    category: 'text',
    amount: 'amount',
    spent: 'amount',
    kind: 'word',
    ...kept,
    unit_amount: 'amount',
    quantity: 'quantity',
    per_guest: 'boolean',
    estimate: 'amount',
    link,
    paid_on: 'day',
    currency: 'currency',
  } satisfies Record<Column, CellType>,
  removed: { paid: NO_PAID },
  key: { column: 'ref', fields: ['id', 'version'] },
  zeros: ['amount', 'spent'],
  // A file must have one column of each list.
  required: [['name'], ['amount', 'unit_amount', 'spent']],
  example: 'name,category,amount,spent,due_date\r\nBand,Music,800.00,950.50,2027-06-01\r\n',
} as const;

export const decimalParameter = (description: string) =>
  z.optional(
    z
      .enum(['.', ','], { error: problem('invalid', 'must be a point or a comma') })
      .check(z.meta({ description })),
  );

export const exportQuery = z.object({
  decimal: decimalParameter(
    'The decimal mark, a point by default. With a comma, semicolons separate the cells, as spreadsheets in many languages expect it',
  ),
  include: includeParameter(
    ['version'],
    'What each row also has. `version`: its `ref`, which is the id of the budget and its version',
  ),
});

const COLUMNS = Object.keys(BUDGET_FILE.types);

/** The columns whose cells hold this. */
export const columnsOf = (...types: CellType[]): string[] =>
  Object.entries(BUDGET_FILE.types).flatMap(([name, type]) => (types.includes(type) ? name : []));

const NUMBERS = columnsOf('amount', 'quantity');

/** They have two fractional digits in every currency. */
const QUANTITIES = columnsOf('quantity');

/** Columns that a file has even if no budget uses them. */
const ALWAYS = new Set<string>([
  'name',
  'category',
  'amount',
  'spent',
  'kind',
  'vendor',
  'note',
  'due_date',
] satisfies Column[]);

/** Columns that a file has together. */
const OF_UNITS = new Set<string>(['unit_amount', 'quantity', 'per_guest'] satisfies Column[]);

/** A file with these budgets. An import of it adds them, or with refs changes them. */
export function toBudgetCsv(
  budgets: Budget[],
  { include = [], decimal = '.' }: z.output<typeof exportQuery>,
): string {
  const rows = budgets.map((budget) => withDecimal(decimal, { ref: refOf(budget), ...toBudgetRow(budget) }));
  const isUsed = (name: string) => rows.some((row) => row[name] !== undefined);
  const columns = COLUMNS.filter((name) => {
    if (name === 'ref') return include.includes('version');
    return ALWAYS.has(name) || (OF_UNITS.has(name) ? [...OF_UNITS] : [name]).some(isUsed);
  });
  return writeCsv(columns, rows, decimal === ',' ? ';' : ',');
}

/** The parts of an event that decide what amounts of a file mean. */
export interface FileTerms extends Pick<Event, 'currency' | 'digits'> {
  /** In an event without a currency, the sign that all amounts of the file have, if any has one. */
  sign: string | undefined;
}

/**
 * The numbers of a row that depend on its event. One that the budget has already, in either meaning, is no change. Throws
 * `invalid` for those in another currency, and those that have two meanings or too many digits.
 */
export function numbersIn(
  cells: Record<string, WrittenCell> = {},
  context: FileTerms,
  stored?: Budget,
): Record<string, number> {
  const row = stored ? toBudgetRow(stored) : {};
  const numbers: Record<string, number> = {};
  const problems = Object.entries(cells).flatMap(([field, cell]) => {
    const { number } = cell;
    const [other] = signsOf(cell, cells).flatMap((sign) => otherCurrency(sign, context) ?? []);
    if (other) return { field, problem: other };
    if (number === undefined) return [];
    const digits = QUANTITIES.includes(field) ? 2 : context.digits;
    const instead = field === 'unit_amount' ? FINER_PRICE : undefined;
    const meaning = meaningOf({ ...cell, number }, digits, row[field], instead);
    if ('problem' in meaning) return { field, problem: meaning.problem };
    numbers[field] = meaning.value;
    return [];
  });
  if (problems.length > 0) throw new Rejection('invalid', problems);
  return numbers;
}

/** The signs of a cell and its header. Each other, and the row's currency, may say which currency they mean. */
export function signsOf({ sign, inHeader }: WrittenCell, cells: Record<string, WrittenCell>): string[] {
  const signs = [sign, inHeader].filter((each) => each !== undefined);
  const currencies = Object.values(cells).flatMap((each) => (each.number === undefined && each.sign) || []);
  return signs.map((each) => exactSign(each, [...signs, ...currencies]));
}

/** The problem of an amount's sign, if it is another currency's. */
function otherCurrency(sign: string, { currency, sign: first }: FileTerms): Problem | undefined {
  if (first === undefined) return undefined;
  if (currency !== undefined)
    return isSignOf(sign, currency)
      ? undefined
      : problem('invalid', `is in ${sign}, but the event is in ${currency}`);
  return isSameSign(sign, first)
    ? undefined
    : problem('invalid', `is in ${sign}, but the file has amounts in ${first} too`);
}

type Row = Record<string, string | undefined>;

const withDecimal = (decimal: string, row: Row): Row => ({
  ...row,
  ...Object.fromEntries(NUMBERS.map((name) => [name, row[name]?.replace('.', decimal)])),
});

function toBudgetRow(budget: Budget): Row {
  const { id: _, payments: __, unscheduled: ___, ...fields } = toBudgetResponse(budget);
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, cellOf(value)]));
}

const cellOf = (value: string | number | boolean | RawJson | undefined): string | undefined =>
  typeof value === 'object' ? value.rawJSON : value?.toString();
