import { sendVerification } from '../../lib/accounts/send-verification.ts';
import { bearer } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { client } from '../../lib/accounts/client.ts';

export const handler = endpoint({
  summary: 'Get a link by e-mail that verifies your e-mail address',
  method: 'POST',
  authentication: bearer,
  input: { client },
  success: 200,
  errors: [401, 429, 501],
  messages: { success: 'E-mail sent successfully', failure: 'E-mail failed to send' },
  handle: async ({ client }, caller) => {
    await sendVerification(caller, client);
    return {};
  },
});
