import { registration } from '../../lib/accounts/registration.ts';
import { register, shownToken } from '../../lib/accounts/sign-in.ts';
import { issueToken } from '../../lib/auth/tokens.ts';
import { anyone } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { taken, validationFailed } from '../../lib/http/refusals.ts';

export const handler = endpoint({
  summary: 'Register an account',
  method: 'POST',
  access: anyone,
  input: { body: registration },
  output: { token: shownToken },
  makes: true,
  success: 'Account registered successfully',
  failure: 'Account failed to register',
  conflict: 'Validation failed: Email has already been taken.',
  invalid: validationFailed,
  handle: async ({ body }) => {
    const accountId = await register(body);
    if (!accountId) throw taken('email');
    return { accountId, body: { token: await issueToken(accountId) } };
  },
});
