import { emailTaken } from '../../lib/accounts/email-pointer.ts';
import { emailVerification, verifyEmail } from '../../lib/accounts/verify-email.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';

export const handler = endpoint({
  summary: 'Verify an e-mail address by a mailed token, or change to it',
  method: 'POST',
  authentication: none,
  input: { body: emailVerification },
  success: 200,
  errors: [409],
  conflicts: [emailTaken],
  messages: {
    success: 'E-mail address verified successfully',
    failure: 'E-mail address failed to verify',
  },
  handle: async ({ body }) => {
    await verifyEmail(body.token);
    return {};
  },
});
