import * as z from 'zod/mini';
import { CsvRow } from '../csv/read.ts';
import { day } from '../day.ts';
import { describeId } from '../id.ts';
import { count } from '../lists/page.ts';
import { flagParameter } from '../lists/query.ts';
import { kind } from '../plan/budget.ts';
import { MAX_BUDGETS } from '../plan/event.ts';
import { problem } from '../problem.ts';
import { BLANK, changesOf, examplesOf, ifSet, wholeNumber } from '../schema.ts';
import { eventTotalsResponse } from './event-totals.ts';
import { decimalParameter } from './file.ts';
import { withoutMinusSigns } from './minus-signs.ts';
import { withoutPaid } from './no-paid.ts';
import { ref } from './ref.ts';
import { budgetAmount, fieldsOf, newBudget, newBudgetFields, requestedBudget } from './request.ts';
import { importWarning } from './warnings.ts';

export const NO_BUDGET = problem('invalid', 'must be the id of a budget of this event');

const MAX_VERSION = 999_999_999;

const target = {
  id: z
    .int({ error: NO_BUDGET })
    .check(describeId, z.meta({ description: 'Change this budget. Without it, the entry adds one' })),
  version: z
    .optional(z.nullable(wholeNumber({ minimum: 0, maximum: MAX_VERSION })))
    .check(z.meta({ description: 'With `id`: only if the budget still has this version' })),
};

const orEmpty = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema));

const paidOn = {
  paid_on: orEmpty(day).check(
    z.meta({ description: 'Only for a new budget: the day on which `spent`, or else `amount`, was paid' }),
  ),
};

/** A budget to add. */
const addition = z.pipe(
  z.intersection(newBudget, z.object(paidOn)),
  z.transform(({ paid_on, ...added }) => ({ added, paid_on: paid_on ?? undefined })),
);

/** An update of a budget, and which one that is. */
const change = z.pipe(
  withoutPaid(z.extend(changesOf(z.extend(requestedBudget, { kind })), target)),
  z.transform(({ id, version, ...changes }) => ({ target: { id, version: version ?? undefined }, changes })),
);

/** A budget as a row of a file says it should be. A column that the file doesn't have says nothing. */
const budgetRow = z.extend(z.partial(requestedBudget), {
  name: orEmpty(requestedBudget.shape.name),
  category: orEmpty(requestedBudget.shape.category),
  amount: orEmpty(budgetAmount),
  spent: orEmpty(budgetAmount),
  kind: orEmpty(kind),
});

const changeInFile = z.pipe(
  z.extend(budgetRow, { ref }),
  z.transform(({ ref, ...row }) => ({ target: ref, row })),
);

function schemaFor(entry: unknown) {
  if (entry instanceof CsvRow && 'ref' in entry) return changeInFile;
  const fields = fieldsOf(entry);
  if (!fields) return z.never({ error: problem('invalid', 'must be a JSON object') });
  // `null` is the same as nothing.
  return (fields['id'] ?? undefined) === undefined ? addition : change;
}

/**
 * An entry as the OpenAPI document has it: in one schema, because client generators make a type of its own of each. Without
 * defaults, which clients would send to budgets that are there.
 */
export const importedBudgetInput = z
  .partial(z.extend(requestedBudget, { kind: newBudgetFields.shape.kind, ...paidOn, ...target }))
  .check(
    z.meta({
      id: 'ImportedBudget',
      description:
        'With an `id`, changes that budget like `BudgetChanges`: fields that are left out keep their values. Without one, adds a ' +
        'budget like `BudgetInput`. Its `amount` is what was `spent` if it is left out',
      examples: examplesOf(newBudget),
    }),
  );

const ONLY_NEW = problem('invalid', 'is only for new budgets');

/** True if an entry says what was spent, but has no place for a planned amount, which is the same then. */
function hasOnlySpent(entry: unknown): boolean {
  const { amount, unit_amount, spent } = fieldsOf(entry) ?? {};
  if (spent === undefined) return false;
  if (entry instanceof CsvRow) return !entry.inFile('amount') && !entry.inFile('unit_amount');
  return amount === undefined && (unit_amount ?? undefined) === undefined;
}

/** A budget to add, or what becomes of one that is there. */
const importedBudget = z
  .pipe(
    z.unknown(),
    z.transform((entry, { issues }) => {
      const schema = schemaFor(entry);
      const isNew = schema === addition;
      const isOfSpent = isNew && hasOnlySpent(entry);
      const { data, error } = schema.safeParse(isOfSpent ? { ...Object(entry), amount: 0 } : entry);
      for (const { path, message } of error?.issues ?? [])
        issues.push({ code: 'custom', input: entry, path, message });
      const { paid_on, spent } = fieldsOf(entry) ?? {};
      if (!isNew && (paid_on ?? undefined) !== undefined)
        issues.push({ code: 'custom', input: entry, path: ['paid_on'], message: ONLY_NEW });
      if (!data) return z.NEVER;
      return {
        ...data,
        ...(isOfSpent && { isOfSpent }),
        // It is paid in full.
        ...(paid_on !== undefined && spent === undefined && { paid: 'amount' as const }),
        ...(entry instanceof CsvRow && {
          line: entry.line,
          amounts: entry.amounts,
          warnings: entry.warnings,
        }),
      };
    }),
  )
  .check(
    z.meta({
      override: ({ jsonSchema }) => {
        jsonSchema.$ref = '#/components/schemas/ImportedBudget';
      },
    }),
  );

const NO_LIST = problem('invalid', 'must be a list');

export const importedBudgets = z
  .object({
    budgets: z.pipe(
      z.transform(withoutMinusSigns),
      z.array(importedBudget, { error: ({ input }) => (input === undefined ? BLANK : NO_LIST) }).check(
        z.minLength(1, { error: BLANK }),
        z.maxLength(MAX_BUDGETS, {
          error: problem('too_long', 'are too many (maximum is {maximum})', { maximum: MAX_BUDGETS }),
        }),
      ),
    ),
  })
  .check(z.meta({ id: 'ImportedBudgets', examples: [{ budgets: examplesOf(newBudget) }] }));

export const importQuery = z.object({
  decimal: decimalParameter(
    'The decimal mark of a CSV file. Numbers with another one are rejected. Without it, the form of each number decides',
  ),
  columns: z.optional(z.string()).check(
    z.meta({
      description:
        'The columns of a CSV file to read, each as its header, a colon and a field, such as `Poste:name,"Montant, TTC:amount"`',
    }),
  ),
  date: z.optional(
    z.enum(['dmy', 'mdy'], { error: problem('invalid', 'must be dmy or mdy') }).check(
      z.meta({
        description:
          'Whether `3/4/2027` in a CSV file begins with the day or the month. Without it, only days that have one meaning are taken',
      }),
    ),
  ),
  dry_run: flagParameter('`true` checks without importing anything'),
});

export const importResponse = {
  return_count: count.check(z.meta({ description: 'How many budgets were added or changed', examples: [1] })),
  created_count: ifSet(count, 'How many were added; only if an entry has an `id` or a `ref`'),
  changed_count: ifSet(count, 'How many were changed; only with `created_count`'),
  warnings: ifSet(
    z.array(importWarning).check(z.minLength(1)),
    'What to check in a CSV file, such as new rows that may be totals of others; only if there is anything. All rows are imported',
  ),
  summary: z
    .optional(eventTotalsResponse)
    .check(z.meta({ description: 'Only with `warnings`, or with `Prefer: return=representation`' })),
};

export type ImportedBudgets = z.output<typeof importedBudgets>;
export type ImportedBudget = ImportedBudgets['budgets'][number];
export type BudgetRow = z.output<typeof budgetRow>;
