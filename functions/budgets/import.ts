import * as z from 'zod/mini';
import { EDITORS } from '../../lib/auth/roles.ts';
import { BUDGET_FILE } from '../../lib/budgets/file.ts';
import { importBudgets, importedBudgets, importQuery } from '../../lib/budgets/import-budgets.ts';
import { budgetsParameters } from '../../lib/budgets/parameters.ts';
import { createBudgetConflicts } from '../../lib/budgets/repository.ts';
import { toWrittenBudgets, writtenBudgets } from '../../lib/budgets/written-budget.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { csvBodies } from '../../lib/http/csv-body.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { etagOf } from '../../lib/http/etag.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { ETAG, ifMatch } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/by-key.ts';
import { count } from '../../lib/lists/page.ts';

export const handler = endpoint({
  summary: 'Import budgets into an event: all or none',
  description:
    'Takes a CSV file or JSON. `dry_run=true` changes nothing, and the response is 200 or the errors of the import. ' +
    'With `Prefer`, the response has the added `budgets`.',
  method: 'POST',
  authentication: sessionOrToken('write'),
  roles: EDITORS,
  idempotent: byKey('budgetsImport'),
  input: {
    headers: z.extend(ifMatch, prefer.shape),
    path: budgetsParameters,
    query: importQuery,
    body: importedBudgets,
  },
  bodies: csvBodies(BUDGET_FILE),
  success: 201,
  output: { return_count: count.check(z.meta({ examples: [1] })) },
  representation: writtenBudgets,
  headers: { etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: createBudgetConflicts,
  messages: {
    success: 'Budgets imported successfully',
    dryRun: 'Budgets checked successfully',
    failure: 'Budgets failed to import',
  },
  handle: async (input, caller, claiming) => {
    const isDryRun = input.query.dry_run ?? false;
    const toResult = (version: number) => ({
      headers: { etag: etagOf(version) },
      body: { return_count: input.body.budgets.length },
    });
    const { version, added, event } = await importBudgets(caller, input, claiming(toResult));
    return {
      ...toResult(event?.version ?? version),
      representation: event && toWrittenBudgets(event, added),
      isDryRun,
    };
  },
});
