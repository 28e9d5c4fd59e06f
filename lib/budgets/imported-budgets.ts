import * as z from 'zod/mini';
import { flagParameter } from '../lists/flag.ts';
import { count } from '../lists/page.ts';
import { problem } from '../problem.ts';
import { BLANK, examplesOf } from '../schema.ts';
import { newBudget } from './request.ts';
import { MAX_BUDGETS } from './create-budget.ts';
import { budgetsParameters } from './parameters.ts';

const NO_LIST = problem('invalid', 'must be a list');

/** The body of an import. */
const importedBudgets = z
  .object({
    budgets: z
      .array(newBudget, { error: ({ input }) => (input === undefined ? BLANK : NO_LIST) })
      .check(
        z.minLength(1, { error: BLANK }),
        z.maxLength(MAX_BUDGETS, { error: problem('too_long', `are too many (maximum is ${MAX_BUDGETS})`) }),
      ),
  })
  .check(z.meta({ id: 'ImportedBudgets', examples: [{ budgets: examplesOf(newBudget) }] }));

const importQuery = z.object({
  decimal: z.optional(
    z
      .enum(['.', ','], { error: problem('invalid', 'must be a point or a comma') })
      .check(z.meta({ description: 'The decimal mark of a CSV file, a point by default' })),
  ),
  dry_run: flagParameter('`true` checks without importing anything'),
});

/** The input of an import, without its headers. */
export const importInput = { path: budgetsParameters, query: importQuery, body: importedBudgets };

export const importOutput = { return_count: count.check(z.meta({ examples: [1] })) };

export const importMessages = {
  success: 'Budgets imported successfully',
  dryRun: 'Budgets checked successfully',
  failure: 'Budgets failed to import',
};
