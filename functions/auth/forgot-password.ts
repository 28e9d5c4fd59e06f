import * as z from 'zod/mini';
import { emailAddress, withUsername } from '../../lib/accounts/fields.ts';
import { countMail } from '../../lib/accounts/limits.ts';
import { client } from '../../lib/accounts/network.ts';
import { requireMail } from '../../lib/config/config.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { none } from '../../lib/http/no-authentication.ts';
import { queueMail } from '../../lib/mail/queue.ts';
import { CHECK_AND_COUNT, HAVE_MAIL_SENT } from '../../lib/permissions.ts';

const forgotPassword = withUsername(emailAddress, {}).check(
  z.meta({ id: 'ForgotPassword', minProperties: 1, examples: [{ username: 'ada@example.com' }] }),
);

export const handler = endpoint({
  summary: 'Choose a new password with a link that is mailed to you',
  description:
    'The link works once, for an hour. The response is the same whether or not the address has an account.',
  method: 'POST',
  route: '/auth/forgot-password',
  permissions: [CHECK_AND_COUNT, HAVE_MAIL_SENT],
  throttle: 'auth',
  authentication: none,
  input: { body: forgotPassword, client },
  errors: [429, 501],
  messages: {
    success: 'If this account exists, an e-mail is on its way.',
    failure: 'Password reset failed',
  },
  handle: async ({ body: { email = '', username = email }, client }) => {
    requireMail();
    await countMail('reset_password', username, client.network);
    // The function that sends it looks for the account, so that this one makes the same requests for every address.
    await queueMail({ kind: 'reset_password', email: username });
  },
});
