import { countMail } from '../../lib/accounts/limits.ts';
import { client } from '../../lib/accounts/network.ts';
import { getOwnAccount } from '../../lib/accounts/repository.ts';
import { requireMail } from '../../lib/config/config.ts';
import { session } from '../../lib/http/authentication.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { queueMail } from '../../lib/mail/queue.ts';
import { CHECK_AND_COUNT, HAVE_MAIL_SENT, may } from '../../lib/permissions.ts';

export const handler = endpoint({
  summary: 'Verify your e-mail address with a link that is mailed to it',
  description: 'The link works for 7 days, more than once. You need a verified address to share events.',
  method: 'POST',
  route: '/account/send-verification',
  permissions: [may(['GetItem'], 'PERSON'), CHECK_AND_COUNT, HAVE_MAIL_SENT],
  authentication: session,
  input: { client },
  errors: [401, 429, 501],
  messages: { success: 'E-mail sent successfully', failure: 'E-mail failed to send' },
  handle: async ({ client }, caller) => {
    requireMail();
    const { account_id, email, email_verified } = await getOwnAccount(caller);
    if (email_verified) return;
    await countMail('verify_email', email, client.network);
    await queueMail({ kind: 'verify_email', account_id, is_counted: true });
  },
});
