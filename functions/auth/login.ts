import { credentials } from '../../lib/accounts/credentials.ts';
import { loginMessages } from '../../lib/accounts/messages.ts';
import { signIn, tokenResponse } from '../../lib/accounts/log-in.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { client } from '../../lib/accounts/client.ts';

export const handler = endpoint({
  summary: 'Log in and get a token',
  method: 'POST',
  authentication: none,
  input: { body: credentials, client },
  success: 200,
  output: { token: tokenResponse },
  errors: [401, 429],
  invalidStatus: 400,
  messages: loginMessages,
  handle: async ({ body, client }) => {
    const { accountId, token } = await signIn(body, client);
    return { accountId, body: { token } };
  },
});
