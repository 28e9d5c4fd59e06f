import { registration } from '../../lib/accounts/registration.ts';
import { register, shownToken, signedIn } from '../../lib/accounts/sign-in.ts';
import { tokenSeeker } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { taken, validationFailed } from '../../lib/http/refusals.ts';
import { network } from '../../lib/http/source.ts';

export const handler = endpoint({
  summary: 'Register an account',
  method: 'POST',
  access: tokenSeeker,
  input: { body: registration, source: network },
  output: { token: shownToken },
  makes: true,
  success: 'Account registered successfully',
  failure: 'Account failed to register',
  conflict: 'Validation failed: Email has already been taken.',
  invalid: validationFailed,
  handle: async ({ body, source }) => {
    const accountId = await register(body, source);
    if (!accountId) throw taken('email');
    return signedIn(accountId);
  },
});
