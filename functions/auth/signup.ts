import { emailTaken } from '../../lib/accounts/address.ts';
import { signupMessages } from '../../lib/accounts/messages.ts';
import { registration } from '../../lib/accounts/sign-up.ts';
import { register, tokenResponse } from '../../lib/accounts/log-in.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { client } from '../../lib/accounts/client.ts';

export const handler = endpoint({
  summary: 'Register an account and get a token',
  method: 'POST',
  authentication: none,
  input: { body: registration, client },
  success: 201,
  output: { token: tokenResponse },
  errors: [409, 429],
  conflicts: [emailTaken],
  messages: signupMessages,
  handle: async ({ body, client }) => {
    const { accountId, token } = await register(body, client);
    return { accountId, body: { token } };
  },
});
