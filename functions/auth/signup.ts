import { signupMessages } from '../../lib/accounts/messages.ts';
import { registration } from '../../lib/accounts/registration.ts';
import { register, tokenResponse } from '../../lib/accounts/sign-in.ts';
import { issueToken } from '../../lib/auth/tokens.ts';
import { none } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { conflict } from '../../lib/http/errors.ts';
import { network } from '../../lib/network.ts';

export const handler = endpoint({
  summary: 'Register an account and get a token',
  method: 'POST',
  authentication: none,
  input: { body: registration, network },
  success: 201,
  output: { token: tokenResponse },
  errors: [409, 429],
  messages: signupMessages,
  handle: async ({ body, network }) => {
    const accountId = await register(body, network);
    if (!accountId) return conflict('email', 'has already been taken');
    return { accountId, body: { token: await issueToken(accountId) } };
  },
});
