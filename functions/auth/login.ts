import { credentials } from '../../lib/accounts/account.ts';
import { authenticate } from '../../lib/accounts/sign-in.ts';
import { issueToken } from '../../lib/auth/tokens.ts';
import { anyone } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { badRequest, unauthorized } from '../../lib/http/refusals.ts';
import { ok } from '../../lib/http/replies.ts';

export const handler = endpoint({
  method: 'POST',
  access: anyone,
  input: { body: credentials },
  failure: 'Login Failed. retry',
  wrongMethod: 'Login Failed. retry',
  invalid: (errors) => badRequest(errors, 'Invalid. Missing username or password.'),
  handle: async ({ body }) => {
    const accountId = await authenticate(body);
    if (!accountId) throw unauthorized('Invalid username or password.');
    return ok({ token: await issueToken(accountId), message: 'Login Successful' }, { accountId });
  },
});
