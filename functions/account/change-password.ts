import { changePassword, passwordChange } from '../../lib/accounts/change-password.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { client } from '../../lib/network.ts';

export const handler = endpoint({
  summary: 'Change your password and end all other sessions',
  method: 'POST',
  authentication: bearer,
  input: { body: passwordChange, client },
  success: 200,
  errors: [401, 422, 429],
  messages: { success: 'Password changed successfully', failure: 'Password failed to change' },
  handle: async ({ body, client }, caller) => {
    await changePassword(caller, body, client);
    return {};
  },
});
