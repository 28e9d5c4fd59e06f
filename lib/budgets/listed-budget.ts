import * as z from 'zod/mini';
import type { Budget } from '../events/budget.ts';
import { includedTimes, includedVersion, timesOf } from '../lists/include.ts';
import { examplesOf } from '../schema.ts';
import type { BudgetsQuery } from './query.ts';
import { budgetResponse, toBudgetResponse } from './response.ts';

export const listedBudget = z
  .object({
    ...budgetResponse.shape,
    version: includedVersion,
    ...includedTimes('When it or its payments were last changed'),
  })
  .check(z.meta({ id: 'ListedBudget', examples: examplesOf(budgetResponse) }));

export const toListedBudget = (budget: Budget, { include }: Pick<BudgetsQuery, 'include'>) => ({
  ...toBudgetResponse(budget),
  ...(include?.includes('version') && { version: budget.version }),
  ...(include?.includes('times') && timesOf(budget)),
});
