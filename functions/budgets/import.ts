import { createConflicts } from '../../lib/budgets/create-budget.ts';
import { BUDGET_FILE } from '../../lib/budgets/file-columns.ts';
import { importBudgets } from '../../lib/budgets/import-budgets.ts';
import { importInput, importMessages, importOutput } from '../../lib/budgets/imported-budgets.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { csvBodies } from '../../lib/http/csv-body.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, ifMatch, importResult } from '../../lib/http/versions.ts';
import { idempotencyKeyAnd, makeOnce } from '../../lib/idempotency/make-once.ts';

export const handler = endpoint({
  ...{ summary: 'Import budgets into an event: all or none', method: 'POST', authentication: bearer },
  input: { headers: idempotencyKeyAnd(ifMatch), ...importInput },
  ...csvBodies(BUDGET_FILE),
  success: 201,
  output: importOutput,
  headers: { etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: createConflicts,
  messages: importMessages,
  handle: async (input, { accountId }) =>
    importResult(
      input,
      await makeOnce('budgetsImport', accountId, input, (claim) => importBudgets(accountId, input, claim)),
    ),
});
