import { EDITORS } from '../../lib/auth/roles.ts';
import { budgetParameters } from '../../lib/budgets/parameters.ts';
import { deleteBudget } from '../../lib/budgets/repository.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { ifMatch } from '../../lib/http/versions.ts';

export const handler = endpoint({
  summary: 'Delete a budget',
  method: 'POST',
  authentication: bearer,
  roles: EDITORS,
  input: { path: budgetParameters, headers: ifMatch },
  success: 200,
  errors: [403, 404, 412],
  messages: { success: 'Budget deleted successfully', failure: 'Budget failed to delete' },
  handle: async ({ path, headers }, caller) => {
    await deleteBudget(caller, path, headers['if-match']);
    return {};
  },
});
