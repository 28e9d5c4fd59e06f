import { credentials } from '../../lib/accounts/credentials.ts';
import { authenticate, shownToken } from '../../lib/accounts/sign-in.ts';
import { issueToken } from '../../lib/auth/tokens.ts';
import { anyone } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { badRequest, unauthorized } from '../../lib/http/refusals.ts';

export const handler = endpoint({
  summary: 'Log in for a token',
  method: 'POST',
  access: anyone,
  input: { body: credentials },
  output: { token: shownToken },
  success: 'Login Successful',
  failure: 'Login Failed. retry',
  wrongMethod: 'Login Failed. retry',
  unauthorized: 'Invalid username or password.',
  invalid: (errors) => badRequest(errors, 'Invalid. Missing username or password.'),
  handle: async ({ body }) => {
    const accountId = await authenticate(body);
    if (!accountId) throw unauthorized();
    return { accountId, body: { token: await issueToken(accountId) } };
  },
});
