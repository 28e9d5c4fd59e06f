import * as z from 'zod/mini';
import { EDITORS } from '../../lib/auth/roles.ts';
import { newBudgetOf } from '../../lib/budgets/new-budget.ts';
import { budgetsParameters } from '../../lib/budgets/parameters.ts';
import { createBudget, createBudgetConflicts } from '../../lib/budgets/repository.ts';
import { newBudget } from '../../lib/budgets/request.ts';
import { budgetResponse, toBudgetResponse } from '../../lib/budgets/response.ts';
import { toWrittenBudget, writtenBudget } from '../../lib/budgets/written-budget.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { createResult, ETAG, ifMatch } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/make-once.ts';
import { DEFAULT_DIGITS } from '../../lib/money/amount.ts';

export const handler = endpoint({
  summary: 'Add a budget to an event',
  description: 'Send its `amount`, or a `unit_amount` from which the service computes it.',
  method: 'POST',
  authentication: sessionOrToken('write'),
  roles: EDITORS,
  idempotent: byKey('budgetsCreate'),
  input: { headers: z.extend(ifMatch, prefer.shape), path: budgetsParameters, body: newBudget },
  success: 201,
  output: { data: budgetResponse },
  representation: writtenBudget,
  headers: { location: 'Path of the new budget', etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: createBudgetConflicts,
  messages: { success: 'Budget saved successfully', failure: 'Budget failed to save' },
  handle: async (input, caller, once) => {
    const made = await once((claim) => createBudget(caller, input, claim));
    const { id, digits = DEFAULT_DIGITS, guests = 0 } = made;
    // Made of the body, so that a repeated request has the first response, whatever became of the budget.
    const budget = newBudgetOf(input.body, { id, digits, guests, write_mark: '' });
    return createResult({
      location: `/events/${input.path.event_id}/budgets/view/${id}`,
      version: budget.version,
      body: { data: toBudgetResponse(budget) },
      ...('event' in made && toWrittenBudget(made.event, id)),
    });
  },
});
