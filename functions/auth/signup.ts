import { registration } from '../../lib/accounts/account.ts';
import { register } from '../../lib/accounts/sign-in.ts';
import { issueToken } from '../../lib/auth/tokens.ts';
import { anyone } from '../../lib/http/access.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { taken, validationFailed } from '../../lib/http/refusals.ts';
import { created } from '../../lib/http/replies.ts';

export const handler = endpoint({
  method: 'POST',
  access: anyone,
  input: { body: registration },
  failure: 'Account failed to register',
  invalid: validationFailed,
  handle: async ({ body }) => {
    const accountId = await register(body);
    if (!accountId) throw taken('email');
    const token = await issueToken(accountId);
    return created({ token, message: 'Account registered successfully' }, { accountId });
  },
});
