import { forgotPasswordBody, requestReset } from '../../lib/accounts/forgot-password.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { client } from '../../lib/accounts/client.ts';

export const handler = endpoint({
  summary: 'Get a link by e-mail that lets you choose a new password',
  method: 'POST',
  authentication: none,
  input: { body: forgotPasswordBody, client },
  success: 200,
  errors: [429, 501],
  messages: {
    success: 'If this account exists, an e-mail is on its way.',
    failure: 'Password reset failed',
  },
  handle: async ({ body, client }) => {
    await requestReset(body.username, client);
    return {};
  },
});
