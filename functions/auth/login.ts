import { credentials } from '../../lib/accounts/credentials.ts';
import { loginMessages } from '../../lib/accounts/messages.ts';
import { signIn, tokenResponse } from '../../lib/accounts/sign-in.ts';
import { none } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { unauthorized } from '../../lib/http/errors.ts';
import { network } from '../../lib/network.ts';

export const handler = endpoint({
  summary: 'Log in and get a token',
  method: 'POST',
  authentication: none,
  input: { body: credentials, network },
  success: 200,
  output: { token: tokenResponse },
  errors: [401, 429],
  invalidStatus: 400,
  messages: loginMessages,
  handle: async ({ body, network }) => {
    const account = await signIn(body, network);
    if (!account) return unauthorized('login_failed');
    return { accountId: account.accountId, body: { token: account.token } };
  },
});
