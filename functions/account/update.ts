import { updateNames } from '../../lib/accounts/repository.ts';
import { accountChanges } from '../../lib/accounts/response.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';

export const handler = endpoint({
  summary: 'Update your names; omitted fields keep their values',
  method: 'POST',
  authentication: bearer,
  input: { body: accountChanges },
  success: 200,
  errors: [401],
  messages: { success: 'Account saved successfully', failure: 'Account failed to save' },
  handle: async ({ body }, caller) => {
    await updateNames(caller, body);
    return {};
  },
});
