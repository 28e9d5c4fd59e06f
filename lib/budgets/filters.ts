import * as z from 'zod/mini';
import { type Budget, kind } from '../plan/budget.ts';

/** A parameter that selects budgets, of one event or of all. */
export const kindFilter = z.optional(
  kind.check(
    z.meta({ description: 'Only `expense` or only `income`. A budget without a `kind` is an expense' }),
  ),
);

/** Without a kind to look for, every budget is. */
export const isOfKind = (budget: Pick<Budget, 'kind'>, kind: Budget['kind']): boolean =>
  kind === undefined || (budget.kind ?? 'expense') === kind;
