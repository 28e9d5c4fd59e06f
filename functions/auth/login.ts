import { credentials } from '../../lib/accounts/credentials.ts';
import { authenticate, shownToken, signedIn } from '../../lib/accounts/sign-in.ts';
import { tokenSeeker } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { badRequest, loginFailed } from '../../lib/http/refusals.ts';

export const handler = endpoint({
  summary: 'Log in for a token',
  method: 'POST',
  access: tokenSeeker,
  input: { body: credentials },
  output: { token: shownToken },
  success: 'Login Successful',
  failure: 'Login Failed. retry',
  wrongMethod: 'Login Failed. retry',
  unauthorized: 'Invalid username or password.',
  invalid: (errors) => badRequest(errors, 'Invalid. Missing username or password.'),
  handle: async ({ body }) => {
    const accountId = await authenticate(body);
    if (!accountId) throw loginFailed();
    return signedIn(accountId);
  },
});
