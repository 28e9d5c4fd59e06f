import { emailVerification, unconfirmed, verifyEmail } from '../../lib/accounts/email.ts';
import { client } from '../../lib/accounts/network.ts';
import { emailTaken } from '../../lib/accounts/repository.ts';
import { optionalSession } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { CHECK_AND_COUNT, HAVE_MAIL_SENT, may, mayTogether } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Verify an e-mail address with a mailed token, or change to it',
  description: 'Prove that you own the account: send the token of one of its sessions, or its `password`.',
  method: 'POST',
  route: '/auth/verify-email',
  permissions: [
    may(['GetItem', 'UpdateItem'], 'PERSON'),
    CHECK_AND_COUNT,
    mayTogether(['PutItem', 'UpdateItem', 'DeleteItem'], 'EMAIL', 'PERSON'),
    HAVE_MAIL_SENT,
  ],
  load: 'hashing',
  authentication: optionalSession,
  input: { body: emailVerification, client },
  errors: [403, 409, 429],
  conflicts: [emailTaken],
  forbidden: [unconfirmed],
  messages: {
    success: 'E-mail address verified successfully',
    failure: 'Failed to verify the e-mail address',
  },
  handle: ({ body, client }, caller) => verifyEmail(body, caller, client),
});
