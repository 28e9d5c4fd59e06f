import type { SessionReference } from '../auth/sessions.ts';
import { queueMail } from '../mail/queue.ts';
import { requireMail } from '../mail/settings.ts';
import type { Client } from '../network.ts';
import { getOwnAccount } from './account-repository.ts';
import { countMail } from './limits.ts';

/** Has a link mailed that verifies the caller's e-mail address, unless it is verified already. */
export async function sendVerification(caller: SessionReference, { network }: Client): Promise<void> {
  requireMail();
  const account = await getOwnAccount(caller);
  if (account.email_verified) return;
  await countMail('verify_email', account.email, network);
  await queueMail({ kind: 'verify_email', account_id: account.account_id, is_counted: true });
}
