import * as z from 'zod/mini';
import { EDITORS } from '../../lib/auth/roles.ts';
import { BUDGET_FILE } from '../../lib/budgets/file.ts';
import { importBudgets, importedBudgets, importQuery } from '../../lib/budgets/import-budgets.ts';
import { budgetsParameters } from '../../lib/budgets/parameters.ts';
import { createBudgetConflicts } from '../../lib/budgets/repository.ts';
import { eventTotalsResponse, toEventTotals } from '../../lib/budgets/totals.ts';
import { sessionOrToken } from '../../lib/http/authentication.ts';
import { csvBodies } from '../../lib/http/csv-body.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { etagOf } from '../../lib/http/etag.ts';
import { prefer } from '../../lib/http/prefer.ts';
import { ETAG, ifMatch } from '../../lib/http/versions.ts';
import { byKey } from '../../lib/idempotency/make-once.ts';
import { count } from '../../lib/lists/page.ts';

export const handler = endpoint({
  summary: 'Import budgets into an event: all or none',
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
  representation: { summary: eventTotalsResponse },
  headers: { etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: createBudgetConflicts,
  messages: {
    success: 'Budgets imported successfully',
    dryRun: 'Budgets checked successfully',
    failure: 'Budgets failed to import',
  },
  handle: async (input, caller, once) => {
    const isDryRun = input.query.dry_run ?? false;
    const made = await (isDryRun
      ? importBudgets(caller, input)
      : once((claim) => importBudgets(caller, input, claim)));
    const event = 'event' in made ? made.event : undefined;
    return {
      headers: { etag: etagOf(event?.version ?? made.version ?? 0) },
      body: { return_count: input.body.budgets.length },
      representation: event && { summary: toEventTotals(event) },
      isDryRun,
    };
  },
});
