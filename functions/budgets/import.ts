import { BUDGET_FILE } from '../../lib/budgets/file.ts';
import { toImportResponse, withImported } from '../../lib/budgets/import-budgets.ts';
import { importedBudgets, importQuery, importResponse } from '../../lib/budgets/imported-budgets.ts';
import { toWrittenBudgets, writtenBudgets } from '../../lib/budgets/representation.ts';
import { inEventParameters } from '../../lib/events/parameters.ts';
import { csvBodies } from '../../lib/http/csv-body.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ETAG, updateResult } from '../../lib/http/versions.ts';
import { byEditors, writeHeaders } from '../../lib/http/write.ts';
import { CHANGE_OR_CHECK_EVENTS } from '../../lib/permissions.ts';
import { changeEvent } from '../../lib/plan/change-event.ts';
import { createBudgetConflicts, writtenBudgetsOf } from '../../lib/plan/event.ts';

export const handler = endpoint({
  summary: 'Add or change many budgets of an event at once, all or none',
  description:
    'Takes JSON or a CSV file. An entry with an `id` changes that budget. So does a CSV row with a `ref`, from an export with ' +
    '`include=version`. All others add one. `dry_run=true` changes nothing, and the ' +
    'response is 200 or the errors of the import. With `Prefer`, the response has the `budgets` that were added or changed.',
  method: 'POST',
  route: '/events/{event_id}/budgets/import',
  permissions: CHANGE_OR_CHECK_EVENTS,
  load: 'heavy',
  ...byEditors('budgetsImport'),
  input: { headers: writeHeaders, path: inEventParameters, query: importQuery, body: importedBudgets },
  bodies: csvBodies(BUDGET_FILE),
  success: 201,
  output: importResponse,
  representation: writtenBudgets,
  headers: { etag: ETAG },
  errors: [403, 404, 409, 412],
  conflicts: createBudgetConflicts,
  messages: {
    success: 'Budgets imported successfully',
    dryRun: 'Budgets checked successfully',
    failure: 'Budgets failed to import',
  },
  handle: ({ path, headers, query: { dry_run: isDryRun = false }, body }, caller, idempotencyRecord) =>
    changeEvent(caller, path.event_id, {
      decide: (event) => withImported(event, body),
      versions: headers['if-match'],
      isDryRun,
      reply: (written) =>
        updateResult({
          version: written.after.version,
          body: toImportResponse(written, body),
          representation: () => toWrittenBudgets(isDryRun ? [] : writtenBudgetsOf(written), written.after),
          isDryRun,
        }),
      idempotencyRecord,
    }),
});
