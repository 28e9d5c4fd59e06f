import * as z from 'zod/mini';
import { fingerprintOf } from '../auth/mailed-tokens.ts';
import type { SessionReference } from '../auth/session.ts';
import { queueMail } from '../mail/queue.ts';
import { requireMail } from '../mail/settings.ts';
import { currentPassword, requirePassword } from './check-password.ts';
import { emailAddress } from './fields.ts';
import { countMail } from './limits.ts';
import type { Client } from './network.ts';

export const emailChange = z.object({ password: currentPassword, email: emailAddress }).check(
  z.meta({
    id: 'EmailChange',
    examples: [{ password: 'correct horse', email: 'ada@example.org' }],
  }),
);

/**
 * Queues a mail to the new address, with a link for `verifyEmail`. The caller isn't told whether the address is taken. Throws as
 * `requirePassword` does.
 */
export async function requestEmailChange(
  caller: SessionReference,
  { password, email }: z.output<typeof emailChange>,
  { network }: Client,
): Promise<void> {
  requireMail();
  const account = await requirePassword(caller, password);
  await countMail('change_email', email, network, account.account_id);
  await queueMail({
    kind: 'change_email',
    account_id: account.account_id,
    new_email: email,
    fingerprint: fingerprintOf(account),
  });
}
